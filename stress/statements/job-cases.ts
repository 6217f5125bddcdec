import { createWorkers } from '../../src/background/jobs/workers.ts';
import type { JobContext, Worker } from '../../src/domain/kernel/jobs.ts';
import { claimJobs, finishJob } from '../../src/store/system/jobs.ts';
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
        const { signal } = new AbortController();
        const context: JobContext = { pool: service.pool, signal, now, newId: service.newId };
        const left = [...jobs];
        const run = async () => {
          for (const job of [...left]) {
            await worker.handle(job.payload, context);
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

/** The queue tries it again. */
const describeFailure = ({ stack = '' }: Error): Answer => ({
  status: 503,
  retryAfter: '1',
  shape: '',
  body: stack,
});
