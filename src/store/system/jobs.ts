import type { Db } from '../../base/db/connect.ts';
import { formatArrayLiteral } from '../../base/db/driver/array-literal.ts';

export interface JobRow {
  id: string;
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
    insert into job (id, queue, key, payload, run_at, created_at)
    values (${job.id}, ${job.queue}, ${job.key}, ${db.json(job.payload as never)}, ${job.runAt}, ${job.createdAt})
    on conflict (queue, key) where key is not null and locked_by is null and failed_at is null
      -- Written in the future, so the clock has stepped back since: nobody waits until it is that late again.
      do update set run_at = excluded.run_at, created_at = excluded.created_at
         where job.created_at > excluded.created_at + interval '1 minute'`;
}

/** Claims due jobs, and those whose lease has expired. */
export async function claimJobs(
  db: Db,
  wanted: { queue: string; limit: number; instance: string; now: Date; lockSeconds: number },
): Promise<JobRow[]> {
  return db<JobRow[]>`
    update job set locked_by = ${wanted.instance}, attempts = attempts + 1,
                   locked_until = ${wanted.now}::timestamptz + ${wanted.lockSeconds} * interval '1 second'
     where id in (
       select id from job
        where queue = ${wanted.queue} and failed_at is null and run_at <= ${wanted.now}
          and (locked_until is null or locked_until < ${wanted.now})
          -- One thing at a time is done under a key, whichever instance does it.
          and not exists (select 1 from job other
                           where other.queue = job.queue and other.key = job.key and other.id <> job.id
                             and other.locked_until >= ${wanted.now} and other.failed_at is null)
        order by run_at, id limit ${wanted.limit} for update skip locked)
    returning id, payload, attempts`;
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

export async function finishJob(db: Db, id: string, instance: string): Promise<void> {
  await db`delete from job where id = ${id} and locked_by = ${instance}`;
}

export async function retryJob(
  db: Db,
  id: string,
  instance: string,
  error: string,
  next: { giveUp: boolean; runAt: Date },
): Promise<void> {
  await db`
    update job set locked_by = null, locked_until = null, last_error = ${error}, run_at = ${next.runAt},
                   failed_at = case when ${next.giveUp} then now() end,
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
 * True for the one instance that may enqueue this run of a recurring job. A stored run far ahead is from before the
 * clock was set back; instance clocks may differ by one run.
 */
export async function claimScheduledRun(db: Db, queue: string, turn: number): Promise<boolean> {
  const rows = await db`
    insert into job_turn (queue, turn) values (${queue}, ${turn})
    on conflict (queue) do update set turn = excluded.turn
      where job_turn.turn < excluded.turn or job_turn.turn > excluded.turn + 1
    returning 1`;
  return rows.length > 0;
}
