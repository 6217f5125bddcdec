import type { Db } from '../../base/db/connect.ts';

export interface NewPushSubscription {
  id: string;
  accountId: string;
  sessionId: string;
  endpoint: string;
  host: string;
  p256dh: Buffer;
  auth: Buffer;
  now: Date;
}

/**
 * Replaces what the session had, and what the browser had in another session or account: nothing that waits for the
 * former owner is sent to the new one. Of more than `most` the oldest are deleted. The account has to be locked.
 */
export async function savePushSubscription(db: Db, made: NewPushSubscription, most: number): Promise<void> {
  const { id, accountId, sessionId, endpoint } = made;
  // One browser at a time: its endpoint may come in two sessions at once.
  await db`select pg_advisory_xact_lock(hashtextextended(${endpoint}, 358))`;
  await db`delete from push_subscription where endpoint = ${endpoint} or session_id = ${sessionId}`;
  await db`
    insert into push_subscription (id, account_id, session_id, endpoint, host, p256dh, auth, created_at)
    values (${id}, ${accountId}, ${sessionId}, ${endpoint}, ${made.host}, ${made.p256dh}, ${made.auth}, ${made.now})`;
  await db`
    delete from push_subscription
     where account_id = ${accountId} and id not in (
             select id from push_subscription where account_id = ${accountId} order by created_at desc, id desc limit ${most})`;
}

export interface PushSubscriptionRow {
  id: string;
  sessionId: string;
  userAgent: string;
  createdAt: Date;
  failingSince: Date | null;
}

/** Of sessions that still last, newest first. */
export async function listPushSubscriptions(
  db: Db,
  accountId: string,
  now: Date,
): Promise<PushSubscriptionRow[]> {
  return db<PushSubscriptionRow[]>`
    select p.id, p.session_id as "sessionId", s.user_agent as "userAgent", p.created_at as "createdAt",
           p.failing_since as "failingSince"
      from push_subscription p join session s on s.id = p.session_id and s.expires_at > ${now}
     where p.account_id = ${accountId} order by p.id desc limit 100`;
}

export async function hasPushSubscription(db: Db, sessionId: string): Promise<boolean> {
  const rows = await db`select 1 from push_subscription where session_id = ${sessionId}`;
  return rows.length > 0;
}

/** Locks it against deletion until the transaction ends. */
export async function isOwnPushSubscription(db: Db, accountId: string, id: string): Promise<boolean> {
  const rows = await db`
    select 1 from push_subscription where id = ${id} and account_id = ${accountId} for key share`;
  return rows.length > 0;
}

/** The session it belonged to; undefined when the account has no such subscription. */
export async function deletePushSubscription(
  db: Db,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await db<{ sessionId: string }[]>`
    delete from push_subscription where id = ${id} and account_id = ${accountId} returning session_id as "sessionId"`;
  return row?.sessionId;
}

/** The browser or its push server has ended it. */
export async function forgetPushSubscription(db: Db, id: string): Promise<void> {
  await db`delete from push_subscription where id = ${id}`;
}

export interface PushCounts {
  subscriptions: number;
  /** Subscriptions whose last push was not accepted, and since when the first of them. */
  failing: number;
  failingSince: Date | null;
  /** Pushes that have not been accepted yet. */
  waiting: number;
}

export async function countPushes(db: Db): Promise<PushCounts> {
  const [row] = await db<PushCounts[]>`
    select count(*)::int as subscriptions, count(failing_since)::int as failing, min(failing_since) as "failingSince",
           (select count(*)::int from push_item where state = 'waiting') as waiting
      from push_subscription`;
  return row as PushCounts;
}
