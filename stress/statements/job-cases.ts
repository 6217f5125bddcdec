import { createWorkers } from '../../src/background/jobs/workers.ts';
import type { Worker } from '../../src/domain/kernel/jobs.ts';
import { claimJobs, finishJob } from '../../src/store/system/jobs.ts';
import { createJobContext } from '../../test/harness/jobs.ts';
import type { Stage } from '../../test/operations/lost-updates/meeting-cases.ts';
import type { Answer, FaultCase } from './fault-case.ts';
import { jobInputs } from './job-inputs.ts';

/** The workers of the service that ask nothing of a server elsewhere. */
function listWorkers({ service: { app } }: Stage): Worker[] {
  const services = () => app.services;
  const rateLimits = { consume: async () => ({ exceeded: false }) };
  const devices = { keepDays: 400, secrets: { former: [] } };
  return createWorkers({ services, rateLimits, devices, mail: {}, push: {} } as never);
}

/** What runs in the background: what it did in all is the same, whichever attempt did it. */
export function listJobCases(stage: Stage): FaultCase[] {
  const { service } = stage;
  const workers = new Map(listWorkers(stage).map((each) => [each.queue, each]));
  return Object.entries(jobInputs).map(([queue, make]) => {
    const worker = workers.get(queue);
    if (worker === undefined) throw new Error(`There is no worker of ${queue}.`);
    return {
      name: `job ${queue}`,
      service,
      hasKey: false,
      isInParts: true,
      async make() {
        await service.db`delete from job where queue = ${queue}`;
        const { ahead = 0 } = await make(stage);
        const now = () => new Date(Date.now() + ahead);
        const wanted = { queue, free: 20, lockSeconds: 600 };
        const { jobs } = await claimJobs(service.pool, [wanted], { instance: 'test', now: now() });
        if (jobs.length === 0) throw new Error(`There is no job of ${queue}.`);
        let left = [...jobs];
        let isRepeat = false;
        const run = async () => {
          // A job that its own transaction took off the queue is not tried again.
          if (isRepeat) left = await listWaiting(stage, left);
          isRepeat = true;
          for (const job of [...left]) {
            await worker.handle(job.payload, createJobContext(service, { now, job: job.id }));
            await finishJob(service.pool, job.id, 'test');
            left.splice(left.indexOf(job), 1);
          }
        };
        return () =>
          run().then(
            () => ({ status: 200, retryAfter: null, shape: 'done', body: '' }),
            (error: Error) => describeFailure(error),
          );
      },
    };
  });
}

async function listWaiting<Job extends { id: string }>(
  { service: { db } }: Stage,
  jobs: readonly Job[],
): Promise<Job[]> {
  const rows = await db<{ id: string }[]>`
    select id::text as id from job where id = any(${jobs.map(({ id }) => id)}::bigint[])`;
  return jobs.filter(({ id }) => rows.some((row) => row.id === id));
}

/** The queue tries it again. */
const describeFailure = ({ stack = '' }: Error): Answer => ({
  status: 503,
  retryAfter: '1',
  shape: '',
  body: stack,
});
