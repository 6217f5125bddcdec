import { type ClientConfig, DatabaseError } from 'pg';
import { Session } from './session.ts';
import type { DatabaseUnavailable } from './unavailable.ts';

/** A statement may run long; after this time without a response the server is probed. */
export const stallMilliseconds = 10_000;
const maxProbeMilliseconds = 5_000;

/**
 * Detects a stalled server (power loss, frozen process), which sends no error. When a statement has waited too long,
 * a new connection is tried; if that fails as well, the stalled connections are destroyed and their statements fail
 * with DatabaseUnavailable. Returns the stop function.
 */
export function watchStalledConnections(
  sessions: ReadonlySet<Session>,
  config: ClientConfig,
  after: number,
): () => void {
  let isAsking = false;
  const listSilent = () =>
    [...sessions].filter(({ statementSentAt }) => performance.now() - (statementSentAt ?? Infinity) > after);
  const look = async () => {
    const silent = listSilent();
    if (isAsking || silent.length === 0) return;
    isAsking = true;
    const waiting = silent.map((session) => [session, session.statementSentAt] as const);
    const isThere = await serverResponds({
      ...config,
      connectionTimeoutMillis: Math.min(after, maxProbeMilliseconds),
    });
    isAsking = false;
    if (isThere) return;
    for (const [session, askedAt] of waiting) if (session.statementSentAt === askedAt) session.destroy();
  };
  const timer = setInterval(() => void look(), after / 5);
  timer.unref();
  return () => clearInterval(timer);
}

/** An error response from the server also proves that it is alive. */
async function serverResponds(config: ClientConfig): Promise<boolean> {
  try {
    const session = await Session.open(config, false, () => {});
    void session.close();
    return true;
  } catch (error) {
    return (error as DatabaseUnavailable).cause instanceof DatabaseError;
  }
}
