import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { DeviceState } from '../../domain/rules/device-states.ts';

/** Connections that nobody asks are due then: in no lifetime, and a date that every driver can read. */
export const neverAsked = new Date('9999-01-01T00:00:00Z');

export interface PushConnection {
  id: string;
  settings: unknown;
  state: DeviceState;
  described: string | null;
  /** When it sent last. */
  polledAt: Date | null;
  /** Whether who connected it still belongs to the plot. */
  isMember: boolean;
}

const isMember = (db: Db) => db`
  exists (select 1 from membership m where m.account_id = c.account_id and m.parcel_id = c.parcel_id and m.state = 'confirmed')`;

export async function findPushConnection(db: Db, tokenHash: Buffer): Promise<PushConnection | undefined> {
  const [row] = await db<PushConnection[]>`
    select c.id, c.settings, c.state, c.described, c.polled_at as "polledAt", ${isMember(db)} as "isMember"
      from device_connection c where c.push_token_hash = ${tokenHash}`;
  return row;
}

export interface PushResult {
  /** Null: all is well. */
  lastError: Text | null;
  described: string | null;
  now: Date;
  /** It must not have sent between these: neither before this push, nor a moment ahead of it, by another instance. */
  notSince: Date;
  notUntil: Date;
}

/**
 * Records that something came, and locks the connection. False when it does not count: the token was replaced, the
 * connection paused or ended, its owner has left, or another push came within the same moment.
 */
export async function acceptPush(
  db: Db,
  id: string,
  tokenHash: Buffer,
  { lastError, described, now, notSince, notUntil }: PushResult,
): Promise<boolean> {
  const rows = await db`
    update device_connection c
       set polled_at = ${now}, described = ${described}, last_error = ${lastError === null ? null : db.json(lastError)},
           state = ${lastError === null ? 'ok' : 'failing'}, failure_count = ${lastError === null ? db`0` : db`c.failure_count + 1`},
           failing_since = ${lastError === null ? null : db`coalesce(c.failing_since, ${now}::timestamptz)`}
     where c.id = ${id} and c.push_token_hash = ${tokenHash} and c.state in ('new', 'ok', 'failing') and ${isMember(db)}
       and (c.polled_at is null or c.polled_at <= ${notSince} or c.polled_at >= ${notUntil})
    returning 1`;
  return rows.length > 0;
}
