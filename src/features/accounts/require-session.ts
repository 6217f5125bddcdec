import type { SignedInContext } from '../../domain/kernel/context.ts';
import { Refusal } from '../../domain/kernel/refusal.ts';
import { lockSession } from '../../store/accounts/sessions.ts';

/**
 * Locks the caller's session inside a transaction that issues a token or does something irreversible; refuses if it
 * was ended meanwhile.
 */
export async function requireSession({
  db,
  caller: { accountId, sessionId = '0' },
}: SignedInContext): Promise<void> {
  if (!(await lockSession(db, { id: sessionId, accountId })))
    throw new Refusal({ kind: 'unauthenticated', text: signedOutText });
}

const signedOutText = {
  en: 'You have been signed out in the meantime. Sign in again.',
  ru: 'Вы больше не в учётной записи: вход завершён. Войдите снова.',
};
