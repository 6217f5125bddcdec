/**
 * How long migrations block people on large tables: a database of an older schema with many rows is brought up to date
 * while another connection watches the locks.
 *   node --import tsx bench/migration-locks.ts [ROWS] [ARTICLES] [LAST MIGRATION OF THE OLDER SCHEMA]
 * Articles are slow to insert and fewer than messages: a tenth of the rows, unless given.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Pool } from '../src/base/db/connect.ts';
import { migrate } from '../src/base/db/migrate.ts';
import { createScratchDatabase } from '../src/base/db/scratch-database.ts';
import { listMigrations } from '../src/store/system/backup.ts';
import { connectMaintenance, databaseAddress, findCluster } from '../test/harness/cluster.ts';

const [rows = '1000000', articles = String(Number(rows) / 10), last = '294_installation.sql'] =
  process.argv.slice(2);
const sampleMilliseconds = 20;
/** Longer than this people notice. */
const tolerated = 1000;

const cluster = await findCluster();
const maintenance = connectMaintenance(cluster.address);
const connectTo = (name: string) =>
  connect({ to: databaseAddress(cluster.address, name), maxConnections: 4 });
const template = connectTo(cluster.address.template);
const names = (await listMigrations(template)).map(({ name }) => name);
await template.end();
const { pool, drop } = await createScratchDatabase(maintenance, connectTo);
try {
  await migrate(pool, { only: new Set(names.filter((name) => name <= last)) });
  const tables = await fill(pool, Number(rows), Number(articles));
  console.log(`${rows} rows in each of ${tables.join(', ')}, but ${articles} in article; from ${last}`);
  await measure(pool, tables);
} finally {
  await drop();
  await maintenance.end();
  await cluster.stop();
}

/** The tables that grow with people and time. */
async function fill(db: Pool, count: number, articleCount: number): Promise<string[]> {
  await db`
    insert into account (id, email, email_key, display_name, created_at)
    values (1, 'a@example.org', 'a@example.org', 'Анна', now())`;
  await db`insert into place (id, kind, name, path) values (1, 'country', 'Россия', '{1}')`;
  await db`
    insert into settlement (id, slug, name, kind, status, place_id, region, created_at)
    values (2, 'lesnoe', 'Лесное', 'snt', 'populated', 1, 'Тверская область', now())`;
  await db`
    insert into conversation (id, settlement_id, kind, member_key, last_message_id, last_number, created_at)
    values (3, 2, 'person', '1', 3, ${count}, now())`;
  await db.begin(async (inside) => {
    await inside`set local statement_timeout = 0`;
    // The rows refer to what is there; checking each would take most of the time.
    await inside`set local session_replication_role = replica`;
    await inside`
      insert into notification (id, account_id, topic, key, url, event_id, created_at)
      select n, 1, 'my_requests', 'notifications.task_done', '/account#task-' || n, n, now() from generate_series(1, ${count}::int) n`;
    await inside`
      insert into message (conversation_id, number, id, author_id, body, created_at)
      select 3, n, n, 1, 'Слова', now() from generate_series(1, ${count}::int) n`;
    await inside`
      insert into reading (sensor_id, measured_at, number)
      select n % 100, timestamptz '2026-01-01' + n * interval '1 second', n from generate_series(1, ${count}::int) n`;
    await inside`
      insert into article (id, settlement_id, author_id, slug, title, body, excerpt, kind, status, about_on_shown, published_at, created_at, updated_at)
      select n, 2, 1, 'word-' || n, 'Вода', 'Есть', '', 'post', 'published', '2026-05-01', now(), now(), now() from generate_series(1, ${articleCount}::int) n`;
  });
  await db.unsafe('analyze');
  return ['notification', 'message', 'reading', 'article'];
}

async function measure(db: Pool, tables: readonly string[]): Promise<void> {
  const watched = [...tables];
  const held = new Map<string, number>();
  let current = '';
  let isOver = false;
  const watch = (async () => {
    while (!isOver) {
      const began = performance.now();
      const locks = await db<{ name: string; mode: string }[]>`
        select relation::regclass::text as name, mode from pg_locks
         where granted and locktype = 'relation' and relation = any(${watched}::text[]::regclass[]::oid[])
           and mode in ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock')`;
      await sleep(sampleMilliseconds);
      for (const { name, mode } of locks) {
        const key = `${current} ${name} ${mode}`;
        held.set(key, (held.get(key) ?? 0) + performance.now() - began);
      }
    }
  })();
  let began = performance.now();
  const durations: [string, number][] = [];
  const finish = () => {
    if (current !== '') durations.push([current, performance.now() - began]);
    began = performance.now();
  };
  await migrate(db, {
    onApply(name) {
      finish();
      current = name;
    },
  });
  finish();
  isOver = true;
  await watch;
  for (const [name, duration] of durations)
    if (duration > 200) console.log(`  ${name.padEnd(40)}${duration.toFixed(0).padStart(8)} ms in all`);
  for (const [key, duration] of [...held].sort(([, one], [, other]) => other - one))
    console.log(`  ${duration > tolerated ? 'TOO LONG ' : ''}${key}: ${duration.toFixed(0)} ms`);
  if (held.size === 0) console.log('  no lock on them that blocks people was seen');
}
