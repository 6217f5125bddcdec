import type { Db } from '../../base/db/connect.ts';
import { formatArrayLiteral } from '../../base/db/driver/array-literal.ts';

/** Notified when a job is added. */
export const jobChannel = 'job';

export interface JobRow {
  id: string;
  queue: string;
  payload: Record<string, unknown>;
  attempts: number;
}

export async function insertJob(
  db: Db,
  job: {
    id: string;
    queue: string;
    key: string | null;
    payload: Record<string, unknown>;
    runAt: Date;
    createdAt: Date;
  },
): Promise<void> {
  await db`
    with added as (
      insert into job (id, queue, key, payload, run_at, created_at)
      values (${job.id}, ${job.queue}, ${job.key}, ${db.json(job.payload as never)}, ${job.runAt}, ${job.createdAt})
      on conflict (queue, key) where key is not null and locked_by is null and failed_at is null
        -- Written in the future, so the clock has stepped back since: nobody waits until it is that late again.
        do update set run_at = excluded.run_at, created_at = excluded.created_at
           where job.created_at > excluded.created_at + interval '1 minute'
      returning 1)
    select pg_notify(${jobChannel}, '') from added`;
}

export interface FreeQueue {
  queue: string;
  /** Jobs that can be started. */
  free: number;
  lockSeconds: number;
}

/**
 * Claims due jobs of all these queues, and those whose lease has expired, in one statement. `nextRunAt` is when the
 * next waiting job is due.
 */
export async function claimJobs(
  db: Db,
  queues: readonly FreeQueue[],
  { instance, now }: { instance: string; now: Date },
): Promise<{ jobs: JobRow[]; nextRunAt: Date | null }> {
  const columns = [
    formatArrayLiteral(queues.map(({ queue }) => queue)),
    formatArrayLiteral(queues.map(({ free }) => String(free))),
    formatArrayLiteral(queues.map(({ lockSeconds }) => String(lockSeconds))),
  ] as const;
  const [row] = await db<{ jobs: JobRow[]; nextRunAt: Date | null }[]>`
    with wanted as (
      select * from unnest(${columns[0]}::text[], ${columns[1]}::int[], ${columns[2]}::int[]) as wanted(queue, free, seconds)),
    due as (
      select due.id, wanted.seconds
        from wanted cross join lateral (
          select id from job
           where queue = wanted.queue and failed_at is null and run_at <= ${now}
             and (locked_until is null or locked_until < ${now})
             -- One thing at a time is done under a key, whichever instance does it.
             and not exists (select 1 from job other
                              where other.queue = job.queue and other.key = job.key and other.id <> job.id
                                and other.locked_until >= ${now} and other.failed_at is null)
           order by run_at, id limit wanted.free for update skip locked) due),
    claimed as (
      update job set locked_by = ${instance}, attempts = attempts + 1,
                     locked_until = ${now}::timestamptz + due.seconds * interval '1 second'
        from due where job.id = due.id
      returning job.id, job.queue, job.payload, job.attempts)
    select (select coalesce(json_agg(json_build_object(
                     'id', id::text, 'queue', queue, 'payload', payload, 'attempts', attempts)), '[]') from claimed) as jobs,
           (select min((select run_at from job
                         where queue = wanted.queue and failed_at is null and locked_until is null and run_at > ${now}
                         order by run_at limit 1)) from wanted) as "nextRunAt"`;
  return row as { jobs: JobRow[]; nextRunAt: Date | null };
}

/** Extends the leases of running jobs; a job claimed by another instance meanwhile is not touched. */
export async function renewJobs(
  db: Db,
  instance: string,
  ids: readonly string[],
  until: Date,
): Promise<void> {
  await db`update job set locked_until = ${until} where id = any(${formatArrayLiteral(ids)}::bigint[]) and locked_by = ${instance}`;
}

/** Neither begun nor done. */
export async function isJobWaiting(db: Db, queue: string, key: string): Promise<boolean> {
  const rows =
    await db`select 1 from job where queue = ${queue} and key = ${key} and failed_at is null limit 1`;
  return rows.length > 0;
}

/** False: another instance has it, or it is done. */
export async function finishJob(db: Db, id: string, instance: string): Promise<boolean> {
  const rows = await db`delete from job where id = ${id} and locked_by = ${instance} returning 1`;
  return rows.length > 0;
}

export async function retryJob(
  db: Db,
  id: string,
  instance: string,
  error: string,
  next: { now: Date; runAt: Date; giveUp: boolean; isCounted: boolean },
): Promise<void> {
  await db`
    update job set locked_by = null, locked_until = null, last_error = ${error}, run_at = ${next.runAt},
                   failed_at = case when ${next.giveUp} then ${next.now}::timestamptz end,
                   attempts = case when ${next.isCounted} then attempts else greatest(attempts - 1, 0) end,
                   key = case when exists (select 1 from job other
                                            where other.queue = job.queue and other.key = job.key and other.id <> job.id
                                              and other.locked_by is null and other.failed_at is null) then null else key end
     where id = ${id} and locked_by = ${instance}`;
}

export async function releaseJobs(db: Db, instance: string): Promise<void> {
  await db`update job set locked_by = null, locked_until = null, key = null where locked_by = ${instance}`;
}

export async function countJobs(db: Db): Promise<{ queue: string; state: string; count: number }[]> {
  return db<{ queue: string; state: string; count: number }[]>`
    select queue, case when failed_at is not null then 'failed' when locked_by is not null then 'running' else 'waiting' end as state,
           count(*)::int as count
      from job group by 1, 2 order by 1, 2`;
}

/**
 * The recurring jobs whose current run this instance may enqueue. A stored run far ahead is from before the clock was
 * set back; instance clocks may differ by one run.
 */
export async function claimScheduledRuns(
  db: Db,
  runs: readonly { queue: string; turn: number }[],
): Promise<string[]> {
  const rows = await db<{ queue: string }[]>`
    insert into job_turn (queue, turn)
    select * from unnest(${formatArrayLiteral(runs.map(({ queue }) => queue))}::text[],
                         ${formatArrayLiteral(runs.map(({ turn }) => String(turn)))}::bigint[])
    on conflict (queue) do update set turn = excluded.turn
      where job_turn.turn < excluded.turn or job_turn.turn > excluded.turn + 1
    returning queue`;
  return rows.map(({ queue }) => queue);
}
