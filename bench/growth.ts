/**
 * What the commonest calls and pages of one village cost while others come: 10, 100 and 1,000 villages of 600 plots.
 *   npm run bench -- growth                       as many villages as GROWTH_VILLAGES says (default 10,100,1000)
 *   GROWTH_FOLDER=FOLDER npm run bench -- growth  keeps a filled database of each size there for the next run
 *   GROWTH_TURNS=300 npm run bench -- growth      also what tables take after so many changes by everybody of one village
 * Statements, pages of the database touched and rows are counted, which no load of the machine changes; times and CPU are of this run
 * alone, beside a bare server.
 */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPidFile } from '../src/base/db/embedded/cluster.ts';
import {
  type BenchService,
  cpuMicroseconds,
  cpuOfChildren,
  median,
  startBenchService,
  startReference,
} from './bench-harness.ts';
import { type GrowthCall, prepareCalls } from './growth/calls.ts';
import { fillVillages } from './growth/fill.ts';
import { perVillage } from './growth/ids.ts';
import { measureJobs, reportJobs } from './growth/jobs.ts';
import { measureMonth } from './growth/month.ts';
import { countStatements, findScans, type Statements, startCounting } from './growth/statement-counts.ts';
import { fillKnowledge } from './knowledge.ts';

const rounds = Number(process.env.GROWTH_ROUNDS ?? 3);
const callsInRound = 6;

interface Cost extends Statements {
  p50: number;
  p95: number;
  /** Milliseconds of both processors. */
  cpu: number;
  /** Growing tables that were read row by row, and rows read so per call. */
  scans: string[];
}
type Costs = Record<string, Cost>;

const scales = (process.env.GROWTH_VILLAGES ?? '10,100,1000').split(',').map(Number);
const bare = 'bare server, 30 rows';
/** What an article of the filled knowledge base is divided into. */
const passagesPerArticle = 5;

export async function measureGrowth(): Promise<void> {
  const kept = process.env.GROWTH_FOLDER;
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'settlements-growth-')));
  try {
    for (const scale of scales) {
      const service = await startCounting(() =>
        startBenchService({}, undefined, join(folder, String(scale))),
      );
      try {
        await fill(service, scale);
        if (process.env.GROWTH_FILL_ONLY === undefined) {
          const costs = await measureScale(service, scale);
          await writeFile(join(folder, `${scale}.json`), JSON.stringify(costs, null, 1));
          reportJobs(scale, await measureJobs(service));
          const turns = Number(process.env.GROWTH_TURNS ?? 0);
          if (turns > 0) await measureMonth(service, turns);
        }
      } finally {
        await service.stop();
      }
    }
    const measured = await readMeasured(folder);
    if (measured.size > 0) report(measured);
  } finally {
    if (kept === undefined) await rm(folder, { recursive: true, force: true });
  }
}

/** Of this run and of those before it. */
async function readMeasured(folder: string): Promise<Map<number, Costs>> {
  const names = (await readdir(folder)).filter((name) => /^\d+\.json$/.test(name));
  const sizes = names.map((name) => Number.parseInt(name, 10)).sort((a, b) => a - b);
  const measured = new Map<number, Costs>();
  for (const size of sizes)
    measured.set(size, JSON.parse(await readFile(join(folder, `${size}.json`), 'utf8')) as Costs);
  return measured;
}

async function fill(service: BenchService, villages: number): Promise<void> {
  const { sql } = service;
  const count = async () => {
    const [row] = await sql<{ villages: number; articles: number; passages: number; bytes: number }[]>`
      select (select count(*)::int from settlement where slug like 'growth-%') as villages,
             (select count(*)::int from knowledge_article where slug ~ '^article-\\d+$') as articles,
             (select count(*)::int from knowledge_passage) as passages, pg_database_size(current_database())::float8 as bytes`;
    return row ?? { villages: 0, articles: 0, passages: 0, bytes: 0 };
  };
  const found = await count();
  const begun = performance.now();
  if (found.villages < villages) await fillVillages(sql, found.villages, villages);
  const articles = (villages * perVillage.passages) / passagesPerArticle;
  if (found.articles < articles) await fillKnowledge(service, articles, found.articles);
  const { passages, bytes } = await count();
  const [readings] = await sql<{ rows: number }[]>`
    select sum(reltuples)::float8 as rows from pg_class where relname ~ '^reading_\\d' and relkind = 'r'`;
  console.log(
    `${villages} villages, ${passages} passages, ${((readings?.rows ?? 0) / 1e6).toFixed(1)} million readings: ${(bytes / 2 ** 30).toFixed(2)} GB, filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  );
}

async function measureScale(service: BenchService, villages: number): Promise<Costs> {
  const reference = await startReference(new URL('./references/settlements.ts', import.meta.url), service);
  try {
    const calls = await prepareCalls(service, villages);
    const reading = { label: bare, run: async () => (await fetch(`${reference.url}/`)).text() };
    return await measureCalls(service, [reading, ...calls], reference.pid);
  } finally {
    await reference.stop();
  }
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
      ...(await countStatements(service, run)),
      scans: await findScans(service, run),
    };
  }
  return costs;
}

/** The statements of each call, for comparing one size with another, are in the files of the folder. */
function report(measured: ReadonlyMap<number, Costs>): void {
  const sizes = [...measured.keys()];
  const of = (size: number, label: string) => measured.get(size)?.[label] as Cost;
  const [least = 0] = sizes;
  const most = sizes.at(-1) ?? least;
  console.log(
    `\nvillages: ${sizes.join(' / ')}; statements, pages of the database touched and their growth, rows, CPU in ms, p50 and p95 in ms`,
  );
  for (const label of Object.keys(measured.get(least) ?? {})) {
    const growth = of(most, label).buffers / Math.max(1, of(least, label).buffers);
    const column = (value: 'statements' | 'buffers' | 'rows' | 'cpu' | 'p50' | 'p95', digits: number) =>
      sizes
        .map((size) =>
          of(size, label)
            [value].toFixed(digits)
            .padStart(digits + 4),
        )
        .join(' ');
    console.log(
      `  ${label.padEnd(38)}${column('statements', 0)} |${column('buffers', 0)} ${growth.toFixed(2).padStart(6)} |${column('rows', 0)} |${column('cpu', 1)} |${column('p50', 1)} |${column('p95', 1)}  ${of(most, label).scans.join(', ')}`,
    );
  }
}
