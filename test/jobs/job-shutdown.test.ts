import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createJobs } from '../../src/background/jobs/queue.ts';
import type { Pool } from '../../src/base/db/connect.ts';
import { createSnowflakes } from '../../src/domain/kernel/snowflake.ts';
import { createDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts';
import { waitUntil } from '../harness/wait-until.ts';

describe('job queue during shutdown and database outage', () => {
  let line: DatabaseProxy;
  const snowflakes = createSnowflakes(() => 1, Date.now);
  before(async () => {
    line = await createDatabaseProxy();
  });
  after(() => line.drop());

  const create = (pool: Pool, handle: (signal: AbortSignal) => Promise<void>) =>
    createJobs({
      pool,
      instance: 'first',
      workers: [
        {
          queue: 'round',
          concurrency: 1,
          lockSeconds: 3600,
          attempts: 3,
          handle: (_payload, { signal }) => handle(signal),
        },
      ],
      recurring: [],
      now: () => new Date(),
      newId: () => snowflakes.next(),
      onError: () => {},
      pollMilliseconds: 10,
      renewMilliseconds: 10,
    });

  it('releases jobs claimed during shutdown without starting them', async () => {
    let begun = 0;
    const jobs = create(line.pool, async (signal) => {
      begun += 1;
      await new Promise((done) => signal.addEventListener('abort', done));
    });
    await jobs.add(line.direct, { queue: 'round', key: 'turn' });
    let stopped: Promise<void> | undefined;
    await line.direct.begin(async (db) => {
      await db`lock table job in access exclusive mode`;
      jobs.start();
      const isClaiming = async () =>
        (await db`select 1 from pg_locks where relation = 'job'::regclass and not granted`).length > 0;
      await waitUntil('the claim waits', isClaiming);
      stopped = jobs.stop();
    });
    await stopped;
    const rows = await line.direct<{ by: string | null }[]>`select locked_by as by from job`;
    assert.deepEqual([begun, rows], [0, [{ by: null }]]);
  });

  it('retries lease renewal in a single loop during an outage', async () => {
    const renewals: number[] = [];
    const counted = new Proxy(line.pool, {
      apply(target, self, given: [readonly string[]]) {
        if (given[0].join('').startsWith('update job set locked_until')) renewals.push(performance.now());
        return Reflect.apply(target as never, self, given);
      },
    });
    const jobs = create(
      counted,
      (signal) => new Promise((done) => signal.addEventListener('abort', () => done())),
    );
    jobs.start();
    await waitUntil('a lease is renewed', () => jobs.running > 0 && renewals.length > 0);
    line.cut(true);
    // Renewals that were under way fail first. Several loops, or the timer of every 10 ms, would leave no such gaps.
    await waitUntil('one loop tries again, half a second after each failure', () => {
      const [one = 0, two = 0, three = 0] = renewals.slice(-3);
      return two - one > 400 && three - two > 400;
    });
    const tried = renewals.length;
    line.restore();
    await waitUntil('leases are renewed again', () => renewals.length > tried + 5);
    await jobs.stop();
  });
});
