import type { Db } from '../../base/db/connect.ts';

export interface TableShape {
  name: string;
  columns: string[];
}

export interface AppliedMigration {
  name: string;
  checksum: string;
}

const batchSize = 200;

/** Runtime state that is not part of the data, and what belongs to sessions. */
export const excludedTables: readonly string[] = [
  'migration',
  'instance_lease',
  'job_turn',
  'session',
  'push_subscription',
  'push_item',
  'idempotency_reply',
  'account_day',
  'sign_in_failure',
  'boundary_preview',
  'waiting_form',
  'setup_link',
  'backup',
];

/** Partitions are read through their parent; generated columns are not backed up. */
export async function listBackedUpTables(db: Db): Promise<TableShape[]> {
  return db<TableShape[]>`
    select c.relname as name, array_agg(a.attname order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all(${[...excludedTables]})
     group by c.relname order by c.relname`;
}

export async function listMigrations(db: Db): Promise<AppliedMigration[]> {
  return db<AppliedMigration[]>`select name, checksum from migration order by name`;
}

/** Rows of the same content then have the same JSON text, whatever the settings of server, database and user. */
export async function fixTextFormats(db: Db): Promise<void> {
  await db.unsafe(
    `set local timezone = 'UTC'; set local intervalstyle = 'postgres'; set local bytea_output = 'hex'; set local extra_float_digits = 1`,
  );
}

/** Hashes of the files that rows refer to, in order. */
export async function* listNeededFiles(db: Db): AsyncGenerator<string[]> {
  const rows = db<{ hash: string }[]>`
    select encode(needed.hash, 'hex') as hash
      from (select unnest(blobs) as hash from media
            union select unnest(blobs) from removed_thing
            union select sha256 from data_export where sha256 is not null) needed
     order by 1`;
  for await (const batch of rows.cursor(5000)) yield batch.map(({ hash }) => hash);
}

/**
 * JSON text, so that JavaScript does not round numbers. A cursor, not COPY: the driver loses its place in a COPY
 * paused by a slow reader.
 */
export async function* readTable(db: Db, table: TableShape): AsyncGenerator<string[]> {
  const rows = db<{ row: string }[]>`
    select to_jsonb(t)::text as row from (select ${db(table.columns)} from ${db(table.name)}) t`;
  for await (const batch of rows.cursor(batchSize)) yield batch.map(({ row }) => row);
}

export async function insertTableRows(db: Db, table: TableShape, rows: readonly string[]): Promise<void> {
  const columns = db(table.columns);
  await db`
    insert into ${db(table.name)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${db(table.name)}, ${`[${rows.join(',')}]`}::text::jsonb)`;
}

/** Tables that a service fills by itself on an empty installation. */
const ownTables = ['reading_horizon', 'installation_setting'];

/** Makes room for what a backup has in its place. */
export async function emptyOwnTable(db: Db, table: TableShape): Promise<void> {
  if (ownTables.includes(table.name)) await db`delete from ${db(table.name)}`;
}

/** Nobody registers until the end of the transaction; reading goes on. */
export async function lockAccounts(db: Db): Promise<void> {
  await db`lock table account in share row exclusive mode`;
}

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db`select 1 from account limit 1`).length > 0;
}

/** Restored rows need no triggers or foreign key checks. */
export async function ignoreTriggers(db: Db): Promise<void> {
  await db`set local session_replication_role = replica`;
}

/** A copy may take as long as it takes. */
export async function liftStatementTimeout(db: Db): Promise<void> {
  await db`set local statement_timeout = 0`;
}

/** Makes every foreign key anew, which checks that each reference leads to a row. */
export async function recheckForeignKeys(db: Db): Promise<void> {
  await db.unsafe(`
    do $$
    declare
      each record;
    begin
      for each in
        select conrelid::regclass as relation, conname, pg_get_constraintdef(oid) as definition
          from pg_constraint
         where contype = 'f' and conparentid = 0 and connamespace = current_schema()::regnamespace
      loop
        execute format('alter table %s drop constraint %I', each.relation, each.conname);
        execute format('alter table %s add constraint %I %s', each.relation, each.conname, each.definition);
      end loop;
    end $$`);
}
