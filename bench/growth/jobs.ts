import { setTimeout as sleep } from 'node:timers/promises';
import { recurringJobs } from '../../src/background/jobs/workers.ts';
import { insertJob } from '../../src/store/system/jobs.ts';
import type { BenchService } from '../bench-harness.ts';

export interface JobCost {
  queue: string;
  everySeconds: number;
  /** From being asked for to its end; of the moment. */
  seconds: number;
  /** Pages of the database touched, and the statement that touched most of them. */
  buffers: number;
  dearest: string;
}

const longestSeconds = 1_800;

/** Runs every recurring job once, one after the other, in the service. */
export async function measureJobs({ sql, newId }: BenchService): Promise<JobCost[]> {
  const costs: JobCost[] = [];
  for (const { queue, everySeconds } of recurringJobs) {
    await sql`select pg_stat_statements_reset()`;
    const id = newId();
    const begun = performance.now();
    const now = new Date();
    await insertJob(sql, { id, queue, key: null, payload: {}, runAt: now, createdAt: now });
    let isOver = false;
    while (!isOver && performance.now() - begun < longestSeconds * 1000) {
      await sleep(50);
      const rows = await sql<{ failed: boolean }[]>`
        select failed_at is not null or last_error is not null as failed from job where id = ${id}`;
      isOver = rows[0]?.failed ?? true;
    }
    const seconds = (performance.now() - begun) / 1000;
    const statements = await sql<{ query: string; buffers: number }[]>`
      select query, (shared_blks_hit + shared_blks_read)::float8 as buffers from pg_stat_statements
       where toplevel and query !~ '(pg_stat_|job where id)' order by 2 desc`;
    costs.push({
      queue,
      everySeconds,
      seconds,
      buffers: statements.reduce((sum, each) => sum + each.buffers, 0),
      dearest: (statements[0]?.query ?? '').replaceAll(/\s+/g, ' ').slice(0, 70),
    });
  }
  return costs;
}

export function reportJobs(villages: number, costs: readonly JobCost[]): void {
  console.log(`\nrecurring jobs with ${villages} villages: turn and run in seconds, pages touched`);
  for (const { queue, everySeconds, seconds, buffers, dearest } of costs)
    console.log(
      `  ${queue.padEnd(20)}${String(everySeconds).padStart(6)} ${seconds.toFixed(2).padStart(8)} ${String(buffers).padStart(9)}  ${dearest}`,
    );
}
