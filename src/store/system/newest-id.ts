import type { Db } from '../../base/db/connect.ts';

/** The greatest id below a bound in any table; undefined in an empty database. Reads indexes only. */
export async function findNewestId(db: Db, below: string): Promise<string | undefined> {
  // From pg_catalog: the views of information_schema took longer than reading every index.
  const tables = await db<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id'
     where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
       and a.atttypid = 'bigint'::regtype and not a.attisdropped
     order by 1`;
  const newest = tables.map(({ name }) => db`(select max(id) from ${db(name)} where id < ${below}::bigint)`);
  const [first, ...others] = newest;
  if (first === undefined) return undefined;
  const all = others.reduce((some, one) => db`${some}, ${one}`, first);
  const [row] = await db<{ id: string | null }[]>`select greatest(${all})::text as id`;
  return row?.id ?? undefined;
}
