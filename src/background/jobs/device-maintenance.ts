import type { Pool } from '../../base/db/connect.ts';
import type { Worker } from '../../domain/kernel/jobs.ts';
import {
  createMonthPartition,
  deleteOldHourlyRollups,
  dropOldReadings,
  monthPartitionOf,
  setRetentionHorizon,
} from '../../store/devices/reading-partitions.ts';
import type { PollingEngine } from './device-polling.ts';
import { aggregateNewReadings } from './reading-rollups.ts';
import { resealSecrets } from './secret-rotation.ts';

const day = 24 * 3_600_000;
/** Hourly rollups are kept this many times longer than raw readings; daily ones forever. */
const hourlyRetentionFactor = 3;

/** Creates partitions ahead, so that the default one stays empty, and deletes expired readings. */
export async function maintainReadings(
  pool: Pool,
  now: Date,
  keepDays: number,
  signal?: AbortSignal,
): Promise<void> {
  for (const offset of [-1, 0, 1, 2]) {
    await pool.begin((db) => createMonthPartition(db, monthPartitionOf(now, offset)));
  }
  // Whole days: an hour with only part of its readings could not be aggregated again.
  const horizon = new Date(Math.floor(now.getTime() / day - keepDays) * day);
  await aggregateNewReadings(pool, now, signal);
  if (signal?.aborted) return;
  await setRetentionHorizon(pool, horizon);
  await dropOldReadings(pool, horizon);
  await deleteOldHourlyRollups(pool, new Date(now.getTime() - hourlyRetentionFactor * keepDays * day));
}

export const deviceMaintenanceSchedule = { queue: 'device_upkeep', everySeconds: 6 * 3600 } as const;

export function deviceMaintenanceWorker({
  keepDays,
  secrets,
  resealSettings,
}: Pick<PollingEngine, 'keepDays' | 'secrets'> & { resealSettings(): Promise<void> }): Worker {
  return {
    queue: deviceMaintenanceSchedule.queue,
    concurrency: 1,
    lockSeconds: 600,
    attempts: 3,
    async handle(_payload, { pool, now, signal }) {
      // Does what `secrets rotate` does; secrets that no key opens are reported by their connection.
      await resealSecrets(pool, secrets, { signal });
      await resealSettings();
      await maintainReadings(pool, now(), keepDays, signal);
    },
  };
}
