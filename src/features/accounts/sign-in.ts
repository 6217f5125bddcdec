import { createHash } from 'node:crypto';
import type { Db } from '../../base/db/connect.ts';
import type { PasswordAttempts } from '../../domain/kernel/ports.ts';
import { isEmail, normalizeEmail } from '../../domain/rules/email.ts';
import { type CredentialsRow, findCredentials } from '../../store/accounts/credentials.ts';
import { resetSignInFailures } from '../../store/accounts/sessions.ts';
import { verifyPassword } from './password.ts';

/** Without a wait. An IP address shared by many people gets more than one account. */
const freeAttempts = { one: 5, address: 30 } as const;

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
  db: Db,
  attempts: PasswordAttempts,
  credentials: {
    email: string;
    password: string;
    address: string;
    /** The id of this browser if the account has signed in from it before, else null. */
    browserOf(account: CredentialsRow): string | null;
    /** Rate limit before the comparison: throws when exceeded. Gets the account if the browser is known. */
    admit(knownAccount: string | null): Promise<void>;
  },
): Promise<SignInResult> {
  const account = isEmail(credentials.email) ? await findCredentials(db, credentials.email) : undefined;
  const browser = account === undefined ? null : credentials.browserOf(account);
  await credentials.admit(browser === null ? null : (account?.id ?? null));
  const own = browser === null ? accountKey(credentials.email) : `browser:${browser}`;
  const address = browser === null ? `address:${credentials.address}` : null;
  const free = { [own]: freeAttempts.one, ...(address !== null && { [address]: freeAttempts.address }) };
  const seconds = await attempts.reserve(free);
  if (seconds > 0) return { outcome: 'wait', seconds };
  const isRight = await verifyPassword(account?.passwordHash, credentials.password);
  if (account === undefined || !isRight || !account.isConfirmed) return { outcome: 'wrong' };
  await resetSignInFailures(db, own, address);
  return { outcome: 'signed_in', account };
}

function accountKey(email: string): string {
  return `account:${createHash('sha256').update(normalizeEmail(email)).digest('base64url')}`;
}

/** The owner has set a password: failed attempts at the old one must not delay the owner. */
export async function resetFailedAttempts(db: Db, email: string): Promise<void> {
  await resetSignInFailures(db, accountKey(email), null);
}
