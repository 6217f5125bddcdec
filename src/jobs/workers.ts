import { accountRequestsWorker } from '../oauth/accounts.ts';
import { sweepExpired } from '../store/expiry.ts';
import type { Recurring, Worker } from './queue.ts';

/** Every kind of background work, and what comes round by itself. */
export function workers(): Worker[] {
  return [
    accountRequestsWorker,
    {
      queue: 'sweep',
      concurrency: 1,
      lockSeconds: 300,
      attempts: 3,
      handle: (_payload, { pool, now }) => sweepExpired(pool, now()),
    },
  ];
}

export const recurringJobs: readonly Recurring[] = [{ queue: 'sweep', everySeconds: 3600 }];
