import type { Worker } from '../../domain/kernel/jobs.ts';
import { deliverPushes } from './push-delivery.ts';
import type { PushSender } from './push-request.ts';
import { PushServers } from './push-servers.ts';

export interface PushEngine extends PushSender {
  report(error: Error): void;
}

/** Announcements are notified without a job of their own, so the queue is also looked at regularly. */
export const pushSchedule = { queue: 'push', everySeconds: 10 } as const;

export function createPushWorker(engine: PushEngine): Worker {
  let servers: PushServers | undefined;
  return {
    queue: pushSchedule.queue,
    // A run waits for servers that hang; the next must not wait for it.
    concurrency: 4,
    lockSeconds: 300,
    attempts: 3,
    async handle(_payload, context) {
      servers ??= new PushServers(context.now);
      await deliverPushes({ ...engine, ...context, servers });
    },
  };
}
