import type { Worker } from '../../domain/kernel/jobs.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { removeBlobsLater } from '../../engines/media/blob-removal.ts';
import { purgeRemoved, removedDays } from '../../store/system/removed-things.ts';

const day = 24 * 60 * 60 * 1000;
/** A photograph has four files, and a blob removal job handles up to a thousand. */
const atOnce = 200;

export const removedThingTurns = { queue: 'removed_things', everySeconds: 3600 } as const;

/** Purges soft-deleted rows that were not restored in time, with their files. */
export function removedThingsWorker(services: () => Pick<Services, 'jobs'>): Worker {
  return {
    queue: removedThingTurns.queue,
    concurrency: 1,
    lockSeconds: 300,
    attempts: 3,
    async handle(_payload, { pool, signal, now }) {
      const before = new Date(now().getTime() - removedDays * day);
      while (!signal.aborted) {
        const purged = await pool.begin(async (db) => {
          const { count, blobs } = await purgeRemoved(db, before, atOnce);
          if (blobs.length > 0) await services().jobs.add(db, removeBlobsLater(blobs, now()));
          return count;
        });
        if (purged < atOnce) return;
      }
    },
  };
}
