import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { DeviceState } from '../../domain/rules/device-states.ts';
import { isNamed } from '../by-reference.ts';
import { removeAlerts } from './sensor-alerts.ts';

export interface ConnectionRow {
  id: string;
  accountId: string;
  parcelId: string;
  name: string;
  provider: string;
  state: DeviceState;
  hasSecret: boolean;
  lastError: Text | null;
  failureCount: number;
  polledAt: Date | null;
}

export interface DeviceRow {
  id: string;
  key: string;
  name: string;
  givenName: string | null;
  manufacturer: string | null;
  model: string | null;
  firmware: string | null;
  operator: string;
  category: string;
  accessKind: string;
}

export interface ConnectionInList extends ConnectionRow {
  devices: DeviceRow[];
}

/** Enough for a house and its outbuildings; a bound for everything that walks over an account's connections. */
export const mostConnections = 20;
const mostListed = 100;

const hasSecret = (db: Db) => db`(c.secret is not null or c.push_token_hash is not null) as "hasSecret"`;

function columns(db: Db) {
  return db`
    c.id, c.account_id as "accountId", c.parcel_id as "parcelId", c.name, c.provider, c.state, ${hasSecret(db)},
    c.last_error as "lastError", c.failure_count as "failureCount", c.polled_at as "polledAt",
    coalesce((select json_agg(json_build_object(
                'id', d.id::text, 'key', d.key, 'name', d.name, 'givenName', d.given_name, 'manufacturer', d.manufacturer, 'model', d.model,
                'firmware', d.firmware, 'operator', d.operator, 'category', d.category, 'accessKind', d.access_kind) order by d.id)
                from device d where d.connection_id = c.id), '[]') as devices`;
}

/** The account's own connections, and those others keep on its plots; what has ended last. */
export async function listConnections(
  db: Db,
  accountId: string,
  settlement: string | undefined,
): Promise<ConnectionInList[]> {
  const bySettlement =
    settlement === undefined
      ? db``
      : db`and c.parcel_id in (
             select p.id from settlement s join parcel p on p.settlement_id = s.id
              where ${isNamed(db, 's', settlement)})`;
  return db<ConnectionInList[]>`
    select ${columns(db)}
      from device_connection c
     where c.id in (
             select id from device_connection where account_id = ${accountId}
              union
             select o.id from membership m join device_connection o on o.parcel_id = m.parcel_id and o.state <> 'revoked'
              where m.account_id = ${accountId} and m.state = 'confirmed')
       ${bySettlement}
     order by c.state = 'revoked', c.id
     limit ${mostListed}`;
}

export async function findConnectionInList(db: Db, id: string): Promise<ConnectionInList | undefined> {
  const [row] = await db<
    ConnectionInList[]
  >`select ${columns(db)} from device_connection c where c.id = ${id}`;
  return row;
}

export interface ConnectionToChange {
  id: string;
  accountId: string;
  parcelId: string;
  name: string;
  provider: string;
  state: DeviceState;
  hasSecret: boolean;
  settings: Record<string, unknown>;
  /** Somebody else's, on a plot of the account, with a sensor it may see. */
  isSeen: boolean;
}

/** `locks`: until the transaction ends nobody else changes it, asks it or stores readings of it. */
export async function findConnection(
  db: Db,
  id: string,
  accountId: string,
  { locks }: { locks: boolean },
): Promise<ConnectionToChange | undefined> {
  const [row] = await db<ConnectionToChange[]>`
    select c.id, c.account_id as "accountId", c.parcel_id as "parcelId", c.name, c.provider, c.state, ${hasSecret(db)}, c.settings,
           exists (select 1 from membership m join device d on d.connection_id = c.id join sensor s on s.device_id = d.id
                    where m.account_id = ${accountId} and m.parcel_id = c.parcel_id and m.state = 'confirmed'
                      and c.state <> 'revoked' and s.visibility <> 'private' and s.is_enabled) as "isSeen"
      from device_connection c where c.id = ${id}
       ${locks ? db`for update of c` : db``}`;
  return row;
}

