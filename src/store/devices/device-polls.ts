import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { DeviceState, FailureState } from '../../domain/rules/device-states.ts';

export interface ClaimedConnection extends FailureState {
  id: string;
  accountId: string;
  name: string;
  provider: string;
  settings: unknown;
  secret: Buffer | null;
  state: DeviceState;
  described: string | null;
  dueAt: Date;
  /** Whether the owner of the connection is still a member of the plot. */
  isMember: boolean;
  lockedUntil: Date;
}

export interface ClaimOptions {
  now: Date;
  lockedUntil: Date;
  limit: number;
  /** Limit per account. */
  perAccount: number;
  /** Accounts already at their limit. */
  busyAccounts: readonly string[];
}

/** Due rows considered for fairness across accounts; far above the limit of a single account. */
const maxDueRows = 2000;

/** Claims due connections round-robin: the first of every account before the second of any. */
export async function claimDueConnections(db: Db, wanted: ClaimOptions): Promise<ClaimedConnection[]> {
  const isDue = db`c.state in ('new', 'ok', 'failing') and c.next_poll_at <= ${wanted.now}
                   and (c.poll_locked_until is null or c.poll_locked_until < ${wanted.now})`;
  return db<ClaimedConnection[]>`
    with due as (
      select c.id, c.account_id, c.next_poll_at from device_connection c
       where ${isDue} and c.account_id <> all(${wanted.busyAccounts as string[]}::bigint[])
       order by c.next_poll_at limit ${maxDueRows}
    ), ranked as (
      select id, next_poll_at, row_number() over (partition by account_id order by next_poll_at) as place from due
    ), chosen as materialized (
      select id from ranked where place <= ${wanted.perAccount} order by place, next_poll_at limit ${wanted.limit}
    ), held as materialized (
      select c.id from device_connection c where c.id in (select id from chosen) and ${isDue} for update skip locked
    )
    update device_connection c set poll_locked_until = ${wanted.lockedUntil}
      from held where c.id = held.id
    returning c.id, c.account_id as "accountId", c.name, c.provider, c.settings, c.secret, c.state, c.described,
              c.failure_count as "failureCount", c.failing_since as "failingSince", c.trouble_told_at as "troubleToldAt",
              c.next_poll_at as "dueAt", c.poll_locked_until as "lockedUntil",
              c.is_common or exists (select 1 from membership m where m.account_id = c.account_id and m.parcel_id = c.parcel_id
                                        and m.state = 'confirmed') as "isMember"`;
}

export interface PollResult extends FailureState {
  state: DeviceState;
  lastError: Text | null;
  polledAt: Date;
  nextPollAt: Date;
  described: string | null;
}

export interface FinishedPoll {
  claimed: Pick<ClaimedConnection, 'id' | 'lockedUntil'>;
  result: PollResult;
  /** Keeps the lock until then, for a session that goes on listening. */
  keepUntil?: Date;
}

/**
 * Stores poll results and returns the ids that were accepted: not those whose connection was changed, paused, revoked
 * or claimed by another instance meanwhile.
 */
export async function finishPolls(db: Db, polls: readonly FinishedPoll[]): Promise<Set<string>> {
  const list = (read: (poll: FinishedPoll) => string | null) => polls.map(read) as string[];
  const time = (date: Date | null | undefined) => date?.toISOString() ?? null;
  const rows = await db<{ id: string }[]>`
    update device_connection c
       set state = v.state, last_error = v.last_error::jsonb, failure_count = v.failure_count, failing_since = v.failing_since,
           trouble_told_at = v.trouble_told_at, polled_at = v.polled_at, next_poll_at = v.next_poll_at, described = v.described,
           poll_locked_until = v.keep_until
      from unnest(${list(({ claimed }) => claimed.id)}::bigint[], ${list(({ claimed }) => time(claimed.lockedUntil))}::timestamptz[],
                  ${list(({ result }) => result.state)}::text[],
                  ${list(({ result }) => (result.lastError === null ? null : JSON.stringify(result.lastError)))}::text[],
                  ${list(({ result }) => String(result.failureCount))}::integer[],
                  ${list(({ result }) => time(result.failingSince))}::timestamptz[],
                  ${list(({ result }) => time(result.troubleToldAt))}::timestamptz[],
                  ${list(({ result }) => time(result.polledAt))}::timestamptz[],
                  ${list(({ result }) => time(result.nextPollAt))}::timestamptz[],
                  ${list(({ result }) => result.described)}::text[], ${list(({ keepUntil }) => time(keepUntil))}::timestamptz[])
           v (id, locked_until, state, last_error, failure_count, failing_since, trouble_told_at, polled_at, next_poll_at, described, keep_until)
     where c.id = v.id and c.poll_locked_until = v.locked_until and c.state in ('new', 'ok', 'failing')
    returning c.id`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Commits without waiting for the WAL flush. A database crash may lose about half a second of polls, which are then
 * repeated.
 */
export async function disableSynchronousCommit(db: Db): Promise<void> {
  await db`set local synchronous_commit = off`;
}

/** Releases the lock, so that another instance can poll at once. */
export async function releasePoll(
  db: Db,
  claimed: Pick<ClaimedConnection, 'id' | 'lockedUntil'>,
  now: Date,
): Promise<void> {
  await db`
    update device_connection set poll_locked_until = null, next_poll_at = least(next_poll_at, ${now})
     where id = ${claimed.id} and poll_locked_until = ${claimed.lockedUntil}`;
}

/** Whether the owner of the connection is still a member of its plot. */
export async function isOwnerStillMember(db: Db, id: string): Promise<boolean> {
  const rows = await db`
    select 1 from device_connection c
     where c.id = ${id} and (c.is_common or exists (
             select 1 from membership m where m.account_id = c.account_id and m.parcel_id = c.parcel_id and m.state = 'confirmed'))`;
  return rows.length > 0;
}

export async function findNextPoll(db: Db, now: Date): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    select min(next_poll_at) as at from device_connection
     where state in ('new', 'ok', 'failing') and (poll_locked_until is null or poll_locked_until < ${now})`;
  return row?.at ?? null;
}
