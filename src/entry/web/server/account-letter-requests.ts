import type { Pool } from '../../../base/db/connect.ts';
import type { Jobs } from '../../../domain/kernel/jobs.ts';
import { type AccountRequest, accountRequestsQueue } from '../../../features/oauth/accounts.ts';

/** Queues what may end in a letter: here every address is answered alike, and nothing is looked up or counted by it. */
export async function requestAccountLetter(
  request: AccountRequest,
  { pool, jobs }: { pool: Pool; jobs: Jobs },
): Promise<void> {
  await jobs.add(pool, { queue: accountRequestsQueue, payload: { ...request } });
}
