import type { Db } from '../../base/db/connect.ts';

/** How long what was removed can be brought back. */
export const removedDays = 30;

export type RemovableType = 'media' | 'parcel_object' | 'contact';

/** Whoever removed it, and the moment before which it is gone for them, too. */
export interface Remover {
  accountId: string;
  since: Date;
}

export function asRemover(accountId: string, now: Date): Remover {
  return { accountId, since: new Date(now.getTime() - removedDays * 86_400_000) };
}

/** Takes the row out of its table and keeps it for who removed it, with its tags. Its row was taken before. */
export async function removeThing(
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

/** What is told of a removed thing beside its row. */
export interface Removal {
  tags: string[];
  removedAt: Date;
}

export interface RemovedThing {
  settlementId: string | null;
  tags: string[];
  /** False: something else has its place now, or what it belonged to is gone. It stays removed. */
  isBack: boolean;
}

/**
 * Puts the row back into its table; undefined when this account removed no such thing in the last days. Columns that came
 * since then have their defaults.
 */
export async function bringBack(
  db: Db,
  type: RemovableType,
  id: string,
  remover: Remover,
): Promise<RemovedThing | undefined> {
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
  return { settlementId: found.settlementId, tags: found.tags, isBack: back.length > 0 };
}

/** Deletes for good what nobody can bring back any more, at most so many; tells how many, and which blobs they leaned on. */
export async function purgeRemoved(
  db: Db,
  before: Date,
  limit: number,
): Promise<{ count: number; blobs: string[] }> {
  const rows = await db<{ blobs: string[] }[]>`
    delete from removed_thing r
     using (select type, id from removed_thing where removed_at <= ${before} order by removed_at limit ${limit} for update skip locked) old
     where r.type = old.type and r.id = old.id
    returning array(select encode(b, 'hex') from unnest(r.blobs) b) as blobs`;
  return { count: rows.length, blobs: [...new Set(rows.flatMap((row) => row.blobs))] };
}
