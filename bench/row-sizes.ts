import type { Db } from '../src/base/db/connect.ts';
import type { BenchService } from './bench-harness.ts';

/** Tables to measure, with the columns that must differ in a copied row: ids and unique texts. */
const tables: Record<string, { ids: readonly string[]; words?: readonly string[]; hashes?: boolean }> = {
  settlement: { ids: ['id'], words: ['slug'] },
  parcel: { ids: ['id', 'settlement_id'], words: ['cadastral_number'] },
  building: { ids: ['id', 'parcel_id'], words: ['cadastral_number'] },
  account: { ids: ['id'], words: ['email', 'email_key'] },
  membership: { ids: ['id', 'account_id', 'parcel_id'] },
  article: { ids: ['id', 'settlement_id', 'author_id'] },
  knowledge_article: { ids: ['id'], words: ['slug'] },
  knowledge_revision: { ids: ['id', 'article_id'] },
  knowledge_passage: { ids: ['id', 'article_id'] },
  search_posting: { ids: ['passage_id'] },
  media: { ids: ['id', 'settlement_id', 'subject_id'], hashes: true },
  message: { ids: ['id', 'conversation_id'] },
  notification: { ids: ['id', 'event_id', 'account_id'] },
  task: { ids: ['id', 'settlement_id', 'author_id'] },
};
const wantedRows = 20_000;
/** Id offset between copies; far more than the id range of the demo data. */
const apart = '4503599627370496';
const sensors = 100;
const readingsEach = 2_000;

/** Bytes per row with indexes, measured on copies of the demo data with real texts and outlines. */
export async function measureRowSizes({ sql }: BenchService): Promise<void> {
  console.log('\nbytes in the database for one row, with its indexes');
  const say = (what: string, bytes: number, rows: number, further = '') =>
    console.log(`  ${what.padEnd(26)}${bytes.toFixed(0).padStart(7)}   (${rows} rows${further})`);
  const [{ passages = 0, postings = 0 } = {}] = await sql<{ passages: number; postings: number }[]>`
    select (select count(*) from knowledge_passage)::int as passages, (select count(*) from search_posting)::int as postings`;
  console.log(`  postings for each passage: ${(postings / Math.max(1, passages)).toFixed(0)}`);
  for (const [table, columns] of Object.entries(tables)) {
    const before = await sizeOf(sql, table);
    const rows = await multiply(sql, table, columns);
    say(table, ((await sizeOf(sql, table)) - before) / rows, rows);
  }
  const readings = await sizeOf(sql, 'reading');
  await sql`
    insert into reading (sensor_id, measured_at, number)
    select sensor, timestamptz '2026-06-01' + minute * interval '1 minute', 20 + random()
      from generate_series(1, ${readingsEach}::int) minute, generate_series(1, ${sensors}::int) sensor`;
  say(
    'reading',
    ((await sizeOf(sql, 'reading')) - readings) / (sensors * readingsEach),
    sensors * readingsEach,
  );
  const rollups = await sizeOf(sql, 'reading_rollup');
  await sql`
    insert into reading_rollup (sensor_id, step, starts_at, n, mean, low, high, total, last_number, last_at)
    select sensor, 'hour', timestamptz '2026-06-01' + hour * interval '1 hour', 60, 20.5, 20, 21, 1230, 20.4, now()
      from generate_series(1, 500) hour, generate_series(1, ${sensors}::int) sensor`;
  say('reading_rollup', ((await sizeOf(sql, 'reading_rollup')) - rollups) / (sensors * 500), sensors * 500);
}

async function sizeOf(sql: Db, table: string): Promise<number> {
  const [row] = await sql<{ bytes: number }[]>`
    select coalesce(sum(pg_total_relation_size(relid)), pg_total_relation_size(${table}::regclass))::float8 as bytes
      from pg_partition_tree(${table}::regclass)`;
  return row?.bytes ?? 0;
}

async function multiply(
  sql: BenchService['sql'],
  table: string,
  { ids, words = [], hashes = false }: (typeof tables)[string],
): Promise<number> {
  const columns = await sql<{ name: string }[]>`
    select attname as name from pg_attribute
     where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`;
  const value = (name: string) => {
    if (ids.includes(name)) return `t.${name} + copy * ${apart}`;
    if (words.includes(name)) return `t.${name} || '-' || copy`;
    if (hashes && name === 'sha256') return `sha256(t.sha256 || copy::text::bytea)`;
    if (hashes && name === 'blobs')
      return `array(select sha256(blob || copy::text::bytea) from unnest(t.blobs) blob)`;
    return `t.${name}`;
  };
  const names = columns.map(({ name }) => name);
  return sql.begin(async (db) => {
    // Foreign keys of the copies point nowhere, so triggers are disabled.
    await db.unsafe('set local session_replication_role = replica');
    const [row] = await db.unsafe(`select count(*)::int as rows from ${table}`);
    const own = Number(row?.rows ?? 0);
    if (own === 0) throw new Error(`The demonstration has no ${table}.`);
    const copies = Math.ceil(Math.min(wantedRows, own * 1000) / own);
    await db.unsafe(
      `insert into ${table} (${names.join(', ')}) select ${names.map(value).join(', ')} from ${table} t, generate_series(1, ${copies}) copy`,
    );
    return own * copies;
  });
}
