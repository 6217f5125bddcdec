import assert from 'node:assert/strict';
import { connect, type Pool } from '../../src/base/db/connect.ts';
import { databaseAddress, findCluster } from './cluster.ts';
import { addFileCleanup } from './file-cleanup.ts';
import { interleave } from './interleaving.ts';
import type { TestService } from './service.ts';

type Call = () => Promise<string>;

export interface Pair {
  name: string;
  /** The anomaly of Hermitage's list that it would be. */
  anomaly: 'lost update' | 'write skew' | 'predicate';
  /** Two calls about one new thing, and what stands afterwards. */
  make(): Promise<{ calls: [Call, Call]; stands(): Promise<unknown> }>;
}

/** A connection that the service does not use, closed with the test file. */
export async function openWatch({ db }: TestService): Promise<Pool> {
  const [{ name } = { name: '' }] = await db<{ name: string }[]>`select current_database()::text as name`;
  const { address, stop } = await findCluster();
  const watch = connect({ to: databaseAddress(address, name), maxConnections: 1 });
  addFileCleanup(async () => {
    await watch.end();
    await stop();
  });
  return watch;
}

/** “done”, “refused”, or what went wrong. */
export const statusOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { status?: number; kind?: string }) =>
      error.kind !== undefined || (error.status ?? 500) < 500 ? 'refused' : String(error),
  );

/**
 * One call is stopped after its first, second, … statement while the other runs, and the other way round: what they
 * answer and what stands must be what one after the other could do. Returns the number of schedules.
 */
export async function tryEverySchedule(make: Pair['make'], watch: Pool): Promise<number> {
  const serialOutcomes = new Set<string>();
  for (const order of [
    [0, 1],
    [1, 0],
  ] as const) {
    const { calls, stands } = await make();
    const answers: string[] = [];
    for (const index of order) answers[index] = await calls[index]();
    serialOutcomes.add(JSON.stringify([answers, await stands()]));
  }
  let schedules = 0;
  for (const isSwapped of [false, true])
    for (let sent = 1; ; sent += 1) {
      const { calls, stands } = await make();
      const [first, second] = isSwapped ? [calls[1], calls[0]] : calls;
      const answers = await interleave([first, second], sent, watch);
      if (answers === undefined) break;
      if (isSwapped) answers.reverse();
      schedules += 1;
      const outcome = JSON.stringify([answers, await stands()]);
      assert.ok(
        serialOutcomes.has(outcome),
        `after ${sent} statements ${outcome}, one after the other ${[...serialOutcomes].join(' or ')}`,
      );
    }
  return schedules;
}
