import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './process.ts';
import type { Started } from './server.ts';

export interface ServerGuard {
  /** The running server, or the last one. */
  readonly server: Started;
  /** Stops restarting, and aborts a restart in progress. */
  stop(): Promise<void>;
}

const lookEvery = 250;
const shortestPause = 200;
const longestPause = 5_000;

/**
 * Restarts the server when it has died. Checked by pid and not as a child process, because an adopted server is not
 * our child.
 */
export function guardServer(
  first: Started,
  startAgain: (dead: Started, signal: AbortSignal) => Promise<Started>,
  log: (line: string) => void,
): ServerGuard {
  const ending = new AbortController();
  const { signal } = ending;
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  let server = first;

  const watch = async () => {
    let wait = shortestPause;
    for (;;) {
      await pause(lookEvery);
      if (signal.aborted) return;
      if (isAlive(server.pid)) continue;
      log(`embedded PostgreSQL: the server (process ${server.pid}) has died, starting it again`);
      while (!isAlive(server.pid) && !signal.aborted) {
        try {
          server = await startAgain(server, signal);
          log(`embedded PostgreSQL: started again, process ${server.pid}`);
          wait = shortestPause;
        } catch (error) {
          if (!signal.aborted) log(`embedded PostgreSQL: not started again yet: ${(error as Error).message}`);
          await pause(wait);
          wait = Math.min(wait * 2, longestPause);
        }
      }
    }
  };
  const watching = watch();

  return {
    get server() {
      return server;
    },
    stop() {
      ending.abort();
      return watching;
    },
  };
}
