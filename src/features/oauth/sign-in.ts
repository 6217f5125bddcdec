import { createHash } from 'node:crypto';
import type { Db, Pool } from '../../base/db/connect.ts';
import { isEmail } from '../../domain/rules/email.ts';
import { emailKey } from '../../store/accounts/accounts.ts';
import { type CredentialsRow, findCredentials, findPasswordHash } from '../../store/accounts/credentials.ts';
import {
  countSignInTry,
  lockSignInFailures,
  type SignInFailureRow,
  takeBackSignInTry,
} from '../../store/accounts/sessions.ts';
import { verifyPassword } from './password.ts';

/** Free attempts, then a wait that doubles. An IP address shared by many people gets more than one account. */
const freeTries = { one: 5, address: 30 } as const;
const longestWait = 900;

export type SignIn =
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
): Promise<SignIn> {
  const account = isEmail(given.email) ? await findCredentials(pool, given.email) : undefined;
  const browser = account === undefined ? null : given.browserOf(account);
  await given.admit(browser === null ? null : (account?.id ?? null));
  const own = browser === null ? keyOfAccount(given.email) : `browser:${browser}`;
  const address = browser === null ? `address:${given.address}` : null;
  const free = { [own]: freeTries.one, ...(address !== null && { [address]: freeTries.address }) };
  const seconds = await takeTry(pool, free, given.now);
  if (seconds > 0) return { outcome: 'wait', seconds };
  const isRight = await verifyPassword(account?.passwordHash, given.password);
  if (account === undefined || !isRight || !account.isConfirmed) return { outcome: 'wrong' };
  await takeBackSignInTry(pool, own, address);
  return { outcome: 'signed_in', account };
}

function keyOfAccount(email: string): string {
  return `account:${createHash('sha256').update(emailKey(email)).digest('base64url')}`;
}

/** The owner has set a password: failed attempts at the old one must not delay the owner. */
export async function forgetGuesses(db: Db, email: string): Promise<void> {
  await takeBackSignInTry(db, keyOfAccount(email), null);
}

export type PasswordCheck = 'right' | 'wrong' | { wait: number };

/** A signed-in user repeats the password before an irreversible action. Counted by session. */
export async function checkOwnPassword(
  pool: Pool,
  given: { accountId: string; sessionId: string; password: string; now: Date },
): Promise<PasswordCheck> {
  const key = `session:${given.sessionId}`;
  const seconds = await takeTry(pool, { [key]: freeTries.one }, given.now);
  if (seconds > 0) return { wait: seconds };
  if (!(await verifyPassword(await findPasswordHash(pool, given.accountId), given.password))) return 'wrong';
  await takeBackSignInTry(pool, key, null);
  return 'right';
}

/** Counts an attempt under each key, or none and returns the seconds to wait. */
async function takeTry(pool: Pool, free: Readonly<Record<string, number>>, now: Date): Promise<number> {
  const keys = Object.keys(free);
  return pool.begin(async (db) => {
    const rows = await lockSignInFailures(db, keys, now);
    const seconds = Math.ceil(Math.max(0, ...rows.map((row) => secondsToWait(row, free[row.key] ?? 0, now))));
    if (seconds === 0) await countSignInTry(db, keys, now);
    return seconds;
  }) as Promise<number>;
}

function secondsToWait({ failures, lastFailedAt }: SignInFailureRow, free: number, now: Date): number {
  const over = failures - free;
  if (over < 0) return 0;
  const wait = Math.min(longestWait, 2 ** Math.min(over + 1, 10));
  return wait - (now.getTime() - lastFailedAt.getTime()) / 1000;
}
