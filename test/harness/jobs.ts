import type { PollResultWriterOptions } from '../../src/background/jobs/poll-result-writer.ts';
import type { JobContext, Worker } from '../../src/domain/kernel/jobs.ts';
import { claimJobs, finishJob } from '../../src/store/system/jobs.ts';
import type { TestService } from './service.ts';

/** What a worker gets; without `job` nothing is in the queue. */
export function createJobContext(
  { pool, newId }: Pick<TestService, 'pool' | 'newId'>,
  {
    signal = new AbortController().signal,
    now = () => new Date(),
    job,
  }: { signal?: AbortSignal; now?: () => Date; job?: string } = {},
): JobContext {
  return {
    pool,
    signal,
    now,
    newId,
    async finish(db) {
      if (job !== undefined && !(await finishJob(db, job, 'test'))) throw new Error(`Job ${job} is done.`);
    },
  };
}

/**
 * Runs the waiting jobs of one queue now; returns how many there were. `ahead`: milliseconds added to their clock,
 * without moving that of the service.
 */
export async function drainQueue(service: TestService, worker: Worker, ahead = 0): Promise<number> {
  const now = () => new Date(Date.now() + service.clock.offset + ahead);
  const { signal } = new AbortController();
  let done = 0;
  for (;;) {
    const queue = { queue: worker.queue, free: 20, lockSeconds: 60 };
    const { jobs } = await claimJobs(service.pool, [queue], { instance: 'test', now: now() });
    if (jobs.length === 0) return done;
    for (const job of jobs) {
      await worker.handle(job.payload, createJobContext(service, { signal, now, job: job.id }));
      await finishJob(service.pool, job.id, 'test');
      done += 1;
    }
  }
}

/** Dependencies for storing device readings. */
export function storingDependenciesOf(
  service: TestService,
  now: () => Date = () => new Date(),
): PollResultWriterOptions {
  const { services } = service.app;
  return { pool: service.pool, services, keepDays: 400, now, newId: service.newId };
}
