import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createJobs } from '../../src/background/jobs/queue.ts';
import type { Jobs } from '../../src/domain/kernel/jobs.ts';
import { createSnowflakes } from '../../src/domain/kernel/snowflake.ts';
import { createDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts';

/** Polls so rarely that only notifications and due times can start a job before the test times out. */
const pollMilliseconds = 600_000;

describe('idle job queue', { timeout: 60_000 }, () => {
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
    await until(async () => {
      await jobs.add(line.direct, { queue: 'quick', payload: { name: 'first' } });
      return begun.length > 0;
    });
    await until(async () => (await countJobs()) === 0);
    begun.length = 0;
  });
  after(async () => {
    for (const done of waiting) done();
    await jobs.stop();
    await line.drop();
  });

  const until = async (holds: () => boolean | Promise<boolean>) => {
    for (let turn = 0; turn < 1000; turn += 1) {
      if (await holds()) return;
      await sleep(20);
    }
    assert.fail('timed out');
  };
  const countJobs = async () =>
    Number((await line.direct<{ count: string }[]>`select count(*) from job`)[0]?.count);
  const add = (queue: string, name: string, delay = 0) =>
    jobs.add(line.direct, { queue, payload: { name }, runAt: new Date(Date.now() + delay) });

  it('starts a job when its transaction commits', async () => {
    await line.direct.begin(async (db) => {
      await jobs.add(db, { queue: 'quick', payload: { name: 'added' } });
      assert.deepEqual(begun, []);
    });
    await until(() => begun.includes('added'));
  });

  it('starts a job for later when it is due, and an earlier one before it', async () => {
    begun.length = 0;
    await add('quick', 'later', 700);
    await add('quick', 'sooner', 300);
    await until(() => begun.length === 2);
    assert.deepEqual(begun, ['sooner', 'later']);
  });

  it('starts the next job of a full queue when one ends, and other queues meanwhile', async () => {
    begun.length = 0;
    await add('slow', 'one');
    await until(() => begun.length === 1);
    await add('slow', 'two');
    await add('quick', 'other');
    await until(() => begun.length === 2);
    assert.deepEqual(begun, ['one', 'other']);
    waiting.shift()?.();
    await until(() => begun.length === 3);
    assert.equal(begun[2], 'two');
    waiting.shift()?.();
  });

  it('finds jobs that were added while the connection was lost', async () => {
    begun.length = 0;
    line.cut(true);
    await add('quick', 'unheard');
    await sleep(100);
    line.restore();
    await until(() => begun.includes('unheard'));
  });
});
