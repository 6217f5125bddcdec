import { createHash } from 'node:crypto';
import type { Db, Pool } from '../../base/db/connect.ts';
import { isEmail } from '../../domain/rules/email.ts';
import { normalizeEmail } from '../../store/accounts/accounts.ts';
import { type CredentialsRow, findCredentials, findPasswordHash } from '../../store/accounts/credentials.ts';
import {
  countSignInAttempt,
  lockSignInFailures,
  resetSignInFailures,
  type SignInFailureRow,
} from '../../store/accounts/sessions.ts';
import { verifyPassword } from './password.ts';

/** Free attempts, then a wait that doubles. An IP address shared by many people gets more than one account. */
const freeAttempts = { one: 5, address: 30 } as const;
const maxWaitSeconds = 900;

export type SignInResult =
  | { outcome: 'signed_in'; account: CredentialsRow }
  | { outcome: 'wrong' }
  | { outcome: 'wait'; seconds: number };

/**
 * Failures are counted by what was typed, and a password is always compared, so that an address without an account
 * cannot be told from one with it. The attempt is counted before the comparison, so that parallel guesses do not
 * exceed the limit. A browser in which this account has signed in before has attempts of its own: guesses by others,
 * at the account or from the same network, do not lock the owner out.
 */
export async function signIn(
  pool: Pool,
  given: {
    email: string;
    password: string;
    address: string;
    now: Date;
    /** The id of this browser if the account has signed in from it before, else null. */
    browserOf(account: CredentialsRow): string | null;
    /** Rate limit before the comparison: throws when exceeded. Gets the account if the browser is known. */
    admit(knownAccount: string | null): Promise<void>;
  },
): Promise<SignInResult> {
  const account = isEmail(given.email) ? await findCredentials(pool, given.email) : undefined;
  const browser = account === undefined ? null : given.browserOf(account);
  await given.admit(browser === null ? null : (account?.id ?? null));
  const own = browser === null ? accountKey(given.email) : `browser:${browser}`;
  const address = browser === null ? `address:${given.address}` : null;
  const free = { [own]: freeAttempts.one, ...(address !== null && { [address]: freeAttempts.address }) };
  const seconds = await reserveAttempt(pool, free, given.now);
  if (seconds > 0) return { outcome: 'wait', seconds };
  const isRight = await verifyPassword(account?.passwordHash, given.password);
  if (account === undefined || !isRight || !account.isConfirmed) return { outcome: 'wrong' };
  await resetSignInFailures(pool, own, address);
  return { outcome: 'signed_in', account };
}

function accountKey(email: string): string {
  return `account:${createHash('sha256').update(normalizeEmail(email)).digest('base64url')}`;
}

/** The owner has set a password: failed attempts at the old one must not delay the owner. */
export async function resetFailedAttempts(db: Db, email: string): Promise<void> {
  await resetSignInFailures(db, accountKey(email), null);
}

export type PasswordCheck = 'right' | 'wrong' | { wait: number };

/** A signed-in user repeats the password before an irreversible action. Counted by session. */
export async function checkOwnPassword(
  pool: Pool,
  given: { accountId: string; sessionId: string; password: string; now: Date },
): Promise<PasswordCheck> {
  const key = `session:${given.sessionId}`;
  const seconds = await reserveAttempt(pool, { [key]: freeAttempts.one }, given.now);
  if (seconds > 0) return { wait: seconds };
  if (!(await verifyPassword(await findPasswordHash(pool, given.accountId), given.password))) return 'wrong';
  await resetSignInFailures(pool, key, null);
  return 'right';
}

/** Counts an attempt under each key, or none and returns the seconds to wait. */
async function reserveAttempt(
  pool: Pool,
  free: Readonly<Record<string, number>>,
  now: Date,
): Promise<number> {
  const keys = Object.keys(free);
  return pool.begin(async (db) => {
    const rows = await lockSignInFailures(db, keys, now);
    const seconds = Math.ceil(Math.max(0, ...rows.map((row) => secondsToWait(row, free[row.key] ?? 0, now))));
    if (seconds === 0) await countSignInAttempt(db, keys, now);
    return seconds;
  }) as Promise<number>;
}

function secondsToWait({ failures, lastFailedAt }: SignInFailureRow, free: number, now: Date): number {
  const over = failures - free;
  if (over < 0) return 0;
  const wait = Math.min(maxWaitSeconds, 2 ** Math.min(over + 1, 10));
  return wait - (now.getTime() - lastFailedAt.getTime()) / 1000;
}
