import type { Db } from '../db/connect.ts';
import type { Text } from '../i18n/text.ts';
import type { DeviceState, Trouble } from '../rules/device-states.ts';

export interface ClaimedConnection extends Trouble {
  id: string;
  accountId: string;
  name: string;
  provider: string;
  settings: unknown;
  secret: Buffer | null;
  state: DeviceState;
  described: string | null;
  dueAt: Date;
  /** Whether who connected it still belongs to the plot. */
  isMember: boolean;
  lockedUntil: Date;
}

export interface ClaimWanted {
  now: Date;
  lockedUntil: Date;
  limit: number;
  /** How many of one account at a time. */
  perAccount: number;
  /** Accounts that have their share running already. */
  busyAccounts: readonly string[];
}

/** How far the claim looks for accounts that have waited less: an account's own bound is far below it. */
const lookAhead = 2000;

/** Due connections, locked for whoever asks; the first of every account before the second of any. */
export async function claimDueConnections(db: Db, wanted: ClaimWanted): Promise<ClaimedConnection[]> {
  const isDue = db`c.state in ('new', 'ok', 'failing') and c.next_poll_at <= ${wanted.now}
                   and (c.poll_locked_until is null or c.poll_locked_until < ${wanted.now})`;
  return db<ClaimedConnection[]>`
    with due as (
      select c.id, c.account_id, c.next_poll_at from device_connection c
       where ${isDue} and c.account_id <> all(${wanted.busyAccounts as string[]}::bigint[])
       order by c.next_poll_at limit ${lookAhead}
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
              exists (select 1 from membership m where m.account_id = c.account_id and m.parcel_id = c.parcel_id
                         and m.state = 'confirmed') as "isMember"`;
}

export interface PollResult extends Trouble {
  state: DeviceState;
  lastError: Text | null;
  polledAt: Date;
  nextPollAt: Date;
  described: string | null;
}

/** False when the connection was changed, paused or ended meanwhile, or another instance took it: then nothing counts. */
export async function finishPoll(
  db: Db,
  claimed: Pick<ClaimedConnection, 'id' | 'lockedUntil'>,
  result: PollResult,
): Promise<boolean> {
  const rows = await db`
    update device_connection
       set state = ${result.state}, last_error = ${result.lastError === null ? null : db.json(result.lastError)},
           failure_count = ${result.failureCount}, failing_since = ${result.failingSince},
           trouble_told_at = ${result.troubleToldAt}, polled_at = ${result.polledAt}, next_poll_at = ${result.nextPollAt},
           described = ${result.described}, poll_locked_until = null
     where id = ${claimed.id} and poll_locked_until = ${claimed.lockedUntil} and state in ('new', 'ok', 'failing')
    returning 1`;
  return rows.length > 0;
}

/** Hands back what was not asked, for another instance. */
export async function releasePoll(
  db: Db,
  claimed: Pick<ClaimedConnection, 'id' | 'lockedUntil'>,
): Promise<void> {
  await db`
    update device_connection set poll_locked_until = null
     where id = ${claimed.id} and poll_locked_until = ${claimed.lockedUntil}`;
}

export async function findNextPoll(db: Db, now: Date): Promise<Date | null> {
  const [row] = await db<{ at: Date | null }[]>`
    select min(next_poll_at) as at from device_connection
     where state in ('new', 'ok', 'failing') and (poll_locked_until is null or poll_locked_until < ${now})`;
  return row?.at ?? null;
}
