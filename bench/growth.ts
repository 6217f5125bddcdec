/**
 * What the commonest calls and pages of one village cost while others come: 10, 100 and 1,000 villages of 600 plots.
 *   npm run bench -- growth                       as many villages as GROWTH_VILLAGES says (default 10,100,1000)
 *   GROWTH_FOLDER=FOLDER npm run bench -- growth  keeps the filled database there for the next run
 * Only figures of one run are comparable: a bare server is measured along, and costs are given as multiples of it.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readPidFile } from '../src/base/db/embedded/cluster.ts';
import {
  type BenchService,
  cpuMicroseconds,
  cpuOfChildren,
  median,
  startReference,
} from './bench-harness.ts';
import { type GrowthCall, prepareCalls } from './growth/calls.ts';
import { fillVillages } from './growth/fill.ts';

const rounds = 5;
const callsInRound = 6;

interface Cost {
  p50: number;
  p95: number;
  /** Milliseconds of both processors. */
  cpu: number;
  /** Tables that were read row by row, and rows read so per call. */
  scans: string[];
}
type Costs = Record<string, Cost>;

const scales = (process.env.GROWTH_VILLAGES ?? '10,100,1000').split(',').map(Number);

export async function measureGrowth(service: BenchService): Promise<void> {
  const kept = join(service.dataDir, 'growth.json');
  const measured = new Map<number, Costs>();
  const reference = await startReference(new URL('./references/settlements.ts', import.meta.url), service);
  const bare: GrowthCall = {
    label: 'bare server, 30 rows',
    run: async () => (await fetch(`${reference.url}/`)).text(),
  };
  try {
    const [row] = await service.sql<{ count: number }[]>`
      select count(*)::int as count from settlement where slug like 'growth-%'`;
    let filled = row?.count ?? 0;
    for (const scale of scales) {
      if (filled < scale) {
        const begun = performance.now();
        await fillVillages(service.sql, filled, scale);
        const [size] = await service.sql<{ bytes: number }[]>`
          select pg_database_size(current_database())::float8 as bytes`;
        console.log(
          `${scale} villages after ${((performance.now() - begun) / 1000).toFixed(0)} s, ${((size?.bytes ?? 0) / 2 ** 30).toFixed(2)} GB`,
        );
        filled = scale;
      }
      const calls = await prepareCalls(service, filled);
      measured.set(filled, await measureCalls(service, [bare, ...calls], reference.pid));
    }
  } finally {
    await reference.stop();
  }
  await writeFile(kept, JSON.stringify(Object.fromEntries(measured), null, 1));
  report(measured, bare.label);
}

async function measureCalls(
  service: BenchService,
  calls: readonly GrowthCall[],
  referencePid: number,
): Promise<Costs> {
  const database = (await readPidFile(join(service.dataDir, 'postgres')))?.pid ?? 0;
  const cpu = async () =>
    (await cpuMicroseconds(service.pid)) +
    (await cpuMicroseconds(referencePid)) +
    (await cpuOfChildren(database));
  const rows = calls.map(() => ({ times: [] as number[], cpu: [] as number[] }));
  for (const { run } of calls) for (let turn = 0; turn < callsInRound; turn += 1) await run();
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { run }] of calls.entries()) {
      const before = await cpu();
      for (let turn = 0; turn < callsInRound; turn += 1) {
        const begun = performance.now();
        await run();
        rows[index]?.times.push(performance.now() - begun);
      }
      rows[index]?.cpu.push(((await cpu()) - before) / callsInRound / 1000);
    }
  }
  const costs: Costs = {};
  for (const [index, { label, run }] of calls.entries()) {
    const { times, cpu: spent } = rows[index] as (typeof rows)[number];
    const sorted = [...times].sort((a, b) => a - b);
    costs[label] = {
      p50: median(times),
      p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
      // Of five medians one clock tick of 10 ms is a third of a millisecond: the mean of the middle three.
      cpu:
        [...spent]
          .sort((a, b) => a - b)
          .slice(1, -1)
          .reduce((sum, one) => sum + one, 0) /
        (rounds - 2),
      scans: await findScans(service, run),
    };
  }
  return costs;
}

/** Tables of more than 1,000 rows that a call reads row by row. Backends report what they read once a second. */
async function findScans({ sql }: BenchService, run: () => Promise<unknown>): Promise<string[]> {
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

function report(measured: ReadonlyMap<number, Costs>, bare: string): void {
  const sizes = [...measured.keys()];
  const of = (size: number, label: string) => measured.get(size)?.[label] as Cost;
  const [least = 0] = sizes;
  const most = sizes.at(-1) ?? least;
  console.log(
    `\nvillages: ${sizes.join(' / ')}; p50 and p95 in ms, CPU of service and database in ms, growth of CPU and p50 against the bare server`,
  );
  for (const label of Object.keys(measured.get(least) ?? {})) {
    const growth = (value: 'p50' | 'cpu') =>
      of(most, label)[value] / of(least, label)[value] / (of(most, bare)[value] / of(least, bare)[value]);
    const column = (value: 'p50' | 'p95' | 'cpu') =>
      sizes.map((size) => of(size, label)[value].toFixed(1).padStart(6)).join(' ');
    console.log(
      `  ${label.padEnd(38)}${column('p50')} |${column('p95')} |${column('cpu')} | ${growth('cpu').toFixed(2)} ${growth('p50').toFixed(2)}  ${of(most, label).scans.join(', ')}`,
    );
  }
}
