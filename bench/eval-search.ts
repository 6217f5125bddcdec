import { resolve } from 'node:path';
import { searchPassages } from '../src/store/knowledge/search-query.ts';
import {
  type CorpusQuestion,
  createRandom,
  misspell,
  multiplyPassages,
  readCorpus,
} from './search/corpus.ts';
import { loadPassages, openSearchDatabase, readServerTime, type SearchDatabase } from './search/database.ts';
import { computePercentile, computeRankingMetrics, type RankingMetrics } from './search/ranking-metrics.ts';

/** npm run eval:search -- FOLDER [--quick]: how well questions find their passages, and how fast. */
const [folder, ...flags] = process.argv.slice(2);
if (folder === undefined) {
  console.error(
    'Usage: npm run eval:search -- FOLDER [--quick]\nFOLDER holds passages.jsonl and questions.dev.jsonl.',
  );
  process.exit(64);
}

const sizes = flags.includes('--quick') ? [] : [10_000, 100_000];
const timedQuestions = 600;

function showProgress(label: string, done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  const filled = Math.round((30 * done) / Math.max(1, total));
  const bar = `${'█'.repeat(filled)}${'░'.repeat(30 - filled)}`;
  process.stderr.write(`\r${label.padEnd(28)} ${bar} ${done}/${total}${done >= total ? '\n' : ''}`);
}

const decimal = (value: number) => value.toFixed(3);

function printMeasures(label: string, { questions, recall1, recall8, mrr10, ndcg10 }: RankingMetrics): void {
  const columns = [
    label.padEnd(16),
    String(questions).padStart(9),
    ...[recall1, recall8, mrr10, ndcg10].map(decimal),
  ];
  console.log(columns.join('   '));
}

async function evaluate(
  { pool }: SearchDatabase,
  questions: readonly CorpusQuestion[],
  names: ReadonlyMap<string, string>,
  label: string,
): Promise<void> {
  const rankings: { set: string; found: string[]; answers: ReadonlySet<string> }[] = [];
  for (const [index, question] of questions.entries()) {
    const found = await searchPassages(pool, question.text, 10);
    rankings.push({ ...question, found: found.map(({ id }) => names.get(id) ?? '') });
    if (index % 20 === 19 || index + 1 === questions.length) showProgress(label, index + 1, questions.length);
  }
  for (const set of [...new Set(questions.map((question) => question.set))].sort()) {
    printMeasures(`${set}${label}`, computeRankingMetrics(rankings.filter((ranking) => ranking.set === set)));
  }
}

async function timeQuestions(
  { pool }: SearchDatabase,
  questions: readonly CorpusQuestion[],
  label: string,
): Promise<void> {
  const every = Math.max(1, Math.floor(questions.length / timedQuestions));
  const asked = questions.filter((_, index) => index % every === 0);
  for (const question of asked.slice(0, 60)) await searchPassages(pool, question.text, 8);
  const times: number[] = [];
  const used = process.cpuUsage();
  const serverBefore = await readServerTime(pool);
  for (const question of asked) {
    const start = performance.now();
    await searchPassages(pool, question.text, 8);
    times.push(performance.now() - start);
    showProgress(`timing ${label}`, times.length, asked.length);
  }
  const { user, system } = process.cpuUsage(used);
  const serverAfter = await readServerTime(pool);
  const shown = [0.5, 0.95, 0.99].map(
    (share) => `${computePercentile(times, share).toFixed(1).padStart(6)} ms`,
  );
  // CPU times, unlike the percentiles, exclude waiting for a busy machine.
  const own = ((user + system) / 1000 / times.length).toFixed(1);
  const server =
    serverBefore === null || serverAfter === null
      ? '?'
      : ((serverAfter - serverBefore) / times.length).toFixed(1);
  console.log(
    `${label.padEnd(24)} p50 ${shown[0]}   p95 ${shown[1]}   p99 ${shown[2]}   processor: ${own} ms here, ${server} ms in PostgreSQL`,
  );
}

const { passages, questions } = await readCorpus(resolve(folder));
const random = createRandom(7);
const misspelt = questions.map((question) => ({ ...question, text: misspell(question.text, random) }));
const database = await openSearchDatabase();
// Cleans up the server and its folder when interrupted.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void database.close().finally(() => process.exit(130)));
}
try {
  const load = 'loading passages';
  const names = await loadPassages(database.pool, passages, 1, (done) =>
    showProgress(load, done, passages.length),
  );
  console.log(`set              questions   rec@1   rec@8   MRR@10  nDCG@10`);
  await evaluate(database, questions, names, '');
  await evaluate(database, misspelt, names, ' typos');
  console.log('');
  let loaded = passages.length;
  await timeQuestions(database, questions, `${loaded} passages`);
  await timeQuestions(database, misspelt, `${loaded}, typos`);
  for (const size of sizes) {
    const more = multiplyPassages(passages, size - loaded, random);
    const label = `growing to ${size}`;
    await loadPassages(database.pool, more, 10, (done) => showProgress(label, done, size - loaded));
    loaded = size;
    await timeQuestions(database, questions, `${size} passages`);
    await timeQuestions(database, misspelt, `${size}, typos`);
  }
} finally {
  await database.close();
}
