import type { Db } from '../../base/db/connect.ts';
import { findNotificationKind } from '../../domain/rules/notification-preferences.ts';
import { keepersOfConnection } from '../devices/common-devices.ts';
import { notificationChannel } from './notification-channel.ts';

/** A recipient with enabled channels. */
export interface Recipient {
  accountId: string;
  inApp: boolean;
  mail: boolean;
  /** False also where no browser is subscribed. */
  push: boolean;
  /** Emails are collected for the next morning. */
  isDigest: boolean;
  timeZone: string;
}

export type AudienceQuery =
  | { kind: 'accounts'; ids: readonly string[] }
  | { kind: 'board'; settlementId: string }
  | { kind: 'company'; companyId: string }
  | { kind: 'moderators' }
  | { kind: 'owners'; parcelId: string }
  | { kind: 'sensor'; sensorId: string };

/** Upper bound for direct audiences; larger ones are notified in batches. */
const maxRecipients = 1000;

function selectAudience(db: Db, audience: AudienceQuery) {
  switch (audience.kind) {
    case 'accounts':
      return db`select unnest(${audience.ids as string[]}::bigint[])`;
    case 'board':
      return db`select account_id from settlement_role where settlement_id = ${audience.settlementId} and role = 'editor'`;
    case 'company':
      return db`select account_id from company_representative where company_id = ${audience.companyId} and state = 'confirmed'`;
    case 'moderators':
      return db`select id from account where platform_role = 'moderator'`;
    case 'owners':
      return db`
        select account_id from membership
         where parcel_id = ${audience.parcelId} and state = 'confirmed' and role = 'owner'`;
    case 'sensor':
      return db`
        select m.account_id
          from sensor s join device d on d.id = s.device_id join device_connection c on c.id = d.connection_id
          join membership m on m.parcel_id = c.parcel_id and m.state = 'confirmed'
         where s.id = ${audience.sensorId} and s.is_enabled and c.state <> 'revoked'
           and (m.account_id = c.account_id or s.visibility <> 'private')
        union
        select told.account_id
          from sensor s join device d on d.id = s.device_id join device_connection c on c.id = d.connection_id
         cross join lateral (${keepersOfConnection(db)}) told
         where s.id = ${audience.sensorId} and s.is_enabled and c.state <> 'revoked' and c.is_common`;
  }
}

export function recipientColumns(db: Db, topic: string, key: string) {
  const kind = findNotificationKind(key);
  // What is urgent comes whatever topics are switched off.
  const ofTopic = (way: string) =>
    kind === 'urgent' ? db`true` : db`coalesce((p.topics->${topic}::text->>${way}::text)::boolean, true)`;
  const isOn = (way: string) => db`
    coalesce((p.channels->>${way}::text)::boolean, true) and ${ofTopic(way)}
    and coalesce((p.kinds->${kind}::text->>${way}::text)::boolean, true)`;
  return db`
    a.id as "accountId", ${isOn('in_app')} as "inApp",
    a.email_confirmed_at is not null and a.mail_paused_at is null and ${isOn('mail')} and not ${isDeceased(db)} as mail,
    ${isOn('push')} and exists (select 1 from push_subscription ps where ps.account_id = a.id) and not ${isDeceased(db)} as push,
    coalesce(p.is_digest, false) as "isDigest",
    ${selectTimeZone(db)} as "timeZone"`;
}

/**
 * Whether a board recorded that `account a` died. Only while the account belongs to no plot: one board cannot silence a
 * resident of another village. Letters about the account itself still go out.
 */
export const isDeceased = (db: Db) => db`
  (exists (select 1 from membership m join residency_ending e on e.membership_id = m.id
            where m.account_id = a.id and m.state = 'ended' and e.kind = 'died' and e.taken_back_at is null)
    and not exists (select 1 from membership m where m.account_id = a.id and m.state = 'confirmed'))`;

