import type { Db } from '../../base/db/connect.ts';
import type { MediaSubjectType, StoredSubjectType } from '../../domain/rules/media-access.ts';
import type { Visibility } from '../../domain/rules/settlement-role.ts';
import { listReadableVisibilities } from '../../domain/rules/settlement-role.ts';
import { tagNames } from '../journal/tags.ts';
import { seesMedia } from '../visibility/media-visibility.ts';
import type { Reader } from '../visibility/visibility.ts';

export interface SavedRendition {
  sha256: string;
  width: number;
  height: number;
  bytes: number;
  type: string;
}

export interface MediaRow {
  id: string;
  /** Null for the knowledge base and companies. */
  settlementId: string | null;
  parcelId: string | null;
  subjectType: StoredSubjectType;
  subjectId: string;
  ownerId: string;
  /** Of the original file, in hex. */
  sha256: string;
  contentType: string;
  bytes: string;
  width: number | null;
  height: number | null;
  takenAt: Date | null;
  caption: string;
  fileName: string;
  visibility: Visibility;
  preview: string | null;
  renditions: Record<string, SavedRendition>;
  state: 'processing' | 'ready' | 'failed';
  createdAt: Date;
}

export const mediaColumns = (db: Db) => db`
  m.id, m.settlement_id as "settlementId", m.parcel_id as "parcelId", m.subject_type as "subjectType",
  m.subject_id as "subjectId", m.owner_id as "ownerId", encode(m.sha256, 'hex') as sha256, m.content_type as "contentType",
  m.bytes, m.width, m.height, m.taken_at as "takenAt", m.caption, m.file_name as "fileName", m.visibility, m.preview,
  m.renditions, m.state, m.created_at as "createdAt"`;

export interface MediaFilter {
  id?: string | undefined;
  parcelId?: string | undefined;
  subject?: { type: MediaSubjectType; id: string } | undefined;
  before?: string | undefined;
}

export interface TaggedMediaRow extends MediaRow {
  tags: string[];
}

/** Visible files, newest first; failed ones are shown to their uploader only. */
export async function listMedia(
  db: Db,
  view: Reader,
  filter: MediaFilter,
  limit: number,
): Promise<TaggedMediaRow[]> {
  const columns = db`${mediaColumns(db)}, ${tagNames(db, 'media', db`m.id`)} as tags`;
  const { id, parcelId, subject, before } = filter;
  const { settlementId, accountId } = view;
  const isListed = db`
    m.settlement_id = ${settlementId} and ${seesMedia(db, view)} and (m.state <> 'failed' or m.owner_id = ${accountId})
    ${before === undefined ? db`` : db`and m.id < ${before}`}
    ${id === undefined ? db`` : db`and m.id = ${id}`}`;
  const { readsAsBoard, isResident } = view.settlementRole;
  // Residents see nearly everything, so one ordered index scan is fastest.
  if (parcelId !== undefined || subject !== undefined || readsAsBoard || isResident) {
    return db<TaggedMediaRow[]>`
      select ${columns} from media m
       where ${isListed}
         ${parcelId === undefined ? db`` : db`and m.parcel_id = ${parcelId}`}
         ${subject === undefined ? db`` : db`and m.subject_type = ${subject.type} and m.subject_id = ${subject.id}`}
       order by m.id desc limit ${limit}`;
  }
  // One index range per visibility, so hidden rows are not even scanned. The limit is inlined: only so PostgreSQL
  // keeps one plan with a correct row estimate.
  const most = db.unsafe(String(Math.trunc(limit)));
  const range = (lies: ReturnType<Db>) =>
    db`(select m.id from media m where ${lies} and ${isListed} order by m.id desc limit ${most})`;
  const ranges = listReadableVisibilities(view.settlementRole).map((name) =>
    range(db`m.visibility = ${db.unsafe(`'${name}'`)}`),
  );
  if (accountId !== null) ranges.push(range(db`m.owner_id = ${accountId}`));
  const whole = ranges.reduce((all, one) => db`${all} union ${one}`, range(db`m.subject_type = 'task'`));
  return db<TaggedMediaRow[]>`
    select ${columns} from media m where m.id in (${whole}) order by m.id desc limit ${most}`;
}

/** Files of one subject, oldest first. The caller has checked that the subject is visible. */
export async function listMediaBySubject(
  db: Db,
  type: MediaSubjectType,
  subjectId: string,
  limit: number,
): Promise<MediaRow[]> {
  return db<MediaRow[]>`
    select ${mediaColumns(db)} from media m
     where m.subject_type = ${type} and m.subject_id = ${subjectId} and m.state <> 'failed'
     order by m.id limit ${limit}`;
}

