import type { Connection } from 'pg';
import type { Pool } from '../../src/base/db/connect.ts';
import { observeStatements } from '../../src/base/db/driver/statement-observer.ts';
import { belongsTo, runBelongingTo } from '../db/request-statements.ts';
import { waitUntil } from './wait-until.ts';

/** One of two calls: each of its statements waits until it is let go. */
interface Held<Result> {
  readonly done: Promise<Result>;
  /** Sends the statement that waits, and waits for the next one, the end, or a lock of the other call. */
  step(): Promise<'waits' | 'blocked' | 'over'>;
  release(): void;
}

function hold<Result>(work: () => Promise<Result>, watch: Pool): Held<Result> {
  const own = {};
  const waiting: (() => void)[] = [];
  let isFree = false;
  let isOver = false;
  const end = observeStatements({
    submitted(query) {
      if (isFree || !belongsTo(own)) return;
      const send = query.submit.bind(query);
      query.submit = (connection: Connection) => {
        if (isFree) return send(connection);
        waiting.push(() => send(connection));
        return null;
      };
    },
  });
  const done = runBelongingTo(own, work).finally(() => {
    isOver = true;
    end();
  });
  done.catch(() => {});
  let wasBlocked = false;
  return {
    done,
    async step() {
      if (!wasBlocked) {
        await waitUntil('a statement waits or the call is over', async () => isOver || waiting.length > 0);
        waiting.shift()?.();
      }
      let isBlocked = false;
      await waitUntil('the statement has ended or waits for a lock', async () => {
        if (isOver || waiting.length > 0) return true;
        isBlocked = await waitsForLock(watch);
        return isBlocked;
      });
      wasBlocked = isBlocked;
      if (isBlocked) return 'blocked';
      return isOver ? 'over' : 'waits';
    },
    release() {
      isFree = true;
      for (const send of waiting.splice(0)) send();
    },
  };
}

async function waitsForLock(watch: Pool): Promise<boolean> {
  const [row] = await watch<{ waits: boolean }[]>`
    select exists (select 1 from pg_stat_activity
                    where datname = current_database() and wait_event_type = 'Lock') as waits`;
  return row?.waits === true;
}

/**
 * Sends `before` statements of the first call, then the second until it is over or waits for the first, then the rest of
 * both: the same order of statements each time. Undefined: the first was over by then.
 */
export async function interleave<First, Second>(
  [first, second]: readonly [() => Promise<First>, () => Promise<Second>],
  before: number,
  watch: Pool,
): Promise<[First, Second] | undefined> {
  const one = hold(first, watch);
  for (let sent = 0; sent < before; sent += 1)
    if ((await one.step()) === 'over') {
      await one.done;
      return undefined;
    }
  const two = hold(second, watch);
  while ((await two.step()) === 'waits');
  one.release();
  two.release();
  return Promise.all([one.done, two.done]);
}
