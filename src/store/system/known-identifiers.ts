import type { Db } from '../../base/db/connect.ts';

/** Whether each is the identifier of a place, contact or company: what a list may be narrowed to by a 64-bit integer. */
export async function areKnownIdentifiers(db: Db, ids: readonly string[]): Promise<boolean> {
  const rows = await db<{ id: string }[]>`
    select asked.id from unnest(${ids}::bigint[]) as asked (id)
     where exists (select from place p where p.id = asked.id)
        or exists (select from contact c where c.id = asked.id)
        or exists (select from company c where c.id = asked.id)`;
  return rows.length === ids.length;
}
