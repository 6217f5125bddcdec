import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { createJobs } from '../../src/background/jobs/queue.ts';
import { DatabaseUnavailable } from '../../src/base/db/driver/unavailable.ts';
import type { JobContext } from '../../src/domain/kernel/jobs.ts';
import { startService, type TestService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

let service: TestService;
before(async () => {
  service = await startService();
  await service.db`create table done_work (job integer)`;
});
after(() => service.db`drop table done_work`);

/** One job that writes a row and takes itself off the queue in one transaction; `meanwhile` runs before that, `then` after. */
async function runJob(name: string, meanwhile: () => Promise<unknown>, then: () => void): Promise<string[]> {
  const errors: string[] = [];
  let runs = 0;
  const jobs = createJobs({
    pool: service.pool,
    workers: [
      {
        queue: name,
        concurrency: 1,
        lockSeconds: 60,
        attempts: 5,
        async handle(_payload, { pool, finish }: JobContext) {
          runs += 1;
          await meanwhile();
          await pool.begin(async (db) => {
            await db`insert into done_work (job) values (1)`;
            await finish(db);
          });
          then();
        },
      },
    ],
    recurring: [],
    instance: name,
    now: () => new Date(),
    newId: service.newId,
    onError: (error) => errors.push((error as Error).message),
    pollMilliseconds: 5,
  });
  await jobs.add(service.pool, { queue: name });
  jobs.start();
  await waitUntil('the job has run', () => runs > 0 && jobs.running === 0);
  await jobs.stop();
  assert.equal(runs, 1);
  return errors;
}

const left = (queue: string) => service.db`select locked_by from job where queue = ${queue}`;
const written = async () => (await service.db`select 1 from done_work`).length;

it('a job that its own transaction took off the queue is not run again when the answer to its commit is lost', async () => {
  const errors = await runJob(
    'lost-answer',
    async () => {},
    () => {
      throw new DatabaseUnavailable(new Error('the answer was lost'));
    },
  );
  assert.deepEqual(errors, ['the answer was lost']);
  assert.deepEqual(await left('lost-answer'), []);
  assert.equal(await written(), 1);
});

it('a job that another instance took over while it ran writes nothing', async () => {
  const earlier = await written();
  const takeOver = () => service.db`update job set locked_by = 'another' where queue = 'taken-over'`;
  const [error = ''] = await runJob('taken-over', takeOver, () => {});
  assert.match(error, /was taken over while it ran/);
  assert.equal(await written(), earlier);
  assert.deepEqual(
    (await left('taken-over')).map(({ locked_by }) => locked_by),
    ['another'],
  );
});
