import type { Pool } from '../../base/db/connect.ts';
import type { RecurringJob, Worker } from '../../domain/kernel/jobs.ts';
import type { TermMerger } from '../../domain/kernel/ports.ts';
import { mergeTermStatistics } from '../../store/knowledge/search-statistics.ts';

const mergeDelayMs = 700;

export function createTermMerger(pool: Pool, onError: (error: unknown) => void): TermMerger {
  let timer: NodeJS.Timeout | undefined;
  let merging: Promise<void> = Promise.resolve();
  let isClosed = false;
  const merge = () => {
    timer = undefined;
    merging = merging.then(() => mergeTerms(pool)).catch(onError);
  };
  return {
    wake() {
      if (!isClosed) timer ??= setTimeout(merge, mergeDelayMs).unref();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      return merging;
    },
  };
}

async function mergeTerms(pool: Pool): Promise<void> {
  while ((await pool.begin((db) => mergeTermStatistics(db))) > 0);
}

/** Merges what an instance left behind when it stopped. */
export const termMergingWorker: Worker = {
  queue: 'search_terms',
  concurrency: 1,
  lockSeconds: 120,
  attempts: 3,
  handle: (_payload, { pool }) => mergeTerms(pool),
};

export const termMergingSchedule: RecurringJob = { queue: 'search_terms', everySeconds: 60 };
