import { join } from 'node:path';
import { readPidFile } from '../src/base/db/embedded/cluster.ts';
import { paths } from '../src/base/site/paths.ts';
import { type BenchService, cpuMicroseconds, cpuOfChildren } from './bench-harness.ts';
import { fillKnowledge } from './knowledge.ts';
import { signInToDemo } from './pages.ts';
import { computePercentile } from './search/ranking-metrics.ts';

/** What people type: one word, a misspelt one, a plot, a name, a question, the beginning of a word. */
const queries = [
  'насос',
  'электрик',
  'скважена',
  'уч. 9',
  'собрание',
  'Ирина',
  'вывоз мусора',
  'как утеплить скважину на зиму',
  'сколько стоит подключение электричества 15 кВт',
  'отступ от забора до дома',
  'обризка яблани весной',
  'шлагб',
];
const rounds = 40;
const warmUp = 15;
const passagesWanted = 2700;
/** Of an article of the bench, at least. */
const passagesPerArticle = 4;

/** The search over everything, one caller: the demo, then with as many passages as docs/search.md measures. */
export async function measureSiteSearch(service: BenchService): Promise<void> {
  await timeSearches(service);
  const missing = passagesWanted - (await countPassages(service));
  await fillKnowledge(service, Math.ceil(missing / passagesPerArticle));
  await timeSearches(service);
}

async function countPassages({ sql }: BenchService): Promise<number> {
  const [row] = await sql<{ passages: number }[]>`
    select count(*)::integer as passages from knowledge_passage`;
  return row?.passages ?? 0;
}

async function timeSearches(service: BenchService): Promise<void> {
  console.log(`\n${await countPassages(service)} passages; ${queries.length} searches, ${rounds} times`);
  for (const persona of ['resident', 'editor'] as const) {
    const cookie = await signInToDemo(service, persona);
    const database = (await readPidFile(join(service.dataDir, 'postgres')))?.pid ?? 0;
    // Unlike the times, it leaves out waiting for a busy machine.
    const readCpu = async () => [await cpuMicroseconds(service.pid), await cpuOfChildren(database)];
    const times: number[] = [];
    let before: number[] = [];
    const slowest = new Map<string, number[]>();
    for (let round = -warmUp; round < rounds; round += 1) {
      if (round === 0) before = await readCpu();
      for (const q of queries) {
        const began = performance.now();
        const reply = await fetch(`${service.url}${paths.search}?${new URLSearchParams({ q })}`, {
          headers: { cookie },
        });
        await reply.arrayBuffer();
        if (!reply.ok) throw new Error(`${q}: ${reply.status}`);
        if (round < 0) continue;
        times.push(performance.now() - began);
        slowest.set(q, [...(slowest.get(q) ?? []), performance.now() - began]);
      }
    }
    const cpu = (await readCpu()).map((spent, part) => (spent - (before[part] ?? 0)) / 1000 / times.length);
    const at = (share: number) => computePercentile(times, share).toFixed(1);
    console.log(
      `  ${persona.padEnd(10)} p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, CPU ${cpu.map((each) => each.toFixed(1)).join(' + ')} ms`,
    );
    const medians = [...slowest].map(([q, each]) => [q, computePercentile(each, 0.5)] as const);
    for (const [q, time] of medians.sort(([, one], [, other]) => other - one).slice(0, 3))
      console.log(`    ${time.toFixed(1).padStart(6)} ms  ${q}`);
  }
}
