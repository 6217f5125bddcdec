import type { Db } from '../../base/db/connect.ts';
import type { ObjectGeometry } from '../../domain/rules/parcel-objects.ts';
import type { MentioningArticle } from '../journal/mentions.ts';
import { tagNames } from '../journal/tags.ts';
import { type Condition, searchByName } from '../search/name-search.ts';
import { isRemovedBy, type Removal, type Remover } from '../system/soft-delete.ts';
import { seesArticle } from '../visibility/article-visibility.ts';
import { seesMedia } from '../visibility/media-visibility.ts';
import { seesTask } from '../visibility/task-visibility.ts';
import type { Reader } from '../visibility/visibility.ts';

export interface ParcelObjectRow {
  id: string;
  parcelId: string;
  kind: string;
  title: string;
  geometry: ObjectGeometry | null;
  begunOn: string | null;
  notes: string;
  createdBy: string;
  createdAt: Date;
  updatedAt: Date;
  archivedAt: Date | null;
}

export interface TaggedObjectRow extends ParcelObjectRow {
  tags: string[];
}

const columns = (db: Db) => db`
  o.id, o.parcel_id as "parcelId", o.kind, o.title, o.geometry, o.begun_on as "begunOn", o.notes,
  o.created_by as "createdBy", o.created_at as "createdAt", o.updated_at as "updatedAt", o.archived_at as "archivedAt"`;

export interface ParcelObjectFilter {
  kind?: string | undefined;
  /** Words of the title, or a part of the notes. */
  q?: string | undefined;
  withArchived: boolean;
  after?: string | undefined;
}

/** Newest first. */
export async function listParcelObjects(
  db: Db,
  parcelId: string,
  filter: ParcelObjectFilter,
  limit: number,
): Promise<TaggedObjectRow[]> {
  const { q, after } = filter;
  if (q === undefined) return listWhere(db, parcelId, filter, db`true`, limit);
  // A plot has few objects: its titles are split into words as they are read.
  const columns = { text: db`(o.title || ' ' || o.notes)`, words: db`name_words(o.title)` };
  return searchByName(db, q, columns, after !== undefined, (condition, page) =>
    page === 'this'
      ? listWhere(db, parcelId, filter, condition, limit)
      : listWhere(db, parcelId, { ...filter, after: undefined }, condition, 1),
  );
}

function listWhere(
  db: Db,
  parcelId: string,
  { kind, withArchived, after }: ParcelObjectFilter,
  condition: Condition,
  limit: number,
) {
  return db<TaggedObjectRow[]>`
    select ${columns(db)}, ${tagNames(db, 'parcel_object', db`o.id`)} as tags from parcel_object o
     where o.parcel_id = ${parcelId} and ${condition}
       ${kind === undefined ? db`` : db`and o.kind = ${kind}`}
       ${withArchived ? db`` : db`and o.archived_at is null`}
       ${after === undefined ? db`` : db`and o.id < ${after}`}
     order by o.id desc limit ${limit}`;
}

/** Objects that the account soft-deleted and can restore; newest first. */
export async function listRemovedObjects(
  db: Db,
  parcelId: string,
  remover: Remover,
  { kind, after }: Pick<ParcelObjectFilter, 'kind' | 'after'>,
  limit: number,
): Promise<(ParcelObjectRow & Removal)[]> {
  return db<(ParcelObjectRow & Removal)[]>`
    select ${columns(db)}, r.tags, r.removed_at as "removedAt"
      from removed_thing r, jsonb_populate_record(null::parcel_object, r.content) o
     where ${isRemovedBy(db, 'parcel_object', remover)} and r.parcel_id = ${parcelId}
       ${kind === undefined ? db`` : db`and o.kind = ${kind}`}
       ${after === undefined ? db`` : db`and r.id < ${after}`}
     order by r.id desc limit ${limit}`;
}

/** Whether content would be lost with it. Lock the object first. */
export async function isObjectReferenced(db: Db, id: string): Promise<boolean> {
  const rows = await db`
    select 1 where exists (select 1 from media where subject_type = 'object' and subject_id = ${id})
                or exists (select 1 from task where object_id = ${id})`;
  return rows.length > 0;
}

