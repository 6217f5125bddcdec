import { setTimeout as sleep } from 'node:timers/promises';
import type { BenchService } from '../bench-harness.ts';

export interface Statements {
  /** Per call: statements, pages of 8 KB that they touched in the cache or on disk, rows that they returned or changed. */
  statements: number;
  buffers: number;
  rows: number;
  /** The dearest first. */
  each: { query: string; calls: number; buffers: number; rows: number }[];
}

const turns = 5;
const extension = 'pg_stat_statements';

/** Starts the service on a database that counts its statements; the module has to be loaded with the server. */
export async function startCounting(start: () => Promise<BenchService>): Promise<BenchService> {
  const service = await start();
  const [row] = await service.sql<{ loaded: string }[]>`
    select current_setting('shared_preload_libraries') as loaded`;
  if (row?.loaded !== extension) {
    await service.sql.unsafe(`alter system set shared_preload_libraries = '${extension}'`);
    await service.stop();
    return startCounting(start);
  }
  await service.sql.unsafe(`create extension if not exists ${extension}`);
  return service;
}

/** Statements that ran at least as often as the call: others are of jobs and timers. */
export async function countStatements(
  { sql }: BenchService,
  run: () => Promise<unknown>,
): Promise<Statements> {
  await sql`select pg_stat_statements_reset()`;
  for (let turn = 0; turn < turns; turn += 1) await run();
  const each = await sql<Statements['each']>`
    select query, (calls / ${turns}::float8) as calls, (shared_blks_hit + shared_blks_read) / ${turns}::float8 as buffers, rows / ${turns}::float8 as rows
      from pg_stat_statements where toplevel and calls >= ${turns} and query !~ '(pg_stat_|^(begin|commit|rollback))'
     order by 3 desc`;
  const sum = (of: 'calls' | 'buffers' | 'rows') => each.reduce((total, one) => total + one[of], 0);
  return { statements: sum('calls'), buffers: sum('buffers'), rows: sum('rows'), each };
}

/** Tables of more than 1,000 rows that a call reads row by row. Backends report what they read once a second. */
export async function findScans({ sql }: BenchService, run: () => Promise<unknown>): Promise<string[]> {
  const read = async () =>
    new Map(
      (
        await sql<{ name: string; rows: number; live: number }[]>`
          select relname::text as name, seq_tup_read::float8 as rows, n_live_tup::float8 as live from pg_stat_user_tables`
      ).map(({ name, rows, live }) => [name, { rows, live }]),
    );
  const before = await read();
  await run();
  await sleep(1_100);
  await run();
  await sleep(100);
  const after = await read();
  return [...after].flatMap(([name, { rows, live }]) => {
    const more = rows - (before.get(name)?.rows ?? 0);
    return live > 1_000 && more > live / 2 ? [`${name} ${Math.round(more / 2)}`] : [];
  });
}