/** Photographs mentioned in the text, in reading order, then those that belong to the article; visible ones only. */
export async function listMediaOfArticle(
  db: Db,
  reader: Reader,
  articleId: string,
  limit: number,
): Promise<MediaRow[]> {
  return db<MediaRow[]>`
    select m.*
      from (select subject_id as id, position from article_mention where article_id = ${articleId} and type = 'media'
            union all
            select o.id, 1000000 from media o where o.subject_type = 'article' and o.subject_id = ${articleId}
               and not exists (select 1 from article_mention n
                                where n.article_id = ${articleId} and n.type = 'media' and n.subject_id = o.id)) shown
     -- With an offset each is looked up by its id; otherwise all media of the settlement might be read and checked.
     cross join lateral (
       select ${mediaColumns(db)} from media m
        where m.id = shown.id and m.settlement_id = ${reader.settlementId} and ${seesMedia(db, reader)}
          and (m.state <> 'failed' or m.owner_id = ${reader.accountId}) offset 0) m
     order by shown.position, m.id limit ${limit}`;
}

export async function findMedia(db: Db, id: string): Promise<MediaRow | undefined> {
  const [row] = await db<MediaRow[]>`select ${mediaColumns(db)} from media m where m.id = ${id}`;
  return row;
}

export async function lockMedia(db: Db, id: string): Promise<MediaRow | undefined> {
  const [row] = await db<MediaRow[]>`select ${mediaColumns(db)} from media m where m.id = ${id} for update`;
  return row;
}

/** Whether the file, which must be of the viewer's settlement, is visible. */
export async function isMediaVisible(db: Db, view: Reader, id: string): Promise<boolean> {
  const rows = await db`select 1 from media m where m.id = ${id} and ${seesMedia(db, view)}`;
  return rows.length > 0;
}

export interface NewMedia
  extends Omit<MediaRow, 'renditions' | 'bytes' | 'takenAt' | 'parcelId' | 'settlementId'> {
  settlementId: string | null;
  parcelId: string | null;
  bytes: number;
  /** Local camera time; without an offset it is read in the settlement's time zone. */
  takenAt: { local: string; offset: string | null } | undefined;
  timeZone: string;
}

export async function insertMedia(db: Db, media: NewMedia): Promise<MediaRow> {
  const hash = Buffer.from(media.sha256, 'hex');
  const { takenAt } = media;
  const [row] = await db<MediaRow[]>`
    insert into media as m (id, settlement_id, parcel_id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes,
                            width, height, taken_at, caption, file_name, visibility, preview, state, created_at)
    values (${media.id}, ${media.settlementId}, ${media.parcelId}, ${media.subjectType}, ${media.subjectId}, ${media.ownerId},
            ${hash}, array[${hash}]::bytea[], ${media.contentType}, ${media.bytes}, ${media.width}, ${media.height},
            ${
              takenAt === undefined
                ? db`null`
                : takenAt.offset === null
                  ? db`(${takenAt.local}::text::timestamp at time zone ${media.timeZone})`
                  : db`${takenAt.local + takenAt.offset}::text::timestamptz`
            },
            ${media.caption}, ${media.fileName}, ${media.visibility}, ${media.preview}, ${media.state}, ${media.createdAt})
    returning ${mediaColumns(db)}`;
  return row as MediaRow;
}

export async function saveMedia(
  db: Db,
  id: string,
  change: { caption: string; visibility: Visibility },
): Promise<void> {
  await db`update media set caption = ${change.caption}, visibility = ${change.visibility} where id = ${id}`;
}

export async function moveMedia(
  db: Db,
  id: string,
  to: { subjectType: StoredSubjectType; subjectId: string; parcelId: string | null; visibility: Visibility },
): Promise<void> {
  await db`
    update media set subject_type = ${to.subjectType}, subject_id = ${to.subjectId}, parcel_id = ${to.parcelId},
                     visibility = ${to.visibility}
     where id = ${id}`;
}

/** Articles that mention the file and the one it belongs or belonged to. Lock order: articles before media. */
export async function listArticlesWithMedia(db: Db, mediaId: string, lock: boolean): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select a.id from article a
     where a.id in (select n.article_id from article_mention n where n.type = 'media' and n.subject_id = ${mediaId}
                    union all
                    select m.subject_id from media m where m.id = ${mediaId} and m.subject_type = 'article'
                    union all
                    select (r.content->>'subject_id')::bigint from removed_thing r
                     where r.type = 'media' and r.id = ${mediaId} and r.content->>'subject_type' = 'article')
     order by a.id limit 1000 ${lock ? db`for no key update` : db``}`;
  return rows.map((row) => row.id);
}

/** Remaining bytes of the settlement's quota. */
export async function findRemainingQuota(db: Db, settlementId: string): Promise<number> {
  const [row] = await db<{ room: string }[]>`
    select media_quota_bytes - media_bytes as room from settlement where id = ${settlementId}`;
  return Number(row?.room ?? 0);
}
