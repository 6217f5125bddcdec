import type { Pool } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/queue.ts';
import { type AccountRequest, accountRequestsQueue } from '../../oauth/accounts.ts';

/** Queues what may end in a letter: here every address is answered alike, and nothing is looked up or counted by it. */
export async function requestAccountLetter(
  request: AccountRequest,
  { pool, jobs }: { pool: Pool; jobs: Jobs },
): Promise<void> {
  await jobs.add(pool, { queue: accountRequestsQueue, payload: { ...request } });
}
