import type { Db } from '../../base/db/connect.ts';

/** Soft-deleted rows can be restored for this long. */
export const restorableDays = 30;

export type RemovableType = 'media' | 'parcel_object' | 'contact';

/** The account that soft-deleted, and since when its deletions can be restored. */
export interface Remover {
  accountId: string;
  since: Date;
}

export function toRemover(accountId: string, now: Date): Remover {
  return { accountId, since: new Date(now.getTime() - restorableDays * 86_400_000) };
}

/** Soft delete: moves the row with its tags to removed_thing. The row must be locked. */
export async function softDelete(
  db: Db,
  type: RemovableType,
  thing: { id: string; settlementId: string | null; parcelId: string | null },
  by: { accountId: string; at: Date },
): Promise<void> {
  const blobs = type === 'media' ? db`t.blobs` : db`'{}'::bytea[]`;
  await db`
    with gone as (delete from ${db(type)} t where t.id = ${thing.id} returning to_jsonb(t) as content, ${blobs} as blobs),
         untagged as (delete from tagging where subject_type = ${type} and subject_id = ${thing.id} returning tag_id, position)
    insert into removed_thing (type, id, settlement_id, parcel_id, removed_by, removed_at, content, tags, blobs)
    select ${type}, ${thing.id}, ${thing.settlementId}, ${thing.parcelId}, ${by.accountId}, ${by.at}, g.content,
           array(select n.name from untagged u join tag n on n.id = u.tag_id order by u.position, n.slug), g.blobs
      from gone g`;
}

/** Condition on `removed_thing r`. */
export function isRemovedBy(db: Db, type: RemovableType, { accountId, since }: Remover) {
  return db`r.type = ${type} and r.removed_by = ${accountId} and r.removed_at > ${since}`;
}

/** Added to a soft-deleted row in lists. */
export interface Removal {
  tags: string[];
  removedAt: Date;
}

export interface RestoredRow {
  settlementId: string | null;
  tags: string[];
  /** False when its unique key is taken or its parent is gone; it stays soft-deleted. */
  isRestored: boolean;
}

/**
 * Restores the row; undefined when the account soft-deleted no such row in time. Columns added since then get their
 * defaults.
 */
export async function restoreSoftDeleted(
  db: Db,
  type: RemovableType,
  id: string,
  remover: Remover,
): Promise<RestoredRow | undefined> {
  const [found] = await db<{ settlementId: string | null; tags: string[]; columns: string[] }[]>`
    select r.settlement_id as "settlementId", r.tags, array(select a.attname::text from pg_attribute a
                          where a.attrelid = ${type}::text::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                            and r.content ? a.attname::text order by a.attnum) as columns
      from removed_thing r where ${isRemovedBy(db, type, remover)} and r.id = ${id} for update of r`;
  if (found === undefined) return undefined;
  const columns = db(found.columns);
  const back = await db`
    insert into ${db(type)} (${columns})
    select ${columns} from (
      select x.* from removed_thing r, jsonb_populate_record(null::${db(type)}, r.content) x
       where r.type = ${type} and r.id = ${id}
         and (r.parcel_id is null or exists (select 1 from parcel p where p.id = r.parcel_id))) kept
        on conflict do nothing
    returning 1`;
  if (back.length > 0) await db`delete from removed_thing where type = ${type} and id = ${id}`;
  return { settlementId: found.settlementId, tags: found.tags, isRestored: back.length > 0 };
}

/** Deletes expired rows for good, at most `limit`; returns their number and the blobs they referred to. */
export async function purgeSoftDeleted(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ count: number; blobs: string[] }> {
  const rows = await db<{ blobs: string[] }[]>`
    with gone as (
      delete from removed_thing r
       using (select type, id from removed_thing where removed_at <= ${before} order by removed_at limit ${limit} for update skip locked) old
       where r.type = old.type and r.id = old.id
      returning r.type, r.id, r.blobs
    ), forgotten as (
      delete from replaced_value v using gone g where v.subject_type = g.type and v.subject_id = g.id
    ), shown as (
      delete from board_hiding h using gone g where g.type = 'media' and h.subject_type = 'media' and h.subject_id = g.id
    )
    select array(select encode(b, 'hex') from unnest(g.blobs) b) as blobs from gone g`;
  return { count: rows.length, blobs: [...new Set(rows.flatMap((row) => row.blobs))] };
}
