import type { Db } from '../../base/db/connect.ts';
import type { StoredPreferences } from '../../domain/rules/notification-preferences.ts';
import { markHouseholdsReadByEvents } from './announcement-reach.ts';
import { notificationChannel } from './notification-channel.ts';

export interface NotificationRow {
  id: string;
  topic: string;
  key: string;
  replacements: Record<string, string>;
  url: string;
  createdAt: Date;
  readAt: Date | null;
  /** When what it told of was decided; null: it waits, or waited for nothing. */
  endedAt: Date | null;
  outcome: string | null;
  /** The name of who decided. */
  endedBy: string | null;
}

const columns = (db: Db) => db`
  n.id, n.topic, n.key, n.replacements, n.url, n.created_at as "createdAt", n.read_at as "readAt",
  n.ended_at as "endedAt", n.outcome, (select b.display_name from account b where b.id = n.ended_by) as "endedBy"`;

/** Columns of the left join when the page is empty. */
type NoNotification = { [Name in keyof NotificationRow]: null };

/** One statement, so that page and count are consistent. */
export async function listNotifications(
  db: Db,
  accountId: string,
  before: string | undefined,
  limit: number,
): Promise<{ rows: NotificationRow[]; unread: number }> {
  const rows = await db<({ unread: number } & (NotificationRow | NoNotification))[]>`
    select c.unread, ${columns(db)}
      from (select coalesce((select unread from notification_counter where account_id = ${accountId}), 0) as unread) c
      left join lateral (
        select * from notification
         where account_id = ${accountId} ${before === undefined ? db`` : db`and id < ${before}`}
         order by id desc limit ${limit}) n on true
     order by n.id desc`;
  return {
    unread: rows[0]?.unread ?? 0,
    rows: rows.flatMap(({ unread: _, ...row }) => (row.id === null ? [] : [row])),
  };
}

export async function countUnread(db: Db, accountId: string): Promise<number> {
  const [row] = await db<{ unread: number }[]>`
    select unread from notification_counter where account_id = ${accountId}`;
  return row?.unread ?? 0;
}

