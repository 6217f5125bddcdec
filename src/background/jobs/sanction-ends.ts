import type { Worker } from '../../domain/kernel/jobs.ts';
import type { Services } from '../../domain/kernel/services.ts';
import { publishEvent } from '../../features/notify/publish-event.ts';
import { endDueSilences } from '../../store/accounts/sanctions.ts';

export const sanctionEndsSchedule = { queue: 'sanction_ends', everySeconds: 60 } as const;

const batchSize = 100;

/** Tells people that they may write again; that they may is judged by the clock, whether or not this runs. */
export function sanctionEndsWorker(services: () => Services): Worker {
  return {
    queue: sanctionEndsSchedule.queue,
    concurrency: 1,
    lockSeconds: 300,
    attempts: 3,
    async handle(_payload, { pool, signal, now, newId }) {
      for (let isMore = true; isMore && !signal.aborted; ) {
        isMore = await pool.begin(async (db) => {
          const ended = await endDueSilences(db, now(), batchSize);
          for (const { id: sanctionId, accountId } of ended)
            await publishEvent(
              { db, now, newId, services: services() },
              { type: 'sanction_over', sanctionId, accountId },
            );
          return ended.length === batchSize;
        });
      }
    },
  };
}
