import { createHash } from 'node:crypto';
import type { Pool } from '../../db/connect.ts';
import type { Jobs } from '../../jobs/queue.ts';
import type { Budgets } from '../../kernel/budget.ts';
import { type AccountRequest, accountRequestsQueue } from '../../oauth/accounts.ts';
import { emailKey } from '../../store/accounts/accounts.ts';

export interface LetterRequestParts {
  pool: Pool;
  jobs: Jobs;
  budgets: Budgets;
}

/**
 * Queues what ends in a letter. A mailbox is written to a few times an hour on anybody's request; beyond that nothing is
 * queued, and the page says the same as always.
 */
export async function requestAccountLetter(
  request: AccountRequest,
  { pool, jobs, budgets }: LetterRequestParts,
): Promise<void> {
  const mailbox = createHash('sha256').update(emailKey(request.email)).digest('base64url');
  const budget = await budgets.take('letters', mailbox);
  if (budget.exceeded) return;
  await jobs.add(pool, { queue: accountRequestsQueue, payload: { ...request } });
}
