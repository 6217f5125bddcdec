import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Pool } from '../../base/db/connect.ts';
import { DatabaseUnavailable } from '../../base/db/driver/unavailable.ts';
import type { Jobs, RecurringJob, Worker } from '../../domain/kernel/jobs.ts';
import {
  claimJobs,
  claimScheduledRuns,
  finishJob,
  insertJob,
  type JobRow,
  jobChannel,
  releaseJobs,
  renewJobs,
  retryJob,
} from '../../store/system/jobs.ts';

/** Lease of a running job, renewed while it runs: when an instance dies, another takes over after this. */
const leaseSeconds = 25;
const renewMilliseconds = 7_000;
/** Longest time between polls: finds jobs whose notification was lost, and those of instances that died. */
const maxSleepMilliseconds = 2_000;
/** Jobs added at the same time are claimed together. */
const minSleepMilliseconds = 10;
/** Free slots of a queue whose other slots are in use wait for each other so long. */
const refillMilliseconds = 50;
/** Pause before a job is tried again while what it needs is out of order. */
const outageSeconds = 60;

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
  const longestSleep = options.pollMilliseconds ?? maxSleepMilliseconds;
  let timer: NodeJS.Timeout | undefined;
  let nextPollAt = Number.POSITIVE_INFINITY;
  let isListening = false;
  let scheduler: NodeJS.Timeout | undefined;
  let renewer: NodeJS.Timeout | undefined;
  let isWaitingToRenew = false;
  let turn: Promise<void> | undefined;
  let scheduling: Promise<void> | undefined;

  async function runOne(worker: Worker, job: JobRow): Promise<void> {
    const finish = async (db: Db) => {
      if (!(await finishJob(db, job.id, instance)))
        throw new Error(`Job ${job.id} was taken over while it ran.`);
    };
    const context = { pool, signal: stopping.signal, now: options.now, newId: options.newId, finish };
    try {
      await worker.handle(job.payload, context);
      await finishJob(pool, job.id, instance);
    } catch (error) {
      options.onError(error, worker.queue);
      const isAway = error instanceof DatabaseUnavailable;
      // An outage does not count as a failed attempt.
      const isCounted = !isAway && !worker.isOutage?.(error);
      const isLast = isCounted && job.attempts >= worker.attempts;
      if (isLast)
        await worker
          .giveUp?.(job.payload, context)
          .catch((failure) => options.onError(failure, worker.queue));
      const pause = isCounted ? Math.min(3600, 2 ** job.attempts * 5) : outageSeconds;
      const seconds = isAway ? 1 : pause * (0.75 + Math.random() / 2);
      await whenBack(() => {
        const now = options.now();
        const runAt = new Date(now.getTime() + seconds * 1000);
        const message = String((error as Error)?.message ?? error).slice(0, 500);
        return retryJob(pool, job.id, instance, message, { now, runAt, giveUp: isLast, isCounted });
      }).catch((failure) => options.onError(failure, worker.queue));
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

  /** Claims and starts due jobs of all queues with free slots. Returns the milliseconds until the next one is due. */
  async function pollOnce(): Promise<number> {
    const free = options.workers
      .map(({ queue, concurrency, lockSeconds }) => ({
        queue,
        free: concurrency - (active.get(queue)?.size ?? 0),
        lockSeconds: Math.min(leaseSeconds, lockSeconds),
      }))
      .filter((queue) => queue.free > 0);
    if (free.length === 0) return longestSleep;
    const now = options.now();
    const { jobs: claimed, nextRunAt } = await claimJobs(pool, free, { instance, now });
    // Stopping: claimed jobs that did not start are released at the end.
    if (stopping.signal.aborted) return longestSleep;
    for (const job of claimed) startJob(job);
    return nextRunAt === null ? longestSleep : nextRunAt.getTime() - options.now().getTime();
  }

  function startJob(job: JobRow): void {
    const worker = options.workers.find(({ queue }) => queue === job.queue) as Worker;
    const running = active.get(job.queue) as Set<Promise<void>>;
    held.set(job.id, performance.now() + (worker.lockSeconds - leaseSeconds) * 1000);
    const work = runOne(worker, job).finally(() => {
      running.delete(work);
      held.delete(job.id);
      pollIn(running.size === 0 ? 0 : refillMilliseconds);
    });
    running.add(work);
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

  /** Polls at the latest after this time. */
  function pollIn(milliseconds: number): void {
    const at = performance.now() + Math.min(longestSleep, Math.max(minSleepMilliseconds, milliseconds));
    if (stopping.signal.aborted || at >= nextPollAt) return;
    nextPollAt = at;
    clearTimeout(timer);
    timer = setTimeout(poll, at - performance.now());
    timer.unref();
  }

  function poll(): void {
    // What asks for another poll meanwhile is seen when this one ends.
    if (turn !== undefined) return;
    nextPollAt = Number.POSITIVE_INFINITY;
    listen();
    turn = pollOnce()
      .catch((error) => {
        options.onError(error, 'poll');
        return longestSleep;
      })
      .then((milliseconds) => {
        turn = undefined;
        const wanted = nextPollAt - performance.now();
        nextPollAt = Number.POSITIVE_INFINITY;
        pollIn(Math.min(wanted, milliseconds));
      });
  }

  /** Without notifications jobs start with the next poll. */
  function listen(): void {
    if (isListening) return;
    isListening = true;
    pool
      .listen(jobChannel, () => pollIn(0), { onBack: () => pollIn(0) })
      .catch(() => {
        isListening = false;
      });
  }

  function scheduleTurns(): void {
    scheduling = (async () => {
      const now = options.now().getTime();
      const runs = options.recurring.map(({ queue, everySeconds }) => ({
        queue,
        turn: Math.floor(now / (everySeconds * 1000)),
      }));
      for (const queue of await claimScheduledRuns(pool, runs)) await jobs.add(pool, { queue, key: 'turn' });
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
      poll();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
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
