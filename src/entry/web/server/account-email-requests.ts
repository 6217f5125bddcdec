import type { Pool } from '../../../base/db/connect.ts';
import type { Jobs } from '../../../domain/kernel/jobs.ts';
import { type AccountRequest, accountRequestsQueue } from '../../../features/accounts/account-requests.ts';

/**
 * Enqueues a job that may send an email. Nothing is looked up here, so responses and timing do not reveal which
 * addresses have accounts.
 */
export async function requestAccountEmail(
  request: AccountRequest,
  { pool, jobs }: { pool: Pool; jobs: Jobs },
): Promise<void> {
  await jobs.add(pool, { queue: accountRequestsQueue, payload: { ...request } });
}
