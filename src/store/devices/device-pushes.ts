import type { Db } from '../../base/db/connect.ts';
import type { Text } from '../../base/i18n/text.ts';
import type { DeviceState } from '../../domain/rules/device-states.ts';

/** Due time of push-only connections: never reached, and a date that every driver can parse. */
export const neverPolled = new Date('9999-01-01T00:00:00Z');

export interface PushConnection {
  id: string;
  settings: unknown;
  state: DeviceState;
  described: string | null;
  /** Time of the last push. */
  polledAt: Date | null;
  /** Whether the owner of the connection is still a member of the plot. */
  isMember: boolean;
}

const isMember = (db: Db) => db`
  (c.is_common or exists (select 1 from membership m where m.account_id = c.account_id and m.parcel_id = c.parcel_id
                             and m.state = 'confirmed'))`;

export async function findPushConnection(db: Db, tokenHash: Buffer): Promise<PushConnection | undefined> {
  const [row] = await db<PushConnection[]>`
    select c.id, c.settings, c.state, c.described, c.polled_at as "polledAt", ${isMember(db)} as "isMember"
      from device_connection c where c.push_token_hash = ${tokenHash}`;
  return row;
}

export interface PushResult {
  /** Null when the push was valid. */
  lastError: Text | null;
  described: string | null;
  now: Date;
  /** Rate limit: rejected if another push was stored between these two times, possibly by another instance. */
  noPushAfter: Date;
  noPushBefore: Date;
}

/**
 * Records a push and locks the connection. False when it was rejected: the token was replaced, the connection is
 * paused or revoked, its owner has left, or the rate limit applies.
 */
export async function acceptPush(
  db: Db,
  id: string,
  tokenHash: Buffer,
  { lastError, described, now, noPushAfter, noPushBefore }: PushResult,
): Promise<boolean> {
  const rows = await db`
    update device_connection c
       set polled_at = ${now}, described = ${described}, last_error = ${lastError === null ? null : db.json(lastError)},
           state = ${lastError === null ? 'ok' : 'failing'}, failure_count = ${lastError === null ? db`0` : db`c.failure_count + 1`},
           failing_since = ${lastError === null ? null : db`coalesce(c.failing_since, ${now}::timestamptz)`}
     where c.id = ${id} and c.push_token_hash = ${tokenHash} and c.state in ('new', 'ok', 'failing') and ${isMember(db)}
       and (c.polled_at is null or c.polled_at <= ${noPushAfter} or c.polled_at >= ${noPushBefore})
    returning 1`;
  return rows.length > 0;
}
