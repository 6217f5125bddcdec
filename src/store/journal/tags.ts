import type { Db } from '../../base/db/connect.ts';
import { slugify } from '../../domain/rules/slug.ts';
import { decideTags, type TagChange } from '../../domain/rules/tag-changes.ts';

export const taggedTypes = [
  'article',
  'media',
  'parcel_object',
  'task',
  'contact',
  'parcel',
  'company',
  'knowledge_article',
] as const;
export type TaggedType = (typeof taggedTypes)[number];

export interface TaggedSubject {
  subjectType: TaggedType;
  subjectId: string;
  /** Null for companies and the knowledge base, which belong to no settlement. */
  settlementId: string | null;
}

export interface TagRow {
  id: string;
  slug: string;
  name: string;
}

/**
 * Replaces the tags of an item, in the given order. Spellings with the same slug are one tag, named as first typed.
 * Returns the names as displayed. Always three statements.
 */
export async function setTags(
  db: Db,
  subject: TaggedSubject,
  names: readonly string[],
  newId: () => string,
): Promise<string[]> {
  const { subjectType, subjectId, settlementId } = subject;
  const bySlug = new Map<string, string>();
  for (const typed of names) {
    const slug = slugify(typed);
    if (!bySlug.has(slug)) bySlug.set(slug, normalizeTagName(typed));
  }
  const slugs = [...bySlug.keys()];
  if (slugs.length > 0) {
    // Sorted by slug, to avoid deadlocks between writers adding the same new tags.
    const fresh = [...bySlug].sort(([one], [other]) => (one < other ? -1 : 1));
    await db`
      insert into tag (id, slug, name)
      select * from unnest(${fresh.map(newId)}::bigint[], ${fresh.map(([slug]) => slug)}::text[], ${fresh.map(([, name]) => name)}::text[])
      on conflict (slug) do nothing`;
  }
  await db`
    delete from tagging
     where subject_type = ${subjectType} and subject_id = ${subjectId}
       and tag_id not in (select id from tag where slug = any(${slugs}::text[]))`;
  if (slugs.length === 0) return [];
  const rows = await db<{ name: string }[]>`
    with wanted as (
      select t.id, t.name, w.position from unnest(${slugs}::text[]) with ordinality w (slug, position) join tag t using (slug)
    ), put as (
      insert into tagging (tag_id, subject_type, subject_id, settlement_id, position)
      select id, ${subjectType}, ${subjectId}, ${settlementId}, position from wanted
      on conflict (subject_type, subject_id, tag_id) do update set position = excluded.position, settlement_id = excluded.settlement_id
    )
    select name from wanted order by position`;
  return rows.map((row) => row.name);
}

/** The tags of one row as a column, in their order. `id` is the column of its id. */
export const tagNames = (db: Db, subjectType: TaggedType, id: ReturnType<Db>) => db`
  array(select named.name from tagging g join tag named on named.id = g.tag_id
         where g.subject_type = ${db.unsafe(`'${subjectType}'`)} and g.subject_id = ${id}
         order by g.position, named.slug)`;

/** Tags of one item. */
export async function findTags(db: Db, subjectType: TaggedType, id: string): Promise<string[]> {
  const [row] = await db<
    [{ tags: string[] }]
  >`select ${tagNames(db, subjectType, db`${id}::bigint`)} as tags`;
  return row.tags;
}

/** Applies a change of tags to an item whose row is locked. Returns the names as displayed. */
export async function changeTags(
  db: Db,
  subject: TaggedSubject,
  change: TagChange,
  newId: () => string,
): Promise<string[]> {
  const present = await findTags(db, subject.subjectType, subject.subjectId);
  const next = decideTags(present, change);
  return next === undefined ? present : setTags(db, subject, next, newId);
}

/** By slug or any spelling with the same slug. */
export async function findTag(db: Db, typed: string): Promise<TagRow | undefined> {
  const [row] = await db<TagRow[]>`select id, slug, name from tag where slug = ${slugify(typed)}`;
  return row;
}

/** Call before deleting an item for good. Unused tags are kept. */
export async function clearTags(db: Db, subjectType: TaggedType, subjectId: string): Promise<void> {
  await db`delete from tagging where subject_type = ${subjectType} and subject_id = ${subjectId}`;
}

/** Removes leading # signs and redundant whitespace. */
export function normalizeTagName(typed: string): string {
  const plain = typed.replace(/\s+/gu, ' ').trim();
  return plain.replace(/^#+\s*/, '') || plain;
}
