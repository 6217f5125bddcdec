import type { Worker } from '../../domain/kernel/jobs.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { createBlobRemovalJob } from '../../engines/media/blob-removal.ts';
import { purgeSoftDeleted, restorableDays } from '../../store/system/soft-delete.ts';

const day = 24 * 60 * 60 * 1000;
/** A photograph has four files, and a blob removal job handles up to a thousand. */
const batchSize = 200;

export const softDeletePurgeSchedule = { queue: 'removed_things', everySeconds: 3600 } as const;

/** Purges soft-deleted rows that were not restored in time, with their files. */
export function softDeletePurgeWorker(services: () => Pick<Services, 'jobs'>): Worker {
  return {
    queue: softDeletePurgeSchedule.queue,
    concurrency: 1,
    lockSeconds: 300,
    attempts: 3,
    async handle(_payload, { pool, signal, now }) {
      const before = new Date(now().getTime() - restorableDays * day);
      while (!signal.aborted) {
        const purged = await pool.begin(async (db) => {
          const { count, blobs } = await purgeSoftDeleted(db, before, batchSize);
          if (blobs.length > 0) await services().jobs.add(db, createBlobRemovalJob(blobs, now()));
          return count;
        });
        if (purged < batchSize) return;
      }
    },
  };
}