export async function listAccountsWithUnread(db: Db, accountIds: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select account_id as id from notification_counter
     where account_id = any(${accountIds as string[]}::bigint[]) and unread > 0`;
  return rows.map(({ id }) => id);
}

/** The event that an own notification tells of. */
export async function findNotificationEvent(
  db: Db,
  accountId: string,
  id: string,
): Promise<string | undefined> {
  const [row] = await db<{ eventId: string }[]>`
    select event_id as "eventId" from notification where id = ${id} and account_id = ${accountId}`;
  return row?.eventId;
}

/** Marks as read and updates the counter in one statement; returns how many were unread. Idempotent. */
async function markRead(db: Db, accountId: string, at: Date, which: ReturnType<Db>): Promise<number> {
  const [row] = await db<{ rung: string; events: string[] }[]>`
    with seen as (
      update notification set read_at = ${at}
       where account_id = ${accountId} and read_at is null and ${which}
      returning id, event_id
    ), counted as (
      update notification_counter set unread = unread - (select count(*) from seen)
       where account_id = ${accountId} and exists (select 1 from seen)
    )
    select pg_notify(${notificationChannel}, ${`${accountId}.0`})::text as rung, (select array_agg(event_id) from seen) as events
     where exists (select 1 from seen)`;
  if (row === undefined) return 0;
  await markHouseholdsReadByEvents(db, accountId, row.events, at);
  return row.events.length;
}

export function markNotificationRead(db: Db, accountId: string, id: string, at: Date): Promise<number> {
  return markRead(db, accountId, at, db`id = ${id}`);
}

/** This one and all older ones. */
export function markReadUpTo(db: Db, accountId: string, id: string, at: Date): Promise<number> {
  return markRead(db, accountId, at, db`id <= ${id}`);
}

/** The pages at these urls were opened. */
export function markUrlsRead(db: Db, accountId: string, urls: readonly string[], at: Date): Promise<number> {
  return markRead(db, accountId, at, db`url = any(${urls as string[]}::text[])`);
}

/** Makes open pages of these accounts refresh without a new notification, such as for a further message. */
export async function publishAccountChanges(db: Db, accountIds: readonly string[]): Promise<void> {
  await db`
    select pg_notify(${notificationChannel}, string_agg(account || '.0', ','))
      from unnest(${accountIds as string[]}::bigint[]) with ordinality as rung (account, place)
     group by (place - 1) / 150`;
}

/** For the event stream: these notifications, each only for its own account, and the unread counts. */
export async function findPublishedNotifications(
  db: Db,
  accountIds: readonly string[],
  notificationIds: readonly string[],
): Promise<{ rows: (NotificationRow & { accountId: string })[]; unread: Map<string, number> }> {
  const [rows, counters] = await Promise.all([
    notificationIds.length === 0
      ? []
      : db<(NotificationRow & { accountId: string })[]>`
          select n.account_id as "accountId", ${columns(db)} from notification n
           where n.id = any(${notificationIds as string[]}::bigint[]) and n.account_id = any(${accountIds as string[]}::bigint[])
           order by n.id`,
    db<{ accountId: string; unread: number }[]>`
      select account_id as "accountId", unread from notification_counter
       where account_id = any(${accountIds as string[]}::bigint[])`,
  ]);
  return { rows: [...rows], unread: new Map(counters.map((row) => [row.accountId, row.unread])) };
}

/** Notifications after the last one received, oldest first. */
export async function listNewerNotifications(
  db: Db,
  accountId: string,
  after: string,
  limit: number,
): Promise<NotificationRow[]> {
  const rows = await db<NotificationRow[]>`
    select ${columns(db)} from notification n
     where n.account_id = ${accountId} and n.id > ${after} order by n.id desc limit ${limit}`;
  return rows.reverse();
}

/** Reassigns ids in the order of creation times, for backdated demo data. */
export async function renumberNotifications(db: Db, accountIds: readonly string[]): Promise<void> {
  await db`
    with gone as (
      delete from notification where account_id = any(${accountIds as string[]}::bigint[]) returning *
    ), numbers as (select id, row_number() over (order by id) as place from gone),
    placed as (select gone.*, row_number() over (order by created_at, id) as place from gone)
    insert into notification (id, account_id, topic, key, replacements, url, event_id, created_at, read_at, ended_at, ended_by, outcome)
    select n.id, p.account_id, p.topic, p.key, p.replacements, p.url, p.event_id, p.created_at, p.read_at, p.ended_at, p.ended_by, p.outcome
      from placed p join numbers n using (place)`;
}

export async function findPreferences(db: Db, accountId: string): Promise<StoredPreferences> {
  const [row] = await db<StoredPreferences[]>`
    select channels, topics, kinds, is_digest as "isDigest",
           case when quiet_from is not null then json_build_object('from', quiet_from, 'to', quiet_to) end as quiet,
           shows_push_text as "showsPushText"
      from notification_preference where account_id = ${accountId}`;
  return row ?? { channels: {}, topics: {}, kinds: {}, isDigest: false, quiet: null, showsPushText: false };
}

export async function savePreferences(db: Db, accountId: string, row: StoredPreferences): Promise<void> {
  await db`
    insert into notification_preference (account_id, channels, topics, kinds, is_digest, quiet_from, quiet_to, shows_push_text)
    values (${accountId}, ${db.json(row.channels as never)}, ${db.json(row.topics as never)}, ${db.json(row.kinds as never)}, ${row.isDigest},
            ${row.quiet?.from ?? null}, ${row.quiet?.to ?? null}, ${row.showsPushText})
    on conflict (account_id) do update
      set channels = excluded.channels, topics = excluded.topics, kinds = excluded.kinds, is_digest = excluded.is_digest,
          quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
          shows_push_text = excluded.shows_push_text`;
}
