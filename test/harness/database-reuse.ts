import type { Pool } from '../../src/base/db/connect.ts';

/** State of a freshly migrated database. */
interface FreshState {
  tables: readonly string[];
  state: string;
}

/** With more rows, a new database is faster. */
const maxRows = 20_000;

/** Call it before anything was written. */
export async function readFreshState(pool: Pool): Promise<FreshState> {
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

/** Hash of the rows written by migrations, and counts that show added, removed or disabled schema objects. */
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

/** Deletes every row that tests wrote. False: the database has changed otherwise, or a new one is faster. */
export async function emptyDatabase(pool: Pool, { tables, state }: FreshState): Promise<boolean> {
  const [{ filled }] = JSON.parse(state) as [{ filled: string }];
  try {
    if ((await readState(pool, filled.split(' ').filter(Boolean))) !== state) return false;
    // As a replica: in any order of tables, and without triggers that protect rows.
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
        if total > ${maxRows} then raise exception 'too many rows'; end if;
      end $$`);
    return true;
  } catch {
    return false;
  }
}