/**
 * How many the account has that have not ended; locked against a second count at the same moment, and against the end of
 * a membership, which ends connections too.
 */
export async function countConnections(db: Db, accountId: string): Promise<number> {
  await db`select 1 from account where id = ${accountId} for no key update`;
  const [row] = await db<{ count: number }[]>`
    select count(*)::int as count from device_connection where account_id = ${accountId} and state <> 'revoked'`;
  return row?.count ?? 0;
}

export interface NewConnection {
  id: string;
  accountId: string;
  parcelId: string;
  name: string;
  provider: string;
  settings: unknown;
  /** The sealed envelope, never the secret itself. */
  secret: string | null;
  /** Of a device that sends by itself. */
  pushTokenHash?: Buffer | null;
  state?: DeviceState;
  lastError?: Text;
  failureCount?: number;
  failingSince?: Date;
  polledAt?: Date;
  nextPollAt: Date;
  createdAt: Date;
}

export async function insertConnection(db: Db, row: NewConnection): Promise<void> {
  await db`
    insert into device_connection (id, account_id, parcel_id, name, provider, settings, secret, push_token_hash, state, last_error,
                                   failure_count, failing_since, polled_at, next_poll_at, created_at)
    values (${row.id}, ${row.accountId}, ${row.parcelId}, ${row.name}, ${row.provider}, ${db.json(row.settings as never)},
            ${row.secret === null ? null : Buffer.from(row.secret)}, ${row.pushTokenHash ?? null}, ${row.state ?? 'new'},
            ${row.lastError ? db.json(row.lastError) : null}, ${row.failureCount ?? 0}, ${row.failingSince ?? null},
            ${row.polledAt ?? null}, ${row.nextPollAt}, ${row.createdAt})`;
}

export interface ConnectionChange {
  name?: string;
  state: DeviceState;
  settings?: unknown;
  secret?: string | null;
  pushTokenHash?: Buffer;
  /** It is asked anew at once, its troubles forgotten; a poll that is under way no longer counts. */
  startsAnew: boolean;
}

export async function updateConnection(
  db: Db,
  id: string,
  change: ConnectionChange,
  now: Date,
): Promise<void> {
  const { name, settings, secret, pushTokenHash, state, startsAnew } = change;
  await db`
    update device_connection set state = ${state}
      ${name === undefined ? db`` : db`, name = ${name}`}
      ${settings === undefined ? db`` : db`, settings = ${db.json(settings as never)}`}
      ${secret === undefined ? db`` : db`, secret = ${secret === null ? null : Buffer.from(secret)}`}
      ${pushTokenHash === undefined ? db`` : db`, push_token_hash = ${pushTokenHash}`}
      ${
        startsAnew
          ? db`, next_poll_at = case when push_token_hash is null then ${now}::timestamptz else next_poll_at end, poll_locked_until = null, failure_count = 0, failing_since = null,
               trouble_told_at = null, last_error = null, described = null`
          : db``
      }
     where id = ${id}`;
}

/** One connection, or all that an account keeps: on one plot, or anywhere. */
export type EndingConnections =
  | { readonly id: string }
  | { readonly accountId: string; readonly parcelId?: string };

/**
 * The secret is erased with the same statement: from here on nobody can ask the device anything. Nobody is told anything
 * about its sensors any more.
 */
export async function revokeConnections(db: Db, which: EndingConnections): Promise<void> {
  const isMeant =
    'id' in which
      ? db`id = ${which.id}`
      : db`account_id = ${which.accountId} and state <> 'revoked'
           ${which.parcelId === undefined ? db`` : db`and parcel_id = ${which.parcelId}`}`;
  const ended = await db<{ id: string }[]>`
    update device_connection
       set state = 'revoked', secret = null, push_token_hash = null, poll_locked_until = null, last_error = null, failure_count = 0,
           failing_since = null, trouble_told_at = null
     where ${isMeant}
    returning id`;
  if (ended.length > 0)
    await removeAlerts(
      db,
      ended.map(({ id }) => id),
    );
}
