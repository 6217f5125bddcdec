import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import type { QuietHours } from '../../domain/rules/morning.ts';
import { isDeceased, selectTimeZone } from './notification-writes.ts';
import { isOutdated } from './outdated-events.ts';

export interface PushItemRow {
  eventId: string;
  subscriptionId: string;
  accountId: string;
  topic: string;
  key: string;
  replacements: Record<string, string>;
  url: string;
  happenedAt: Date;
  attempts: number;
  endpoint: string;
  host: string;
  p256dh: Buffer;
  auth: Buffer;
  failingSince: Date | null;
  language: Language;
  /** False when the session is over, the account is deleted or the event is outdated; what ended is said in any case. */
  isCurrent: boolean;
  channels: Record<string, boolean> | null;
  topics: Record<string, Record<string, boolean>> | null;
  kinds: Record<string, Record<string, boolean>> | null;
  quiet: QuietHours | null;
  showsText: boolean;
  timeZone: string;
  /** Null unless the account lives in exactly one village. */
  settlement: string | null;
}

/** Leases due items: if this process dies, they become due again when the lease ends. */
export async function claimPushItems(
  db: Db,
  wanted: {
    now: Date;
    limit: number;
    leaseSeconds: number;
    except: { hosts: string[]; subscriptions: string[]; accounts: string[] };
  },
): Promise<PushItemRow[]> {
  const { now, except } = wanted;
  const rows = await db<PushItemRow[]>`
    with claimed as (
      update push_item set due_at = ${now}::timestamptz + ${wanted.leaseSeconds} * interval '1 second'
       where (event_id, subscription_id) in (
               select i.event_id, i.subscription_id
                 from push_item i join push_subscription s on s.id = i.subscription_id
                where i.state = 'waiting' and i.due_at <= ${now} and s.host <> all(${except.hosts}::text[])
                  and s.id <> all(${except.subscriptions}::bigint[]) and s.account_id <> all(${except.accounts}::bigint[])
                order by i.due_at limit ${wanted.limit} for update of i skip locked)
      returning *)
    select i.event_id as "eventId", i.subscription_id as "subscriptionId", s.account_id as "accountId", i.topic, i.key, i.replacements,
           i.url, i.happened_at as "happenedAt", i.attempts, s.endpoint, s.host, s.p256dh, s.auth, s.failing_since as "failingSince",
           a.language,
           a.deleted_at is null and se.expires_at > ${now} and not ${isDeceased(db)}
             and (i.key = 'push.ended'
               or not ${isOutdated(db, { id: db`i.event_id`, account: db`s.account_id`, key: db`i.key` })}) as "isCurrent",
           p.channels, p.topics, p.kinds, coalesce(p.shows_push_text, false) as "showsText",
           case when p.quiet_from is not null then json_build_object('from', p.quiet_from, 'to', p.quiet_to) end as quiet,
           ${selectTimeZone(db)} as "timeZone", ${selectOnlySettlement(db)} as settlement
      from claimed i join push_subscription s on s.id = i.subscription_id
      join session se on se.id = s.session_id join account a on a.id = s.account_id
      left join notification_preference p on p.account_id = a.id
     order by i.happened_at, i.event_id`;
  return [...rows];
}

const selectOnlySettlement = (db: Db) => db`
  (select min(st.name) from membership m join parcel pl on pl.id = m.parcel_id join settlement st on st.id = pl.settlement_id
    where m.account_id = a.id and m.state = 'confirmed' having count(distinct st.id) = 1)`;

type ItemId = Pick<PushItemRow, 'eventId' | 'subscriptionId'>;

/** A push to one browser outside of notifications: somebody tries whether it works. */
export async function insertPushItem(
  db: Db,
  item: ItemId & { topic: string; key: string; url: string; at: Date },
): Promise<void> {
  await db`
    insert into push_item (event_id, subscription_id, topic, key, url, happened_at, due_at)
    values (${item.eventId}, ${item.subscriptionId}, ${item.topic}, ${item.key}, ${item.url}, ${item.at}, ${item.at})`;
}

/** The push server has accepted it. */
export async function markPushSent(
  db: Db,
  { eventId, subscriptionId, accountId }: ItemId & { accountId: string },
  at: Date,
): Promise<void> {
  const rows = await db`
    update push_item set state = 'sent', sent_at = ${at}, attempts = attempts + 1, last_error = null, replacements = '{}'
     where event_id = ${eventId} and subscription_id = ${subscriptionId} and state = 'waiting' returning 1`;
  if (rows.length === 0) return;
  await db`update push_subscription set failing_since = null where id = ${subscriptionId} and failing_since is not null`;
  await markPushed(db, eventId, accountId, at);
}

/** For announcements: the account's households were reached by push. */
export async function markPushed(db: Db, eventId: string, accountId: string, at: Date): Promise<void> {
  await db`
    update announcement_household h set push_at = ${at}
      from membership m
     where m.account_id = ${accountId} and m.state = 'confirmed' and h.event_id = ${eventId} and h.parcel_id = m.parcel_id
       and h.push_at is null`;
}

/** `error` null: it was not tried. */
export async function postponePush(
  db: Db,
  { eventId, subscriptionId }: ItemId,
  until: Date,
  error: string | null,
  now: Date,
): Promise<void> {
  await db`
    update push_item set due_at = ${until}, attempts = attempts + ${error === null ? 0 : 1}, last_error = coalesce(${error}, last_error)
     where event_id = ${eventId} and subscription_id = ${subscriptionId} and state = 'waiting'`;
  if (error !== null) await markFailing(db, subscriptionId, now);
}

/** Given up: refused, too old, or no longer wanted (`error` null). */
export async function dropPush(
  db: Db,
  { eventId, subscriptionId }: ItemId,
  error: string | null,
  now: Date,
): Promise<void> {
  await db`
    update push_item set state = 'failed', attempts = attempts + ${error === null ? 0 : 1}, last_error = ${error ?? 'no longer wanted'},
           replacements = '{}'
     where event_id = ${eventId} and subscription_id = ${subscriptionId} and state = 'waiting'`;
  if (error !== null) await markFailing(db, subscriptionId, now);
}

async function markFailing(db: Db, subscriptionId: string, now: Date): Promise<void> {
  await db`update push_subscription set failing_since = ${now} where id = ${subscriptionId} and failing_since is null`;
}
