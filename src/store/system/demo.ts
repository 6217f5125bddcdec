import type { Db } from '../../base/db/connect.ts';

/** Serializes demo loaders across processes. */
export async function lockDemo(db: Db): Promise<void> {
  await db`select pg_advisory_xact_lock(7201511847)`;
}

export async function hasDemo(db: Db): Promise<boolean> {
  return (await db`select 1 from account where email_key like '%@demo.example' limit 1`).length > 0;
}

/** An account or a settlement that is not the demonstration's. */
export async function hasOwn(db: Db, slugs: readonly string[]): Promise<boolean> {
  const rows = await db`
    select 1 from account where email_key not like '%@demo.example'
    union all select 1 from settlement where slug <> all(${slugs as string[]}) limit 1`;
  return rows.length > 0;
}

/** Every account and every settlement is the demonstration's. */
export async function hasOnlyDemo(db: Db, slugs: readonly string[]): Promise<boolean> {
  return !(await hasOwn(db, slugs)) && (await hasDemo(db));
}

/** What belongs to the running service or the operator's settings, not to the data. */
const keptTables = ['migration', 'instance_lease', 'installation_setting', 'backup'];

/** Empties every table. Files without a row are removed by the media sweep. */
export async function emptyDatabase(db: Db): Promise<void> {
  const tables = await db<{ name: string }[]>`
    select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
     where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all(${keptTables})
     order by c.relname`;
  // The audit refuses every change of its entries; those of the demonstration go with it.
  await db`alter table audit_entry disable trigger audit_stays`;
  await db`alter table register_reading disable trigger register_reading_stays`;
  await db`truncate ${db(tables.map(({ name }) => name))}`;
  await db`alter table audit_entry enable trigger audit_stays`;
  await db`alter table register_reading enable trigger register_reading_stays`;
}
