import type { Db } from '../../base/db/connect.ts';

export interface TableShape {
  name: string;
  columns: string[];
}

const batchSize = 500;

/** Runtime state that is not part of the data. */
const excludedTables = [
  'migration',
  'instance_lease',
  'job_turn',
  'session',
  'idempotency_reply',
  'sign_in_failure',
  'boundary_preview',
  'land_import',
  'land_import_feature',
  'waiting_form',
];

/** Partitions are read through their parent; generated columns are not backed up. */
export async function listBackedUpTables(db: Db): Promise<TableShape[]> {
  return db<TableShape[]>`
    select c.relname as name, array_agg(a.attname order by a.attnum) as columns
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all(${excludedTables})
     group by c.relname order by c.relname`;
}

export async function listMigrations(db: Db): Promise<string[]> {
  const rows = await db<{ name: string }[]>`select name from migration order by name`;
  return rows.map(({ name }) => name);
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

export async function hasAccounts(db: Db): Promise<boolean> {
  return (await db`select 1 from account limit 1`).length > 0;
}

/** Restored rows need no triggers or foreign key checks. */
export async function ignoreTriggers(db: Db): Promise<void> {
  await db`set local session_replication_role = replica`;
}
