import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import { snowflakeAt } from '../../domain/kernel/snowflake.ts';

/** What an operator sees of an installation: counts and reasons, never what people wrote, sent or measured. */

const day = 86_400_000;
const sinceId = (now: Date, days: number) => snowflakeAt(now.getTime() - days * day);

export interface QueueCounts {
  queue: string;
  waiting: number;
  running: number;
  failed: number;
}

export interface TroubledJob {
  id: string;
  queue: string;
  attempts: number;
  error: string;
  isGivenUp: boolean;
  /** When it was given up, or will be tried again. */
  at: string;
}

export interface JobsOverview {
  queues: QueueCounts[];
  troubled: TroubledJob[];
}

/** Without the payload of any job. Given up first, newest first. */
export async function readJobsOverview(db: Db, limit: number): Promise<JobsOverview> {
  const [row] = await db<[JobsOverview]>`
    select coalesce((
             select json_agg(q) from (
               select queue, count(*) filter (where failed_at is null and locked_by is null) as waiting,
                      count(*) filter (where failed_at is null and locked_by is not null) as running,
                      count(*) filter (where failed_at is not null) as failed
                 from job group by queue order by 4 desc, 2 desc, queue limit 50) q), '[]') as queues,
           coalesce((
             select json_agg(t) from (
               select id::text, queue, attempts, left(last_error, 500) as error, failed_at is not null as "isGivenUp",
                      coalesce(failed_at, run_at) as at
                 from job where last_error is not null
                order by failed_at is null, coalesce(failed_at, run_at) desc, id limit ${limit}) t), '[]') as troubled`;
  return row;
}

/** Makes a job that was given up, or waits after a failure, due now; null when there is none. */
export async function makeJobDue(db: Db, id: string, now: Date): Promise<{ queue: string } | null> {
  const [row] = await db<{ queue: string }[]>`
    update job set failed_at = null, attempts = 0, run_at = ${now},
                   key = case when exists (select 1 from job other
                                            where other.queue = job.queue and other.key = job.key and other.id <> job.id
                                              and other.locked_by is null and other.failed_at is null) then null else key end
     where id = ${id} and last_error is not null and locked_by is null
    returning queue`;
  return row ?? null;
}

export interface UndeliveredEmail {
  id: string;
  to: string;
  error: string;
  state: 'waiting' | 'refused' | 'failed';
  attempts: number;
  createdAt: string;
}

export interface EmailOverview {
  waiting: number;
  oldestWaiting: Date | null;
  /** Of the last week. */
  sent: number;
  /** On the console only. */
  printed: number;
  refused: number;
  failed: number;
  lastSent: Date | null;
  undelivered: UndeliveredEmail[];
}

/** More than these of a week are not counted. */
const maxCounted = 100_000;

/** Without subjects and texts. The caller masks addresses. */
export async function readEmailOverview(db: Db, now: Date, limit: number): Promise<EmailOverview> {
  const [row] = await db<[EmailOverview]>`
    with week as (select id, state, sent_at from letter where id >= ${sinceId(now, 7)} order by id desc limit ${maxCounted})
    select (select count(*)::int from letter where state = 'waiting') as waiting,
           (select min(created_at) from letter where state = 'waiting') as "oldestWaiting",
           (select count(*)::int from week where state = 'sent') as sent,
           (select count(*)::int from week where state = 'printed') as printed,
           (select count(*)::int from week where state = 'refused') as refused,
           (select count(*)::int from week where state = 'failed') as failed,
           (select max(sent_at) from week where state = 'sent') as "lastSent",
           coalesce((select json_agg(u) from (
             select l.id::text, l.to_address as "to", left(l.last_error, 500) as error, l.state, l.attempts, l.created_at as "createdAt"
               from week w join letter l on l.id = w.id
              where w.state <> 'sent' and l.last_error is not null and l.last_error <> 'no longer wanted'
              order by l.id desc limit ${limit}) u), '[]') as undelivered`;
  return row;
}

export interface DeviceKindOverview {
  provider: string;
  connections: number;
  failing: number;
  /** The most frequent reason; null while none fails. */
  reason: Text | null;
}

export async function readDeviceOverview(db: Db): Promise<DeviceKindOverview[]> {
  return db<DeviceKindOverview[]>`
    select provider, count(*)::int as connections,
           count(*) filter (where state <> 'paused' and last_error is not null)::int as failing,
           mode() within group (order by last_error) filter (where state <> 'paused' and last_error is not null) as reason
      from device_connection where state <> 'revoked' group by provider order by 3 desc, 2 desc, provider limit 20`;
}

export interface SettlementStorage {
  name: string;
  bytes: number;
  /** Of the last 30 days. */
  newBytes: number;
  newFiles: number;
}

export interface StorageOverview {
  databaseBytes: number;
  fileBytes: number;
  postgresVersion: string;
  schema: string;
  instances: number;
  settlements: SettlementStorage[];
}

/** Largest first. Names of settlements are public. */
export async function readStorageOverview(db: Db, now: Date, limit: number): Promise<StorageOverview> {
  const [row] = await db<[StorageOverview]>`
    with fresh as (
      select settlement_id, sum(bytes) as bytes, count(*) as files from media
       where id >= ${sinceId(now, 30)} and settlement_id is not null group by settlement_id)
    select pg_database_size(current_database())::float8 as "databaseBytes",
           ((select coalesce(sum(media_bytes), 0) from settlement)
             + (select coalesce(sum(bytes), 0) from media where settlement_id is null))::float8 as "fileBytes",
           current_setting('server_version') as "postgresVersion",
           coalesce((select max(name) from migration), '') as schema,
           (select count(*)::int from instance_lease where expires_at > now()) as instances,
           coalesce((select json_agg(s) from (
             select x.name, x.media_bytes::float8 as bytes, coalesce(f.bytes, 0)::float8 as "newBytes", coalesce(f.files, 0) as "newFiles"
               from settlement x left join fresh f on f.settlement_id = x.id
              where x.media_bytes > 0 or f.files > 0
              order by x.media_bytes desc, x.id limit ${limit}) s), '[]') as settlements`;
  return row;
}
