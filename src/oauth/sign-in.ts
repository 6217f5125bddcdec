import { createHash } from 'node:crypto';
import type { Db, Pool } from '../db/connect.ts';
import { emailKey } from '../store/accounts/accounts.ts';
import { type CredentialsRow, findCredentials } from '../store/accounts/credentials.ts';
import { countSignInFailure, forgetSignInFailures, listSignInFailures } from '../store/accounts/sessions.ts';
import { verifyPassword } from './password.ts';

/** Free tries, then a wait that doubles. An address shared by many people gets more of them than one account. */
const freeTries = { account: 5, address: 30 } as const;
const longestWait = 900;

export type SignIn =
  | { outcome: 'signed_in'; account: CredentialsRow }
  | { outcome: 'unconfirmed'; account: CredentialsRow }
  | { outcome: 'wrong' }
  | { outcome: 'wait'; seconds: number };

/**
 * Failures are counted by what was typed, not by what exists, and a password is always compared against something: an
 * address without an account answers exactly like one with it.
 */
export async function signIn(
  pool: Pool,
  given: { email: string; password: string; address: string; now: Date },
): Promise<SignIn> {
  const keys = {
    account: `account:${createHash('sha256').update(emailKey(given.email)).digest('base64url')}`,
    address: `address:${given.address}`,
  };
  const seconds = await secondsToWait(pool, keys, given.now);
  if (seconds > 0) return { outcome: 'wait', seconds };
  const account = await findCredentials(pool, given.email);
  const matches = await verifyPassword(account?.passwordHash, given.password);
  if (account === undefined || !matches) {
    await countSignInFailure(pool, keys.account, given.now);
    await countSignInFailure(pool, keys.address, given.now);
    return { outcome: 'wrong' };
  }
  await forgetSignInFailures(pool, keys.account);
  return { outcome: account.isConfirmed ? 'signed_in' : 'unconfirmed', account };
}

async function secondsToWait(
  db: Db,
  keys: Record<keyof typeof freeTries, string>,
  now: Date,
): Promise<number> {
  const rows = await listSignInFailures(db, Object.values(keys));
  const waits = rows.map(({ key, failures, lastFailedAt }) => {
    const over = failures - (key === keys.account ? freeTries.account : freeTries.address);
    if (over < 0) return 0;
    const wait = Math.min(longestWait, 2 ** Math.min(over + 1, 10));
    return wait - (now.getTime() - lastFailedAt.getTime()) / 1000;
  });
  return Math.max(0, Math.ceil(Math.max(0, ...waits)));
}