/** Where `account a` lives. */
export function selectTimeZone(db: Db) {
  return db`
    coalesce((select s.time_zone from membership m join parcel pl on pl.id = m.parcel_id join settlement s on s.id = pl.settlement_id
               where m.account_id = a.id and m.is_primary and m.state = 'confirmed' limit 1), 'Europe/Moscow')`;
}

/** Ordered by id, which is also the lock order of the counters. */
export async function findRecipients(
  db: Db,
  wanted: {
    audience: AudienceQuery;
    topic: string;
    key: string;
    except: readonly string[];
    /** Skips accounts that have an unread notification with this key and url. */
    unlessUnread?: { key: string; url: string };
  },
): Promise<Recipient[]> {
  const { audience, topic, key, except, unlessUnread } = wanted;
  return db<Recipient[]>`
    select ${recipientColumns(db, topic, key)}
      from account a left join notification_preference p on p.account_id = a.id
     where a.id in (${selectAudience(db, audience)}) and a.deleted_at is null
       and a.id <> all(${except as string[]}::bigint[])
       ${
         unlessUnread === undefined
           ? db``
           : db`and not exists (select 1 from notification n where n.account_id = a.id and n.read_at is null
                                   and n.url = ${unlessUnread.url} and n.key = ${unlessUnread.key})
                and not exists (select 1 from letter_item i where i.account_id = a.id and i.topic = ${topic}
                                   and i.url = ${unlessUnread.url} and i.key = ${unlessUnread.key})`
       }
     order by a.id limit ${maxRecipients}`;
}

export interface NotificationContent {
  eventId: string;
  topic: string;
  /** Of its email, where that goes apart from the others of the topic. */
  emailTopic?: string;
  key: string;
  replacements: Readonly<Record<string, string>>;
  url: string;
  at: Date;
  /** What waits for a decision, and ends this when it is decided. */
  about?: string | null;
}

/** Notification id (null without in-app notification), due time of the email (null without email), whether to push. */
export interface NotifiedAccount {
  account: string;
  notification: string | null;
  due: Date | null;
  push: boolean;
}

/** Inserts notifications, email items and pushes, updates counters and sends NOTIFY, atomically in one statement. */
export async function insertNotifications(
  db: Db,
  content: NotificationContent,
  told: readonly NotifiedAccount[],
): Promise<void> {
  if (told.length === 0) return;
  const { eventId, topic, emailTopic = topic, key, url, at, about = null } = content;
  const replacements = db.json(content.replacements);
  await db`
    with told as (
      select * from jsonb_to_recordset(${db.json(told as never)}) as t (account bigint, notification bigint, due timestamptz, push boolean)
    ), rung as (
      insert into notification (id, account_id, topic, key, replacements, url, event_id, created_at)
      select notification, account, ${topic}, ${key}, ${replacements}, ${url}, ${eventId}, ${at}
        from told where notification is not null order by account
      on conflict (event_id, account_id) do nothing
      returning id, account_id
    ), awaited as (
      insert into waiting_event (about, event_id) select ${about}, ${eventId} where ${about}::text is not null
    ), counted as (
      insert into notification_counter (account_id, unread) select account_id, 1 from rung order by account_id
      on conflict (account_id) do update set unread = notification_counter.unread + 1
    ), queued as (
      insert into letter_item (event_id, account_id, topic, key, replacements, url, notification_id, happened_at, due_at)
      select ${eventId}, told.account, ${emailTopic}, ${key}, ${replacements}, ${url}, rung.id, ${at}, told.due
        from told left join rung on rung.account_id = told.account where told.due is not null
      on conflict (event_id, account_id) do nothing
    ), pushed as (
      insert into push_item (event_id, subscription_id, topic, key, replacements, url, happened_at, due_at)
      select ${eventId}, s.id, ${topic}, ${key}, ${replacements}, ${url}, ${at}, ${at}
        from told join push_subscription s on s.account_id = told.account where told.push
      on conflict (event_id, subscription_id) do nothing
    )
    select pg_notify(${notificationChannel}, string_agg(account_id || '.' || id, ','))
      from (select *, (row_number() over () - 1) / 150 as part from rung) parted group by part`;
}
