import type { SignedInContext } from '../../domain/kernel/context.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { tooManyTriesText, wrongPasswordText } from '../../domain/rules/password-texts.ts';
import { findPasswordHash } from '../../store/accounts/credentials.ts';
import { resetSignInFailures } from '../../store/accounts/sessions.ts';
import { verifyPassword } from './password.ts';

const freeAttempts = 5;

/**
 * Refuses unless this is the account's password: a stolen session is not enough. Counted by session. For `prepare`: the
 * attempt counts even when what follows is refused.
 */
export async function refuseWrongPassword(
  { db, caller, services }: SignedInContext,
  password: string,
  field: string,
): Promise<void> {
  const key = `session:${caller.sessionId}`;
  const seconds = await services.passwordAttempts.reserve({ [key]: freeAttempts });
  if (seconds > 0) refuse.invalid(field, tooManyTriesText(seconds));
  if (!(await verifyPassword(await findPasswordHash(db, caller.accountId), password)))
    refuse.invalid(field, wrongPasswordText);
  await resetSignInFailures(db, key, null);
}
