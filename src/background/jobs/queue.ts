import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../../base/db/connect.ts';
import { DatabaseUnavailable } from '../../base/db/driver/unavailable.ts';
import type { Jobs, RecurringJob, Worker } from '../../domain/kernel/jobs.ts';
import {
  claimJobs,
  claimScheduledRun,
  finishJob,
  insertJob,
  releaseJobs,
  renewJobs,
  retryJob,
} from '../../store/system/jobs.ts';

/** Lease of a running job, renewed while it runs: when an instance dies, another takes over after this. */
const leaseSeconds = 25;
const renewMilliseconds = 7_000;

export interface JobsOptions {
  pool: Pool;
  workers: readonly Worker[];
  recurring: readonly RecurringJob[];
  instance: string;
  now(): Date;
  newId(): string;
  onError(error: unknown, queue: string): void;
  pollMilliseconds?: number;
  renewMilliseconds?: number;
}

export function createJobs(options: JobsOptions): Jobs {
  const { pool, instance } = options;
  const stopping = new AbortController();
  /** Per running job, until when its lease may be renewed. */
  const held = new Map<string, number>();
  const active = new Map<string, Set<Promise<void>>>(
    options.workers.map((worker) => [worker.queue, new Set()]),
  );
  let timer: NodeJS.Timeout | undefined;
  let scheduler: NodeJS.Timeout | undefined;
  let renewer: NodeJS.Timeout | undefined;
  let isWaitingToRenew = false;
  let turn: Promise<void> | undefined;
  let scheduling: Promise<void> | undefined;

  async function runOne(
    worker: Worker,
    job: { id: string; payload: Record<string, unknown>; attempts: number },
  ): Promise<void> {
    const context = { pool, signal: stopping.signal, now: options.now, newId: options.newId };
    try {
      await worker.handle(job.payload, context);
      await finishJob(pool, job.id, instance);
    } catch (error) {
      options.onError(error, worker.queue);
      // A database outage does not count as a failed attempt.
      const isAway = error instanceof DatabaseUnavailable;
      const isLast = job.attempts >= worker.attempts && !isAway;
      if (isLast)
        await worker
          .giveUp?.(job.payload, context)
          .catch((failure) => options.onError(failure, worker.queue));
      const seconds = isAway ? 1 : Math.min(3600, 2 ** job.attempts * 5) * (0.75 + Math.random() / 2);
      await whenBack(() =>
        retryJob(pool, job.id, instance, String((error as Error)?.message ?? error).slice(0, 500), {
          giveUp: isLast,
          runAt: new Date(options.now().getTime() + seconds * 1000),
        }),
      ).catch((failure) => options.onError(failure, worker.queue));
    }
  }

  /** Retries until the database is back: otherwise the job would stay locked until its lease ends. */
  async function whenBack(write: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (!(error instanceof DatabaseUnavailable) || stopping.signal.aborted) throw error;
        await sleep(500, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      }
    }
  }

  async function pollOnce(): Promise<void> {
    for (const worker of options.workers) {
      const running = active.get(worker.queue) as Set<Promise<void>>;
      const free = worker.concurrency - running.size;
      if (free <= 0 || stopping.signal.aborted) continue;
      const jobs = await claimJobs(pool, {
        queue: worker.queue,
        limit: free,
        instance,
        now: options.now(),
        lockSeconds: Math.min(leaseSeconds, worker.lockSeconds),
      });
      // Stopping: claimed jobs that did not start are released at the end.
      if (stopping.signal.aborted) return;
      for (const job of jobs) {
        held.set(job.id, performance.now() + (worker.lockSeconds - leaseSeconds) * 1000);
        const work = runOne(worker, job).finally(() => {
          running.delete(work);
          held.delete(job.id);
          if (running.size === 0) poll();
        });
        running.add(work);
      }
    }
  }

  const leaseEnd = () => new Date(options.now().getTime() + leaseSeconds * 1000);
  const renewable = () => [...held].filter(([, until]) => performance.now() < until).map(([id]) => id);
  const renewAll = () => renewJobs(pool, instance, renewable(), leaseEnd());
  async function renew(): Promise<void> {
    if (isWaitingToRenew || renewable().length === 0) return;
    try {
      await renewAll();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) return options.onError(error, 'renew');
      if (isWaitingToRenew) return;
      // A single retry loop renews all leases as soon as the database is back, before other instances claim the jobs.
      isWaitingToRenew = true;
      await whenBack(renewAll)
        .catch((failure) => options.onError(failure, 'renew'))
        .finally(() => {
          isWaitingToRenew = false;
        });
    }
  }

  function poll(): void {
    if (stopping.signal.aborted || turn !== undefined) return;
    turn = pollOnce()
      .catch((error) => options.onError(error, 'poll'))
      .finally(() => {
        turn = undefined;
      });
  }

  function scheduleTurns(): void {
    scheduling = (async () => {
      for (const { queue, everySeconds } of options.recurring) {
        const number = Math.floor(options.now().getTime() / (everySeconds * 1000));
        if (await claimScheduledRun(pool, queue, number)) await jobs.add(pool, { queue, key: 'turn' });
      }
    })().catch((error) => options.onError(error, 'schedule'));
  }

  const jobs: Jobs = {
    async add(db, job) {
      await insertJob(db, {
        id: options.newId(),
        queue: job.queue,
        key: job.key ?? null,
        payload: job.payload ?? {},
        runAt: job.runAt ?? options.now(),
        createdAt: options.now(),
      });
    },
    start() {
      scheduleTurns();
      scheduler = setInterval(scheduleTurns, 10_000);
      scheduler.unref();
      renewer = setInterval(() => void renew(), options.renewMilliseconds ?? renewMilliseconds);
      renewer.unref();
      timer = setInterval(poll, options.pollMilliseconds ?? 500);
      timer.unref();
      poll();
    },
    async stop() {
      stopping.abort();
      clearInterval(timer);
      clearInterval(scheduler);
      await scheduling;
      await turn;
      await Promise.allSettled([...active.values()].flatMap((set) => [...set]));
      clearInterval(renewer);
      await Promise.allSettled(options.workers.map((worker) => worker.stop?.()));
      await releaseJobs(pool, instance).catch(() => {});
    },
    get running() {
      return [...active.values()].reduce((sum, set) => sum + set.size, 0);
    },
  };
  return jobs;
}
