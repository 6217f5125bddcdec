import type { Pool } from '../../src/base/db/connect.ts';

/** What a database holds that has just been migrated, and what it consists of. */
interface Fresh {
  tables: readonly string[];
  state: string;
}

/** More rows than these leave so much behind that a new database is the quicker way. */
const mostRows = 20_000;

/** To be asked before anybody has written anything. */
export async function describeFresh(pool: Pool): Promise<Fresh> {
  const all = await pool<{ name: string }[]>`
    select relname as name from pg_class
     where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`;
  const names = all.map(({ name }) => name);
  const filled = await pool.unsafe(
    names
      .map((name) => `select '${name}' as name where exists (select 1 from "${name}")`)
      .join(' union all '),
  );
  const holds = new Set((filled as unknown as { name: string }[]).map(({ name }) => name));
  return {
    tables: names.filter((name) => !holds.has(name)),
    state: await readState(pool, [...holds].sort()),
  };
}

/** The rows that migrations wrote, and whether a table, an index, a trigger or a function was added, removed or switched off. */
async function readState(pool: Pool, filled: readonly string[]): Promise<string> {
  const parts = [
    ...filled.map((name) => `(select md5(string_agg(r::text, ',' order by r::text)) from "${name}" r)`),
    ...['pg_class', 'pg_trigger', 'pg_constraint', 'pg_proc'].map(
      (catalog) => `(select count(*) || ':' || max(oid) from ${catalog} where oid >= 16384)`,
    ),
    `(select count(*)::text from pg_trigger where tgenabled <> 'O')`,
  ];
  const rows = await pool.unsafe(
    `select concat_ws(' ', ${parts.join(', ')}) as state, '${filled.join(' ')}' as filled`,
  );
  return JSON.stringify(rows);
}

/** Takes out every row that tests wrote. False: the database is no longer what it was, or not worth it. */
export async function empty(pool: Pool, { tables, state }: Fresh): Promise<boolean> {
  const [{ filled }] = JSON.parse(state) as [{ filled: string }];
  try {
    if ((await readState(pool, filled.split(' ').filter(Boolean))) !== state) return false;
    // As a replica does: in any order of the tables, and also where a trigger keeps rows for good.
    await pool.unsafe(`
      do $$
      declare
        each text;
        removed bigint;
        total bigint := 0;
      begin
        set local session_replication_role = replica;
        set local lock_timeout = '2s';
        foreach each in array '{${tables.join(',')}}'::text[] loop
          execute format('delete from %I', each);
          get diagnostics removed = row_count;
          total := total + removed;
        end loop;
        if total > ${mostRows} then raise exception 'too many rows'; end if;
      end $$`);
    return true;
  } catch {
    return false;
  }
}
