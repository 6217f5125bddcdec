import type { PollResultWriterOptions } from '../../src/background/jobs/poll-result-writer.ts';
import type { Worker } from '../../src/domain/kernel/jobs.ts';
import { claimJobs, finishJob } from '../../src/store/system/jobs.ts';
import type { TestService } from './service.ts';

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
      await worker.handle(job.payload, { pool: service.pool, signal, now, newId: service.newId });
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
