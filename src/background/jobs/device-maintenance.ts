import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, Transaction } from '../../base/db/connect.ts';
import type { Worker } from '../../domain/kernel/jobs.ts';
import {
  createMonthPartition,
  deleteOldHourlyRollups,
  deleteOldReadings,
  dropMonthPartition,
  listMonthPartitions,
  listMonthsBefore,
  monthPartitionOf,
  setRetentionHorizon,
} from '../../store/devices/reading-partitions.ts';
import type { PollingEngine } from './device-polling.ts';
import { aggregateNewReadings } from './reading-rollups.ts';
import { resealSecrets } from './secret-rotation.ts';

const day = 24 * 3_600_000;
/** Hourly rollups are kept this many times longer than raw readings; daily ones forever. */
const hourlyRetentionFactor = 3;

/**
 * A change of partitions waits for whoever reads readings, and whoever comes after it waits for it: so it gives up soon, and tries
 * again after a pause in which the others get on. What does not succeed is left for the next run.
 */
const lockMilliseconds = 100;
const pauseMilliseconds = 400;
const attempts = 100;

async function changePartitions(
  pool: Pool,
  change: (db: Transaction) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  for (let left = attempts; left > 0 && !signal?.aborted; left -= 1) {
    try {
      return await pool.begin({ lockMilliseconds }, change);
    } catch (error) {
      const isLockAwaited = (error as { code?: unknown }).code === '55P03';
      if (!isLockAwaited) throw error;
      await sleep(pauseMilliseconds, undefined, { ref: false });
    }
  }
}

/** Creates partitions ahead, so that the default one stays empty, and deletes expired readings. */
export async function maintainReadings(
  pool: Pool,
  now: Date,
  keepDays: number,
  signal?: AbortSignal,
): Promise<void> {
  const known = await listMonthPartitions(pool);
  for (const offset of [-1, 0, 1, 2]) {
    const month = monthPartitionOf(now, offset);
    if (!known.includes(month.name))
      await changePartitions(pool, (db) => createMonthPartition(db, month), signal);
  }
  // Whole days: an hour with only part of its readings could not be aggregated again.
  const horizon = new Date(Math.floor(now.getTime() / day - keepDays) * day);
  await aggregateNewReadings(pool, now, signal);
  if (signal?.aborted) return;
  await setRetentionHorizon(pool, horizon);
  for (const name of await listMonthsBefore(pool, horizon))
    await changePartitions(pool, (db) => dropMonthPartition(db, name), signal);
  await deleteOldReadings(pool, horizon);
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
