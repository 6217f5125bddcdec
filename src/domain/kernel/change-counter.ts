import type { Db, Transaction } from '../../base/db/connect.ts';
import type { Caller } from './caller.ts';
import type { Quotas } from './ports.ts';

/** Counts what an account changes, whatever the operation, so that no table can grow without bound. */
export interface ChangeCounter {
  /**
   * Last in the transaction of a change: the row it locks is shared by all changes of the account. Refuses a change over
   * the quota, which undoes it.
   */
  count(db: Db, change: { accountId: string; bytes: number; at: Date }, quotas: Quotas): Promise<void>;
}

interface CountingDependencies {
  readonly changes: ChangeCounter;
  readonly services: { readonly quotas: Quotas };
  now(): Date;
}

/** Runs a change and counts it. A repeat of an idempotency key changes nothing, and must not come here. */
export async function runCounted<Result>(
  { changes, services, now }: CountingDependencies,
  { accountId }: Caller,
  db: Transaction,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = db.sentBytes();
  const result = await change();
  if (accountId !== null)
    await changes.count(db, { accountId, bytes: db.sentBytes() - before, at: now() }, services.quotas);
  return result;
}
