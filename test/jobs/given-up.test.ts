import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createJobs } from '../../src/background/jobs/queue.ts';
import { startService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';

it('a job is given up at the time of the service’s clock, and outages before it do not count', async () => {
  const service = await startService();
  const month = 30 * 86_400_000;
  let ahead = month;
  let runs = 0;
  const jobs = createJobs({
    pool: service.pool,
    workers: [
      {
        queue: 'broken',
        concurrency: 1,
        lockSeconds: 60,
        attempts: 2,
        isOutage: (error) => (error as Error).message === 'outage',
        async handle() {
          runs += 1;
          throw new Error(runs <= 5 ? 'outage' : 'broken');
        },
      },
    ],
    recurring: [],
    instance: 'given-up',
    now: () => new Date(Date.now() + ahead),
    newId: service.newId,
    onError: () => {},
    pollMilliseconds: 5,
  });
  await jobs.add(service.pool, { queue: 'broken' });
  jobs.start();
  const find = async () => (await service.db`select attempts, failed_at, last_error from job`)[0];
  await waitUntil('the job has failed', async () => {
    if (jobs.running === 0) ahead += 3_600_000;
    return (await find())?.failed_at;
  });
  await jobs.stop();
  const job = await find();
  assert.equal(runs, 7, 'five outages, then the two attempts');
  assert.deepEqual([job?.attempts, job?.last_error], [2, 'broken']);
  assert.ok(job !== undefined && job.failed_at.getTime() > Date.now() + month - 60_000);
});
