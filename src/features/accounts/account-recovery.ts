import type { Db } from '../../base/db/connect.ts';
import {
  type AccountCodeRow,
  changeEmail,
  findAccountCode,
  insertAccountCode,
  lockEmail,
  setPassword,
  useAccountCode,
  voidAccountCodes,
} from '../../store/accounts/credentials.ts';
import { deleteOtherSessions } from '../../store/accounts/sessions.ts';
import { revokeAllTokens } from '../../store/accounts/tokens.ts';
import { enqueueAccountEmail } from '../mail/account-emails.ts';
import { createPlainSecret, hashToken } from '../oauth/secret-token.ts';
import { resetFailedAttempts } from './sign-in.ts';

/**
 * Account recovery. Each step assumes an attacker who knows the password, is signed in, has made tokens and has
 * requested emails: none of these may work afterwards.
 */
export interface RecoveryContext {
  /** For the links in emails. */
  origin: string;
  now(): Date;
  newId(): string;
}

/** Days in which the old mailbox can restore a changed address. */
const restoreDays = 7;

export const restorePath = '/restore';

/** From the account page, with the old password. The restore link of an old address stays valid. */
export async function changePassword(
  db: Db,
  change: { accountId: string; passwordHash: string; sessionId: string; revokeKeys: boolean },
  context: RecoveryContext,
): Promise<void> {
  const { accountId } = change;
  const now = context.now();
  const account = await lockEmail(db, accountId);
  if (account === undefined) return;
  await setPassword(db, accountId, change.passwordHash, now);
  await voidAccountCodes(db, accountId, ['reset_password', 'change_email'], now);
  await deleteOtherSessions(db, accountId, change.sessionId);
  if (change.revokeKeys) await revokeAllTokens(db, accountId, now);
  await resetFailedAttempts(db, account.email);
  await enqueueAccountEmail(
    db,
    {
      accountId,
      to: account.email,
      language: account.language,
      template: 'password_changed',
      link: `${context.origin}/forgot`,
    },
    context,
  );
}

/**
 * By the link of an email: ends all sessions, keys and pending links. Returns the account; null: the link is used or
 * expired.
 */
export async function resetPassword(
  db: Db,
  confirmation: { codeHash: Buffer; passwordHash: string },
  context: RecoveryContext,
): Promise<string | null> {
  const code = await useAccountCode(db, confirmation.codeHash, 'reset_password', context.now());
  if (code === undefined) return null;
  await revokeOtherAccess(db, code, confirmation.passwordHash, context);
  return code.accountId;
}

/** Confirmed by the new mailbox and a session of the account. The old mailbox gets an email with a restore link. */
export async function confirmNewEmail(
  db: Db,
  confirmation: { codeHash: Buffer; accountId: string },
  context: RecoveryContext,
): Promise<boolean> {
  const now = context.now();
  const code = await findAccountCode(db, confirmation.codeHash, 'change_email', now);
  // A session of another account neither confirms the address nor uses up the link.
  if (code?.newEmail == null || code.accountId !== confirmation.accountId) return false;
  if ((await useAccountCode(db, confirmation.codeHash, 'change_email', now)) === undefined) return false;
  const before = await lockEmail(db, confirmation.accountId);
  if (before === undefined) return false;
  await changeEmail(db, confirmation.accountId, code.newEmail, now);
  await voidAccountCodes(db, confirmation.accountId, ['reset_password'], now);
  const secret = createPlainSecret();
  const expiresAt = new Date(now.getTime() + restoreDays * 86_400_000);
  await insertAccountCode(db, {
    hash: hashToken(secret),
    accountId: confirmation.accountId,
    purpose: 'restore_email',
    newEmail: before.email,
    now,
    expiresAt,
  });
  await enqueueAccountEmail(
    db,
    {
      accountId: confirmation.accountId,
      to: before.email,
      language: before.language,
      template: 'email_changed',
      expiresAt,
      link: `${context.origin}${restorePath}?token=${secret}`,
    },
    context,
  );
  return true;
}

/**
 * The old mailbox restores its address, with a new password. Returns the account; null: the link is used or expired.
 */
export async function restoreEmail(
  db: Db,
  confirmation: { codeHash: Buffer; passwordHash: string },
  context: RecoveryContext,
): Promise<string | null> {
  const code = await useAccountCode(db, confirmation.codeHash, 'restore_email', context.now());
  if (code?.newEmail == null) return null;
  await changeEmail(db, code.accountId, code.newEmail, context.now());
  await revokeOtherAccess(db, code, confirmation.passwordHash, context);
  return code.accountId;
}

/** A mailbox has proved ownership: revokes everything else that gives access. */
async function revokeOtherAccess(
  db: Db,
  { accountId }: AccountCodeRow,
  passwordHash: string,
  context: RecoveryContext,
): Promise<void> {
  const now = context.now();
  await setPassword(db, accountId, passwordHash, now);
  // A reset by the current mailbox keeps the restore link of the former one: the current one may be an attacker's.
  await voidAccountCodes(db, accountId, ['reset_password', 'change_email'], now);
  await deleteOtherSessions(db, accountId, null);
  await revokeAllTokens(db, accountId, now);
  const account = await lockEmail(db, accountId);
  if (account) await resetFailedAttempts(db, account.email);
}
