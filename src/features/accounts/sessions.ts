import type { Db } from '../../base/db/connect.ts';
import { findSession, type SessionRow, touchSession } from '../../store/accounts/sessions.ts';
import { hashToken } from '../oauth/secret-token.ts';

/** Who is signed in, and what the frame of every page shows of them. */
export type SignedInSession = SessionRow;

const touchIntervalMs = 5 * 60_000;

/** Before a request has a caller, so no definition: the session of a cookie at this host. */
export function findSessionOfToken(
  db: Db,
  token: string,
  host: string,
  now: Date,
): Promise<SignedInSession | undefined> {
  return findSession(db, hashToken(token), host, now);
}

/** Notes the use of a session, not more often than every few minutes. */
export async function noteSessionUse(db: Db, { id, lastUsedAt }: SignedInSession, now: Date): Promise<void> {
  if (now.getTime() - lastUsedAt.getTime() > touchIntervalMs) await touchSession(db, id, now);
}
