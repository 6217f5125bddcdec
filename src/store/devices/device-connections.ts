import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { DeviceState } from '../../domain/rules/device-states.ts';
import { matchesIdOrSlug } from '../id-or-slug.ts';
import { isKeptBy } from './common-devices.ts';
import { removeAlerts } from './sensor-alerts.ts';
import { type SensorRow, sensorsOfDevice } from './sensors.ts';

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
  sensors: SensorRow[];
}

export interface ConnectionInList extends ConnectionRow {
  devices: DeviceRow[];
}

/** Enough for one household; also bounds every loop over the connections of an account. */
export const maxConnectionsPerAccount = 20;

const hasSecret = (db: Db) => db`(c.secret is not null or c.push_token_hash is not null) as "hasSecret"`;

/** `isShown` is a condition on `sensor s`. */
function columns(db: Db, isShown: ReturnType<Db>) {
  return db`
    c.id, c.account_id as "accountId", c.parcel_id as "parcelId", c.name, c.provider, c.state, ${hasSecret(db)},
    c.last_error as "lastError", c.failure_count as "failureCount", c.polled_at as "polledAt",
    coalesce((select json_agg(json_build_object(
                'id', d.id::text, 'key', d.key, 'name', d.name, 'givenName', d.given_name, 'manufacturer', d.manufacturer, 'model', d.model,
                'firmware', d.firmware, 'operator', d.operator, 'category', d.category, 'accessKind', d.access_kind,
                'sensors', ${sensorsOfDevice(db, isShown)}) order by d.id)
                from device d where d.connection_id = c.id), '[]') as devices`;
}

/** Own connections, and those of others on the account's plots with the sensors shared and enabled; revoked ones last. */
export async function listConnections(
  db: Db,
  accountId: string,
  {
    settlement,
    after,
  }: {
    settlement?: string | undefined;
    after?: { isRevoked: boolean; id: string } | undefined;
  },
  limit: number,
): Promise<ConnectionInList[]> {
  const bySettlement =
    settlement === undefined
      ? db``
      : db`and c.parcel_id in (
             select p.id from settlement s join parcel p on p.settlement_id = s.id
              where ${matchesIdOrSlug(db, 's', settlement)})`;
  return db<ConnectionInList[]>`
    select ${columns(db, db`(c.account_id = ${accountId} or (s.visibility <> 'private' and s.is_enabled))`)}
      from device_connection c
     where c.id in (
             select id from device_connection where account_id = ${accountId}
              union
             select o.id from membership m join device_connection o on o.parcel_id = m.parcel_id and o.state <> 'revoked'
              where m.account_id = ${accountId} and m.state = 'confirmed')
       ${bySettlement}
       ${after === undefined ? db`` : db`and (c.state = 'revoked', c.id) > (${after.isRevoked}, ${after.id})`}
     order by c.state = 'revoked', c.id
     limit ${limit}`;
}

export async function findConnectionInList(db: Db, id: string): Promise<ConnectionInList | undefined> {
  const [row] = await db<ConnectionInList[]>`
    select ${columns(db, db`true`)} from device_connection c where c.id = ${id}`;
  return row;
}

export async function listSensors(db: Db, connectionId: string): Promise<SensorRow[]> {
  return (await findConnectionInList(db, connectionId))?.devices.flatMap(({ sensors }) => sensors) ?? [];
}

export interface EditableConnection {
  id: string;
  accountId: string;
  parcelId: string;
  name: string;
  provider: string;
  state: DeviceState;
  hasSecret: boolean;
  settings: Record<string, unknown>;
  /** Another member's connection on a plot of the account, with at least one sensor shared with it. */
  isSeen: boolean;
  /** Of the settlement: whoever looks after it now changes it, and nobody else. */
  isCommon: boolean;
  isKept: boolean;
}

/** `locks`: no other transaction changes or polls the connection, or stores its readings, until this one ends. */
export async function findConnection(
  db: Db,
  id: string,
  accountId: string,
  { locks }: { locks: boolean },
): Promise<EditableConnection | undefined> {
  const [row] = await db<EditableConnection[]>`
    select c.id, c.account_id as "accountId", c.parcel_id as "parcelId", c.name, c.provider, c.state, ${hasSecret(db)}, c.settings,
           exists (select 1 from membership m join device d on d.connection_id = c.id join sensor s on s.device_id = d.id
                    where m.account_id = ${accountId} and m.parcel_id = c.parcel_id and m.state = 'confirmed'
                      and c.state <> 'revoked' and s.visibility <> 'private' and s.is_enabled) as "isSeen",
           c.is_common as "isCommon", ${isKeptBy(db, accountId)} as "isKept"
      from device_connection c where c.id = ${id}
       ${locks ? db`for update of c` : db``}`;
  return row;
}

