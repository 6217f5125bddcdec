import type { Db } from '../../../src/base/db/connect.ts';

export interface RowChange {
  /** The transaction that wrote it. */
  transaction: string;
  table: string;
  /** Primary key, as text. */
  key: string;
  /** The row before; null: it was inserted. */
  was: Record<string, unknown> | null;
  /** The row afterwards; null: it was deleted. */
  is: Record<string, unknown> | null;
}

/** Work that follows from a write, caches, locks and counters: nobody wrote what stands there. */
const derived =
  /^(account_day|announcement_\w+|idempotency_reply|instance_lease|job|job_turn|knowledge_(figure|passage|vector)|land_version|letter\w*|notification|notification_counter|place_word|plot_code_try|push_item|read\w+|register_reading|search_\w+|tag|waiting_event|row_change_log)$/;

/** From now on the database notes every row that is written, until it is dropped with its test. */
export async function observeRowChanges(db: Db): Promise<void> {
  await db`create unlogged table row_change_log (n bigserial, tx text, at_table text, was jsonb, now jsonb)`;
  await db`
    create function log_row_change() returns trigger language plpgsql as $$
    begin
      insert into row_change_log (tx, at_table, was, now) values (
        pg_current_xact_id()::text,
        tg_table_name,
        case when tg_op = 'INSERT' then null else to_jsonb(old) end,
        case when tg_op = 'DELETE' then null else to_jsonb(new) end);
      return null;
    end $$`;
  await db`
    do $$
    declare name text;
    begin
      for name in
        select c.oid::regclass::text from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'row_change_log'
      loop
        execute format('create trigger log_row_change after insert or update or delete on %s for each row execute function log_row_change()', name);
      end loop;
    end $$`;
}

/** Primary keys by table. */
export async function readPrimaryKeys(db: Db): Promise<Map<string, string[]>> {
  const rows = await db<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where i.indisprimary group by c.relname`;
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Identifiers as strings: a JSON number would lose their last digits. */
const parseRow = (text: string | null): RowChange['was'] =>
  text === null ? null : JSON.parse(text.replace(/(: )(\d{16,})(?=[,}])/g, '$1"$2"'));

/** What was written since the last call. */
export async function takeRowChanges(db: Db, keys: ReadonlyMap<string, string[]>): Promise<RowChange[]> {
  const rows = await db<{ tx: string; table: string; was: string | null; is: string | null }[]>`
    with taken as (delete from row_change_log returning *)
    select tx, at_table as table, was::text as was, now::text as is from taken order by n`;
  return rows
    .filter(({ table }) => !derived.test(table))
    .map(({ tx, table, ...row }) => ({ tx, table, was: parseRow(row.was), is: parseRow(row.is) }))
    .map(({ tx: transaction, table, was, is }) => {
      const row = (is ?? was) as Record<string, unknown>;
      const key = JSON.stringify((keys.get(table) ?? Object.keys(row)).map((column) => row[column]));
      return { transaction, table, key, was, is };
    });
}
