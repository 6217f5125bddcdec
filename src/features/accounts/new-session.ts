import type { z } from 'zod';
import type { Context } from '../../domain/kernel/context.ts';
import { deleteSession, insertSession } from '../../store/accounts/sessions.ts';
import { createPlainSecret, hashToken } from '../oauth/secret-token.ts';
import type { browser } from './account-fields.ts';

export const sessionDays = 30;

/**
 * For `write` of what proves who somebody is. The previous session of this browser ends. Returns the session's token;
 * null when the account is deleted, or its password was changed since it was verified.
 */
export async function startSession(
  { db, caller, origin, now, newId }: Context,
  account: { readonly id: string; readonly passwordHash?: string },
  { user_agent: userAgent, address }: z.output<typeof browser>,
): Promise<string | null> {
  const token = createPlainSecret();
  const isStarted = await insertSession(db, {
    id: newId(),
    hash: hashToken(token),
    accountId: account.id,
    passwordHash: account.passwordHash,
    host: new URL(origin).host,
    userAgent,
    address,
    now: now(),
    expiresAt: new Date(now().getTime() + sessionDays * 86_400_000),
  });
  if (!isStarted) return null;
  if (caller.accountId !== null && caller.sessionId !== undefined)
    await deleteSession(db, caller.accountId, caller.sessionId);
  return token;
}