/**
 * Number of active connections. Locks the account, against a concurrent count and against the end of a membership,
 * which also revokes connections.
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
  /** Encrypted envelope, never the plain secret. */
  secret: string | null;
  /** For devices that push readings. */
  pushTokenHash?: Buffer | null;
  state?: DeviceState;
  lastError?: Text;
  failureCount?: number;
  failingSince?: Date;
  polledAt?: Date;
  nextPollAt: Date;
  createdAt: Date;
  isCommon?: boolean;
}

export async function insertConnection(db: Db, row: NewConnection): Promise<void> {
  await db`
    insert into device_connection (id, account_id, parcel_id, name, provider, settings, secret, push_token_hash, state, last_error,
                                   failure_count, failing_since, polled_at, next_poll_at, created_at, is_common)
    values (${row.id}, ${row.accountId}, ${row.parcelId}, ${row.name}, ${row.provider}, ${db.json(row.settings as never)},
            ${row.secret === null ? null : Buffer.from(row.secret)}, ${row.pushTokenHash ?? null}, ${row.state ?? 'new'},
            ${row.lastError ? db.json(row.lastError) : null}, ${row.failureCount ?? 0}, ${row.failingSince ?? null},
            ${row.polledAt ?? null}, ${row.nextPollAt}, ${row.createdAt}, ${row.isCommon ?? false})`;
}

export interface ConnectionChange {
  name?: string;
  state: DeviceState;
  settings?: unknown;
  secret?: string | null;
  pushTokenHash?: Buffer;
  /** Polls at once and clears failures; the result of a poll in progress is discarded. */
  resetsPolling: boolean;
}

export async function updateConnection(
  db: Db,
  id: string,
  change: ConnectionChange,
  now: Date,
): Promise<void> {
  const { name, settings, secret, pushTokenHash, state, resetsPolling } = change;
  await db`
    update device_connection set state = ${state}
      ${name === undefined ? db`` : db`, name = ${name}`}
      ${settings === undefined ? db`` : db`, settings = ${db.json(settings as never)}`}
      ${secret === undefined ? db`` : db`, secret = ${secret === null ? null : Buffer.from(secret)}`}
      ${pushTokenHash === undefined ? db`` : db`, push_token_hash = ${pushTokenHash}`}
      ${
        resetsPolling
          ? db`, next_poll_at = case when provider not in ('push', 'manual') then ${now}::timestamptz else next_poll_at end, poll_locked_until = null, failure_count = 0, failing_since = null,
               trouble_told_at = null, last_error = null, described = null`
          : db``
      }
     where id = ${id}`;
}

/** One connection, or all of an account: on one plot, or everywhere. */
export type ConnectionSelector =
  | { readonly id: string }
  | { readonly accountId: string; readonly parcelId?: string };

/** A connection as it was before it was revoked. */
export interface RevokedConnection {
  id: string;
  state: DeviceState;
  hadSecret: boolean;
}

/**
 * Erases the secret in the same statement, so that the device cannot be polled any more, and removes the alerts of
 * its sensors.
 */
export async function revokeConnections(db: Db, which: ConnectionSelector): Promise<RevokedConnection[]> {
  const isMeant =
    'id' in which
      ? db`c.id = ${which.id}`
      : db`c.account_id = ${which.accountId} and c.state <> 'revoked'
           ${which.parcelId === undefined ? db`` : db`and c.parcel_id = ${which.parcelId}`}`;
  const ended = await db<RevokedConnection[]>`
    with meant as (
      select c.id, c.state, (c.secret is not null or c.push_token_hash is not null) as "hadSecret" from device_connection c where ${isMeant} order by c.id for update)
    update device_connection c
       set state = 'revoked', secret = null, push_token_hash = null, poll_locked_until = null, last_error = null, failure_count = 0,
           failing_since = null, trouble_told_at = null
      from meant where c.id = meant.id
    returning c.id, meant.state, meant."hadSecret"`;
  if (ended.length > 0)
    await removeAlerts(
      db,
      ended.map(({ id }) => id),
    );
  return [...ended];
}
