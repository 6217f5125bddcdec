import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createJobs } from '../../src/background/jobs/queue.ts';
import type { Pool } from '../../src/base/db/connect.ts';
import type { Jobs } from '../../src/domain/kernel/jobs.ts';
import { createSnowflakes } from '../../src/domain/kernel/snowflake.ts';
import { createDatabaseProxy, type DatabaseProxy } from '../harness/database-proxy.ts';
import { waitUntil } from '../harness/wait-until.ts';

/** Instances on one database; the connection of the first can be cut. */
describe('recurring jobs on several instances', () => {
  let line: DatabaseProxy;
  let offset = 0;
  let number = 0;
  const begun: string[] = [];
  let finish: (() => void)[] = [];
  const opened: Jobs[] = [];
  before(async () => {
    line = await createDatabaseProxy();
  });
  after(async () => {
    line.restore();
    await Promise.all(opened.map((jobs) => jobs.stop()));
    await line.drop();
  });

  const start = (instance: string, pool: Pool) => {
    number += 1;
    const snowflakes = createSnowflakes(() => number, Date.now);
    const jobs = createJobs({
      pool,
      instance,
      workers: [
        {
          queue: 'round',
          concurrency: 1,
          lockSeconds: 3600,
          attempts: 3,
          handle: (_payload, { signal }) =>
            new Promise<void>((done) => {
              begun.push(instance);
              finish.push(done);
              signal.addEventListener('abort', () => done());
            }),
        },
      ],
      recurring: [{ queue: 'round', everySeconds: 60 }],
      now: () => new Date(Date.now() + offset),
      newId: () => snowflakes.next(),
      onError: () => {},
      pollMilliseconds: 10,
      renewMilliseconds: 10,
    });
    opened.push(jobs);
    jobs.start();
    return jobs;
  };
  /** Long enough for several polls of every instance. */
  const severalPolls = () => sleep(200);
  const rowsOf = () => line.direct<{ by: string | null; until: Date | null }[]>`
    select locked_by as by, locked_until as until from job where queue = 'round' order by id`;

  const holders = async () =>
    (await line.direct<{ by: string | null }[]>`select locked_by as by from job where id = 2`).map(
      ({ by }) => by,
    );

  it('run on one instance at a time, even longer than a lease', async () => {
    start('first', line.pool);
    await waitUntil('1 jobs have begun', () => begun.length === 1);
    start('second', line.direct);
    // The job runs longer than a lease, which is renewed meanwhile, and the next run is due.
    for (let step = 0; step < 6; step += 1) {
      offset += 20_000;
      await waitUntil('the lease is renewed', async () =>
        (await rowsOf()).some((row) => (row.until?.getTime() ?? 0) > Date.now() + offset + 20_000),
      );
    }
    await line.direct`insert into job (id, queue, key, payload, run_at, created_at) values (1, 'round', 'turn', '{}', now(), now())`;
    await waitUntil('the lease is renewed', async () =>
      (await rowsOf()).some((row) => (row.until?.getTime() ?? 0) > Date.now() + offset),
    );
    await severalPolls();
    assert.deepEqual(begun, ['first']);
    finish[0]?.();
    await waitUntil('2 jobs have begun', () => begun.length === 2);
    await severalPolls();
    assert.equal(begun.length, 2);
    finish[1]?.();
    await waitUntil('no job is left', async () => (await rowsOf()).length === 0);
  });

  it('are taken over by another instance when the lease expires', async () => {
    begun.length = 0;
    finish = [];
    // Only the instance whose connection can be cut polls.
    await opened[1]?.stop();
    await line.direct`insert into job (id, queue, key, payload, run_at, created_at) values (2, 'round', 'turn', '{}', now(), now())`;
    await waitUntil('1 jobs have begun', () => begun.length === 1);
    line.cut(true);
    start('third', line.direct);
    await severalPolls();
    assert.deepEqual(begun, ['first']);
    offset += 30_000;
    await waitUntil('2 jobs have begun', () => begun.length === 2);
    assert.deepEqual(begun, ['first', 'third']);
    // The first instance reconnects too late to finish the job.
    line.restore();
    finish[0]?.();
    await severalPolls();
    assert.deepEqual(await holders(), ['third']);
    finish[1]?.();
    await waitUntil('the job is done', async () => (await holders()).length === 0);
  });
});
