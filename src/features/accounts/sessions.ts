import type { Db } from '../../base/db/connect.ts';
import type { Silence } from '../../domain/kernel/silence.ts';
import { findSession, type SessionRow, touchSession } from '../../store/accounts/sessions.ts';
import { toSilence } from '../../store/visibility/silences.ts';
import { hashToken } from '../oauth/secret-token.ts';

/** Who is signed in, and what the frame of every page shows of them. */
export type SignedInSession = Omit<SessionRow, 'silences'> & { silences: readonly Silence[] | null };

const touchIntervalMs = 5 * 60_000;

/** Before a request has a caller, so no definition: the session of a cookie at this host. */
export async function findSessionOfToken(
  db: Db,
  token: string,
  host: string,
  now: Date,
): Promise<SignedInSession | undefined> {
  const found = await findSession(db, hashToken(token), host, now);
  return found && { ...found, silences: found.silences?.map(toSilence) ?? null };
}

/** Notes the use of a session, not more often than every few minutes. */
export async function noteSessionUse(db: Db, { id, lastUsedAt }: SignedInSession, now: Date): Promise<void> {
  if (now.getTime() - lastUsedAt.getTime() > touchIntervalMs) await touchSession(db, id, now);
}
