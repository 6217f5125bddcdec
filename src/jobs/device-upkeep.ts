import type { Pool } from '../db/connect.ts';
import { createMonth, dropOldHours, dropOldReadings, monthOf } from '../store/reading-months.ts';
import type { Worker } from './queue.ts';

const day = 24 * 3_600_000;
/** Hours are kept much longer than single readings; days for good, they are few. */
const hoursKeptFor = 3;

/** Months are made ahead, so that the rest stays empty; what is older than is kept goes. */
export async function keepReadings(pool: Pool, now: Date, keepDays: number): Promise<void> {
  for (const offset of [-1, 0, 1, 2]) {
    await pool.begin((db) => createMonth(db, monthOf(now, offset)));
  }
  await dropOldReadings(pool, new Date(now.getTime() - keepDays * day));
  await dropOldHours(pool, new Date(now.getTime() - hoursKeptFor * keepDays * day));
}

export const deviceUpkeepTurns = { queue: 'device_upkeep', everySeconds: 6 * 3600 } as const;

export function deviceUpkeepWorker(keepDays: number): Worker {
  return {
    queue: deviceUpkeepTurns.queue,
    concurrency: 1,
    lockSeconds: 600,
    attempts: 3,
    handle: (_payload, { pool, now }) => keepReadings(pool, now(), keepDays),
  };
}