/** Times are ISO 8601 in UTC. */
export interface ObjectHistory {
  articles: (Omit<MentioningArticle, 'publishedAt'> & { publishedAt: string | null })[];
  media: { id: string; caption: string; takenAt: string | null; createdAt: string }[];
  tasks: {
    id: string;
    title: string;
    kind: string;
    status: string;
    dueOn: string | null;
    createdAt: string;
  }[];
}

/**
 * With visible articles that name it or a photograph of it, photographs and tasks about it; newest first, at most
 * `limit` of each.
 */
export async function findParcelObject(
  db: Db,
  parcelId: string,
  id: string,
  view: Reader,
  limit: number,
): Promise<(TaggedObjectRow & ObjectHistory) | undefined> {
  const list = (entries: ReturnType<Db>) => db`
    (select coalesce(json_agg(row_to_json(h)), '[]') from (${entries} limit ${limit}) h)`;
  const [row] = await db<(TaggedObjectRow & ObjectHistory)[]>`
    select ${columns(db)}, ${tagNames(db, 'parcel_object', db`o.id`)} as tags,
           ${list(db`
             select a.id::text, a.slug, a.title, a.kind, a.status, a.about_on_shown as "aboutOn", a.published_at as "publishedAt"
               from article a
              where a.id in (select article_id from article_mention where type = 'object' and subject_id = o.id
                             union
                             select n.article_id from media m join article_mention n on n.type = 'media' and n.subject_id = m.id
                              where m.subject_type = 'object' and m.subject_id = o.id and ${seesMedia(db, view)})
                and ${seesArticle(db, view)}
              order by a.id desc`)} as articles,
           ${list(db`
             select m.id::text, m.caption, m.taken_at as "takenAt", m.created_at as "createdAt" from media m
              where m.subject_type = 'object' and m.subject_id = o.id and m.state = 'ready' and ${seesMedia(db, view)}
              order by m.id desc`)} as media,
           ${list(db`
             select t.id::text, t.title, t.kind, t.status, t.due_on as "dueOn", t.created_at as "createdAt" from task t
              where t.object_id = o.id and ${seesTask(db, view)}
              order by t.id desc`)} as tasks
      from parcel_object o where o.parcel_id = ${parcelId} and o.id = ${id}`;
  return row;
}

export async function findTaggedObject(
  db: Db,
  parcelId: string,
  id: string,
): Promise<TaggedObjectRow | undefined> {
  const [row] = await db<TaggedObjectRow[]>`
    select ${columns(db)}, ${tagNames(db, 'parcel_object', db`o.id`)} as tags
      from parcel_object o where o.parcel_id = ${parcelId} and o.id = ${id}`;
  return row;
}

export async function lockParcelObject(
  db: Db,
  parcelId: string,
  id: string,
): Promise<ParcelObjectRow | undefined> {
  const [row] = await db<ParcelObjectRow[]>`
    select ${columns(db)} from parcel_object o where o.parcel_id = ${parcelId} and o.id = ${id} for update`;
  return row;
}

export async function countParcelObjects(db: Db, parcelId: string): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from parcel_object where parcel_id = ${parcelId}`;
  return row?.count ?? 0;
}

export async function insertParcelObject(db: Db, object: ParcelObjectRow): Promise<void> {
  await db`
    insert into parcel_object (id, parcel_id, kind, title, geometry, begun_on, notes, created_by, created_at, updated_at)
    values (${object.id}, ${object.parcelId}, ${object.kind}, ${object.title}, ${object.geometry === null ? null : db.json(object.geometry as never)},
            ${object.begunOn}, ${object.notes}, ${object.createdBy}, ${object.createdAt}, ${object.updatedAt})`;
}

export async function updateParcelObject(db: Db, object: ParcelObjectRow): Promise<void> {
  await db`
    update parcel_object set kind = ${object.kind}, title = ${object.title},
           geometry = ${object.geometry === null ? null : db.json(object.geometry as never)}, begun_on = ${object.begunOn},
           notes = ${object.notes}, updated_at = ${object.updatedAt}, archived_at = ${object.archivedAt}
     where id = ${object.id}`;
}
