import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from './process.ts';
import type { StartedServer } from './server.ts';

export interface ServerSupervisor {
  /** The running server, or the last one. */
  readonly server: StartedServer;
  /** Stops restarting, and aborts a restart in progress. */
  stop(): Promise<void>;
}

const checkInterval = 250;
const minRetryDelay = 200;
const maxRetryDelay = 5_000;

/**
 * Restarts the server when it has died. Checked by pid and not as a child process, because an adopted server is not
 * our child.
 */
export function superviseServer(
  first: StartedServer,
  startAgain: (dead: StartedServer, signal: AbortSignal) => Promise<StartedServer>,
  log: (line: string) => void,
): ServerSupervisor {
  const ending = new AbortController();
  const { signal } = ending;
  const pause = (milliseconds: number) =>
    sleep(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  let server = first;

  const watch = async () => {
    let wait = minRetryDelay;
    for (;;) {
      await pause(checkInterval);
      if (signal.aborted) return;
      if (isAlive(server.pid)) continue;
      log(`embedded PostgreSQL: the server (process ${server.pid}) has died, starting it again`);
      while (!isAlive(server.pid) && !signal.aborted) {
        try {
          server = await startAgain(server, signal);
          log(`embedded PostgreSQL: started again, process ${server.pid}`);
          wait = minRetryDelay;
        } catch (error) {
          if (!signal.aborted) log(`embedded PostgreSQL: not started again yet: ${(error as Error).message}`);
          await pause(wait);
          wait = Math.min(wait * 2, maxRetryDelay);
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
