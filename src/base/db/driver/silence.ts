import { type ClientConfig, DatabaseError } from 'pg';
import { Session } from './session.ts';
import type { DatabaseUnavailable } from './unavailable.ts';

/** A statement may take its time; a server that has not answered for so long is asked whether it is still there. */
export const silentMilliseconds = 10_000;
const longestAnswer = 5_000;

/**
 * A machine that loses its power, or a server that is frozen, says nothing: whoever waits for it would wait for ever. When
 * a statement has been waited for that long, a new connection is tried. If that gets no answer either, the silent ones
 * are cut off, and whoever waits is told that the database is away. Ends by what is returned.
 */
export function watchSilence(
  sessions: ReadonlySet<Session>,
  config: ClientConfig,
  after: number,
): () => void {
  let isAsking = false;
  const listSilent = () =>
    [...sessions].filter(({ askedAt }) => performance.now() - (askedAt ?? Infinity) > after);
  const look = async () => {
    const silent = listSilent();
    if (isAsking || silent.length === 0) return;
    isAsking = true;
    const asked = silent.map((session) => [session, session.askedAt] as const);
    const isThere = await answers({ ...config, connectionTimeoutMillis: Math.min(after, longestAnswer) });
    isAsking = false;
    if (isThere) return;
    for (const [session, askedAt] of asked) if (session.askedAt === askedAt) session.destroy();
  };
  const timer = setInterval(() => void look(), after / 5);
  timer.unref();
  return () => clearInterval(timer);
}

/** Also a refusal is an answer. */
async function answers(config: ClientConfig): Promise<boolean> {
  try {
    const session = await Session.open(config, false, () => {});
    void session.close();
    return true;
  } catch (error) {
    return (error as DatabaseUnavailable).cause instanceof DatabaseError;
  }
}
