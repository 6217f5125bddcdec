import type { Pool } from '../../base/db/connect.ts';
import type { PasswordAttempts } from '../../domain/kernel/ports.ts';
import {
  countSignInAttempt,
  lockSignInFailures,
  type SignInFailureRow,
} from '../../store/accounts/sessions.ts';

const maxWaitSeconds = 900;

export function createPasswordAttempts(pool: Pool, now: () => Date): PasswordAttempts {
  return {
    reserve(freeAttempts) {
      const [keys, at] = [Object.keys(freeAttempts), now()];
      return pool.begin(async (db) => {
        const rows = await lockSignInFailures(db, keys, at);
        const waits = rows.map((row) => secondsToWait(row, freeAttempts[row.key] ?? 0, at));
        const seconds = Math.ceil(Math.max(0, ...waits));
        if (seconds === 0) await countSignInAttempt(db, keys, at);
        return seconds;
      });
    },
  };
}

/** Free attempts, then a wait that doubles. */
function secondsToWait({ failures, lastFailedAt }: SignInFailureRow, free: number, now: Date): number {
  const over = failures - free;
  if (over < 0) return 0;
  const wait = Math.min(maxWaitSeconds, 2 ** Math.min(over + 1, 10));
  return wait - (now.getTime() - lastFailedAt.getTime()) / 1000;
}
