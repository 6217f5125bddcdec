import type { Db, Pool } from '../../base/db/connect.ts';

/** Jobs run after the reply: enqueued in the operation's transaction, run at least once by any instance. */
export interface JobContext {
  pool: Pool;
  signal: AbortSignal;
  now(): Date;
  newId(): string;
  /**
   * Takes the job off the queue in the transaction that does its work, which is then done once: it fails when another
   * instance has taken the job over, or has done it.
   */
  finish(db: Db): Promise<void>;
}

export interface Worker {
  queue: string;
  /** Concurrent jobs in this process. */
  concurrency: number;
  /** After this another instance may take the job, even if this one still runs it. */
  lockSeconds: number;
  /** Attempts before it fails for good. */
  attempts: number;
  handle(payload: Record<string, unknown>, context: JobContext): Promise<void>;
  /** True: what the job needs is out of order, not the job. It is tried until that works again, however long. */
  isOutage?(error: unknown): boolean;
  /** Called after the last attempt failed, to notify whoever waits for the result. */
  giveUp?(payload: Record<string, unknown>, context: JobContext): Promise<void>;
  /** For a worker with long-lived resources: resolves when they are closed, after the signal. */
  stop?(): Promise<void>;
}

export interface RecurringJob {
  queue: string;
  everySeconds: number;
}

export interface NewJob {
  queue: string;
  payload?: Record<string, unknown>;
  /** At most one pending job of the queue has this key. */
  key?: string;
  runAt?: Date;
}

export interface Jobs {
  /** Enqueues in the caller's transaction: the job exists only if that commits. */
  add(db: Db, job: NewJob): Promise<void>;
  start(): void;
  /** Finishes running jobs and releases claimed ones that have not started. */
  stop(): Promise<void>;
  readonly running: number;
}
