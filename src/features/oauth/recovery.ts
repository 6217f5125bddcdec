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
import { revokeAllKeys } from '../../store/accounts/tokens.ts';
import { writeAccountLetter } from '../mail/account-letters.ts';
import { createPlainSecret, hashToken } from './secret-token.ts';
import { forgetGuesses } from './sign-in.ts';

/**
 * What the owner of an account does to have it to themselves again. Each step assumes a thief who knows the password,
 * is signed in, has made tokens and has asked for letters: whatever the thief prepared has to be worth nothing after.
 */
export interface RecoveryParts {
  /** For the links of letters. */
  origin: string;
  now(): Date;
  newId(): string;
}

/** How long the old mailbox can take a changed address back. */
const restoreDays = 7;

export const restorePath = '/restore';

/** From the account's own page, with the old password known. The way back to an old address stays open. */
export async function changePassword(
  db: Db,
  given: { accountId: string; passwordHash: string; sessionId: string; revokeKeys: boolean },
  parts: RecoveryParts,
): Promise<void> {
  const { accountId } = given;
  const now = parts.now();
  const account = await lockEmail(db, accountId);
  if (account === undefined) return;
  await setPassword(db, accountId, given.passwordHash, now);
  await voidAccountCodes(db, accountId, ['reset_password', 'change_email'], now);
  await deleteOtherSessions(db, accountId, given.sessionId);
  if (given.revokeKeys) await revokeAllKeys(db, accountId, now);
  await forgetGuesses(db, account.email);
  await writeAccountLetter(
    db,
    {
      accountId,
      to: account.email,
      language: account.language,
      template: 'password_changed',
      link: `${parts.origin}/forgot`,
    },
    parts,
  );
}

/** With the link of a letter: nobody else keeps a session, a key or a pending letter. Tells whose account it is; null: the link is spent. */
export async function resetPassword(
  db: Db,
  given: { codeHash: Buffer; passwordHash: string },
  parts: RecoveryParts,
): Promise<string | null> {
  const code = await useAccountCode(db, given.codeHash, 'reset_password', parts.now());
  if (code === undefined) return null;
  await takeOver(db, code, given.passwordHash, parts);
  return code.accountId;
}

/** The new mailbox and a session of the account agree. The old mailbox is told, with a way back. */
export async function confirmNewEmail(
  db: Db,
  given: { codeHash: Buffer; accountId: string },
  parts: RecoveryParts,
): Promise<boolean> {
  const now = parts.now();
  const code = await findAccountCode(db, given.codeHash, 'change_email', now);
  // A session of another account neither confirms the address nor spends the link.
  if (code?.newEmail == null || code.accountId !== given.accountId) return false;
  if ((await useAccountCode(db, given.codeHash, 'change_email', now)) === undefined) return false;
  const before = await lockEmail(db, given.accountId);
  if (before === undefined) return false;
  await changeEmail(db, given.accountId, code.newEmail, now);
  await voidAccountCodes(db, given.accountId, ['reset_password'], now);
  const secret = createPlainSecret();
  const expiresAt = new Date(now.getTime() + restoreDays * 86_400_000);
  await insertAccountCode(db, {
    hash: hashToken(secret),
    accountId: given.accountId,
    purpose: 'restore_email',
    newEmail: before.email,
    now,
    expiresAt,
  });
  await writeAccountLetter(
    db,
    {
      accountId: given.accountId,
      to: before.email,
      language: before.language,
      template: 'email_changed',
      expiresAt,
      link: `${parts.origin}${restorePath}?token=${secret}`,
    },
    parts,
  );
  return true;
}

/** The old mailbox takes the address back, with a new password. Tells whose account it is; null: the link is spent. */
export async function restoreEmail(
  db: Db,
  given: { codeHash: Buffer; passwordHash: string },
  parts: RecoveryParts,
): Promise<string | null> {
  const code = await useAccountCode(db, given.codeHash, 'restore_email', parts.now());
  if (code?.newEmail == null) return null;
  await changeEmail(db, code.accountId, code.newEmail, parts.now());
  await takeOver(db, code, given.passwordHash, parts);
  return code.accountId;
}

/** A mailbox has proved whose account it is: everything else that could open it ends here. */
async function takeOver(
  db: Db,
  { accountId, purpose }: AccountCodeRow,
  passwordHash: string,
  parts: RecoveryParts,
): Promise<void> {
  const now = parts.now();
  await setPassword(db, accountId, passwordHash, now);
  // A reset through the present mailbox leaves the former one its way back: the present one may be the thief's.
  await voidAccountCodes(db, accountId, ['reset_password', 'change_email'], now);
  if (purpose === 'restore_email') await voidAccountCodes(db, accountId, ['restore_email'], now);
  await deleteOtherSessions(db, accountId, null);
  await revokeAllKeys(db, accountId, now);
  const account = await lockEmail(db, accountId);
  if (account) await forgetGuesses(db, account.email);
}
