import type { Pool } from '../../src/base/db/connect.ts';
import { searchPassages } from '../../src/store/knowledge/search-query.ts';
import { readServerTime } from './database.ts';
import { showProgress } from './progress.ts';
import { computePercentile } from './ranking-metrics.ts';

const timedQuestions = 600;
const warmUp = 60;

/** One caller after the other. CPU times, unlike the percentiles, exclude waiting for a busy machine. */
export async function timeQuestions(pool: Pool, questions: readonly string[], label: string): Promise<void> {
  const every = Math.max(1, Math.floor(questions.length / timedQuestions));
  const asked = questions.filter((_, index) => index % every === 0);
  for (const question of asked.slice(0, warmUp)) await searchPassages(pool, question, 8);
  const times: number[] = [];
  const used = process.cpuUsage();
  const serverBefore = await readServerTime(pool);
  for (const question of asked) {
    const start = performance.now();
    await searchPassages(pool, question, 8);
    times.push(performance.now() - start);
    showProgress(`timing ${label}`, times.length, asked.length);
  }
  const { user, system } = process.cpuUsage(used);
  const serverAfter = await readServerTime(pool);
  const shown = [0.5, 0.95, 0.99].map(
    (share) => `${computePercentile(times, share).toFixed(1).padStart(6)} ms`,
  );
  const own = ((user + system) / 1000 / times.length).toFixed(1);
  const server =
    serverBefore === null || serverAfter === null
      ? '?'
      : ((serverAfter - serverBefore) / times.length).toFixed(1);
  console.log(
    `${label.padEnd(24)} p50 ${shown[0]}   p95 ${shown[1]}   p99 ${shown[2]}   processor: ${own} ms here, ${server} ms in PostgreSQL`,
  );
}
