import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from './connect.ts';
import { DatabaseUnavailable } from './driver/unavailable.ts';

/** Reports the start and the end of a database outage once each. */
export interface Outage {
  /** True when the error is a database outage, which is then reported. */
  report(error: unknown): boolean;
  end(): void;
}

export function watchOutage(
  pool: Pool,
  tell: { away(error: DatabaseUnavailable): void; back(seconds: number): void },
): Outage {
  const ending = new AbortController();
  let isAway = false;

  const waitUntilBack = async (since: number) => {
    while (!ending.signal.aborted) {
      await sleep(1_000, undefined, { signal: ending.signal, ref: false }).catch(() => {});
      const answers = await pool`select 1`.then(
        () => true,
        () => false,
      );
      if (!answers) continue;
      isAway = false;
      tell.back(Math.round((performance.now() - since) / 1000));
      return;
    }
  };

  return {
    report(error) {
      if (!(error instanceof DatabaseUnavailable)) return false;
      if (!isAway && !ending.signal.aborted) {
        isAway = true;
        tell.away(error);
        void waitUntilBack(performance.now());
      }
      return true;
    },
    end: () => ending.abort(),
  };
}
