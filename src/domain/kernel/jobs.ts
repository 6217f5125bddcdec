import type { Db, Pool } from '../../base/db/connect.ts';

/** Work that happens after the reply: written in the operation's transaction, done at least once by any instance. */
export interface JobContext {
  pool: Pool;
  signal: AbortSignal;
  now(): Date;
  newId(): string;
}

export interface Worker {
  queue: string;
  /** How many run at once in this process. */
  concurrency: number;
  /** How long a job may take: then another instance may try it, although this one still runs. */
  lockSeconds: number;
  /** Tries before it is given up. */
  attempts: number;
  handle(payload: Record<string, unknown>, context: JobContext): Promise<void>;
  /** After the last try has failed, so that whoever waits for the work can be told. */
  giveUp?(payload: Record<string, unknown>, context: JobContext): Promise<void>;
  /** For a worker with something that outlives its jobs: resolves when that has ended, after the signal. */
  stop?(): Promise<void>;
}

export interface RecurringJob {
  queue: string;
  everySeconds: number;
}

export interface NewJob {
  queue: string;
  payload?: Record<string, unknown>;
  /** At most one waiting job of the queue has this key. */
  key?: string;
  runAt?: Date;
}

export interface Jobs {
  /** Writes the job with the caller's transaction: it exists exactly when the rest of the transaction does. */
  add(db: Db, job: NewJob): Promise<void>;
  start(): void;
  /** Finishes what runs, hands back what was not begun. */
  stop(): Promise<void>;
  readonly running: number;
}
