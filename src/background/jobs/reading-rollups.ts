import type { Pool } from '../../base/db/connect.ts';
import type { Worker } from '../../domain/kernel/jobs.ts';
import { aggregateHours, lockHoursToAggregate } from '../../store/devices/reading-rollups.ts';

const hour = 3_600_000;
/** Covers results still in flight when an hour ends; later ones mark their hour for aggregation again. */
const graceMs = 120_000;
/** With fifty sensors per household a batch is about ten thousand rows and takes well under a second. */
const batchSize = 200;

/** Aggregates completed hours with new readings. Returns their number; the rest is left for the next run. */
export async function aggregateNewReadings(pool: Pool, now: Date, signal?: AbortSignal): Promise<number> {
  const before = new Date(now.getTime() - hour - graceMs);
  let counted = 0;
  while (!signal?.aborted) {
    const size = await pool.begin(async (db) => {
      const hours = await lockHoursToAggregate(db, before, batchSize);
      if (hours.length > 0) await aggregateHours(db, hours);
      return hours.length;
    });
    counted += size;
    if (size < batchSize) break;
  }
  return counted;
}

export const readingRollupSchedule = { queue: 'reading_counts', everySeconds: 10 } as const;

export const readingRollupWorker: Worker = {
  queue: readingRollupSchedule.queue,
  concurrency: 1,
  lockSeconds: 300,
  attempts: 1,
  async handle(_payload, { pool, now, signal }) {
    await aggregateNewReadings(pool, now(), signal);
  },
};
