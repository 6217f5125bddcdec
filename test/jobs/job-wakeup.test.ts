import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createJobs } from '../../src/background/jobs/queue.ts';
import type { Db } from '../../src/base/db/connect.ts';
import type { Jobs } from '../../src/domain/kernel/jobs.ts';
import { createSnowflakes } from '../../src/domain/kernel/snowflake.ts';
import { createDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts';
import { waitUntil } from '../harness/wait-until.ts';

/** Polls so rarely that only notifications and due times can start a job before the test times out. */
const pollMilliseconds = 600_000;

describe('idle job queue', () => {
  let line: DatabaseProxy;
  let jobs: Jobs;
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  before(async () => {
    line = await createDatabaseProxy();
    const snowflakes = createSnowflakes(() => 1, Date.now);
    const worker = (queue: string, concurrency: number) => ({
      queue,
      concurrency,
      lockSeconds: 60,
      attempts: 2,
      handle: async ({ name }: Record<string, unknown>) => {
        begun.push(String(name));
        if (queue === 'slow') await new Promise<void>((done) => waiting.push(done));
      },
    });
    jobs = createJobs({
      pool: line.pool,
      instance: 'one',
      workers: [worker('quick', 2), worker('slow', 1)],
      recurring: [],
      now: () => new Date(),
      newId: () => snowflakes.next(),
      onError: () => {},
      pollMilliseconds,
    });
    jobs.start();
    // The subscription is active once a job starts; it may have missed the first notification.
    await waitUntil('a job has begun', async () => {
      await jobs.add(line.direct, { queue: 'quick', payload: { name: 'first' } });
      return begun.length > 0;
    });
    await waitUntil('no job is left', async () => (await countJobs()) === 0);
    begun.length = 0;
  });
  after(async () => {
    for (const done of waiting) done();
    await jobs.stop();
    await line.drop();
  });

  const countJobs = async () =>
    Number((await line.direct<{ count: string }[]>`select count(*) from job`)[0]?.count);
  const add = (queue: string, name: string) => jobs.add(line.direct, { queue, payload: { name } });

  it('starts a job when its transaction commits', async () => {
    await line.direct.begin(async (db) => {
      await jobs.add(db, { queue: 'quick', payload: { name: 'added' } });
      assert.deepEqual(begun, []);
    });
    await waitUntil('added has begun', () => begun.includes('added'));
  });

  it('starts a job for later when it is due, and an earlier one before it', async () => {
    begun.length = 0;
    const now = Date.now();
    const addAt = (db: Db, name: string, runAt: number) =>
      jobs.add(db, { queue: 'quick', payload: { name }, runAt: new Date(runAt) });
    // Together, so that neither is due before the other is known.
    await line.direct.begin(async (db) => {
      await addAt(db, 'later', now + 700);
      await addAt(db, 'sooner', now + 300);
    });
    await waitUntil('2 jobs have begun', () => begun.length === 2);
    assert.deepEqual(begun, ['sooner', 'later']);
  });

  it('starts the next job of a full queue when one ends, and other queues meanwhile', async () => {
    begun.length = 0;
    await add('slow', 'one');
    await waitUntil('1 jobs have begun', () => begun.length === 1);
    await add('slow', 'two');
    await add('quick', 'other');
    await waitUntil('2 jobs have begun', () => begun.length === 2);
    assert.deepEqual(begun, ['one', 'other']);
    waiting.shift()?.();
    await waitUntil('3 jobs have begun', () => begun.length === 3);
    assert.equal(begun[2], 'two');
    waiting.shift()?.();
  });

  it('finds jobs that were added while the connection was lost', async () => {
    begun.length = 0;
    line.cut(true);
    await add('quick', 'unheard');
    await sleep(100);
    line.restore();
    await waitUntil('unheard has begun', () => begun.includes('unheard'));
  });
});
