import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import { isId } from '../../domain/kernel/identifier.ts';
import type { QuietHours } from '../../domain/rules/morning.ts';
import { isDeceased, selectTimeZone } from './notification-writes.ts';
import { isOutdated } from './outdated-events.ts';

export interface EmailRecipient {
  id: string;
  email: string;
  language: Language;
  isReachable: boolean;
  channels: Record<string, boolean> | null;
  topics: Record<string, Record<string, boolean>> | null;
  kinds: Record<string, Record<string, boolean>> | null;
  quiet: QuietHours | null;
  timeZone: string;
}

export interface AccountTopic {
  accountId: string;
  topic: string;
}

/** One event of an email. */
export interface ToldEvent {
  eventId: string;
  key: string;
  replacements: Record<string, string>;
  url: string;
}

export interface EmailItemRow extends AccountTopic, ToldEvent {
  /** Read, ended or withdrawn since. */
  isOutdated: boolean;
}

/** Accounts and topics with due items, longest waiting first. */
export async function listDueAccountTopics(db: Db, now: Date, limit: number): Promise<AccountTopic[]> {
  return db<AccountTopic[]>`
    select distinct account_id as "accountId", topic from (
      select account_id, topic from letter_item where due_at <= ${now} order by due_at, account_id, topic limit ${limit}) due
     order by 1, 2`;
}

/**
 * Locks recipients, skipping those locked by another instance. `no key update`, so that inserts with foreign keys to
 * them do not wait.
 */
export async function lockEmailRecipients(db: Db, accountIds: readonly string[]): Promise<EmailRecipient[]> {
  return db<EmailRecipient[]>`
    select a.id, a.email, a.language, p.channels, p.topics, p.kinds,
           case when p.quiet_from is not null then json_build_object('from', p.quiet_from, 'to', p.quiet_to) end as quiet,
           ${selectTimeZone(db)} as "timeZone",
           a.deleted_at is null and a.mail_paused_at is null and a.email_confirmed_at is not null and not ${isDeceased(db)} as "isReachable"
      from account a left join notification_preference p on p.account_id = a.id
     where a.id = any(${accountIds as string[]}::bigint[])
     order by a.id for no key update of a skip locked`;
}

/** Emails of a topic that are queued, or were sent recently. */
export async function listRecentEmails(
  db: Db,
  accountIds: readonly string[],
  since: Date,
): Promise<(AccountTopic & { isWaiting: boolean; lastAt: Date })[]> {
  return db<(AccountTopic & { isWaiting: boolean; lastAt: Date })[]>`
    select account_id as "accountId", topic, bool_or(state = 'waiting') as "isWaiting",
           max(coalesce(sent_at, created_at)) as "lastAt"
      from letter
     where account_id = any(${accountIds as string[]}::bigint[]) and topic is not null
       and (state = 'waiting' or coalesce(sent_at, created_at) > ${since})
     group by account_id, topic`;
}

const unnestAccountTopics = (db: Db, pairs: readonly AccountTopic[]) => db`
  unnest(${pairs.map(({ accountId }) => accountId)}::bigint[], ${pairs.map(({ topic }) => topic)}::text[]) as pair (account_id, topic)`;

export async function postponeEmailItems(
  db: Db,
  pairs: readonly AccountTopic[],
  until: readonly Date[],
  now: Date,
): Promise<void> {
  if (pairs.length === 0) return;
  await db`
    update letter_item i set due_at = pair.until
      from unnest(${pairs.map(({ accountId }) => accountId)}::bigint[], ${pairs.map(({ topic }) => topic)}::text[],
                  ${until.map((date) => date.toISOString())}::timestamptz[]) as pair (account_id, topic, until)
     where i.account_id = pair.account_id and i.topic = pair.topic and i.due_at <= ${now}`;
}

/** Deletes and returns all queued items, including those not due yet, so that one email covers them. */
export async function consumeEmailItems(db: Db, pairs: readonly AccountTopic[]): Promise<EmailItemRow[]> {
  if (pairs.length === 0) return [];
  const rows = await db<EmailItemRow[]>`
    with taken as (
      delete from letter_item i using ${unnestAccountTopics(db, pairs)}
       where i.account_id = pair.account_id and i.topic = pair.topic
      returning i.*)
    select t.event_id as "eventId", t.account_id as "accountId", t.topic, t.key, t.replacements, t.url,
           ${isOutdated(db, { id: db`t.event_id`, account: db`t.account_id`, key: db`t.key` })} as "isOutdated"
      from taken t
     order by t.account_id, t.topic, t.event_id`;
  return [...rows];
}

export async function deleteEmailItems(db: Db, accountIds: readonly string[]): Promise<void> {
  await db`delete from letter_item where account_id = any(${accountIds as string[]}::bigint[])`;
}

/** What a letter says of an event besides its sentence. */
export interface ToldPlace {
  eventId: string;
  village: string;
  /** Of a published announcement: Markdown as typed, its beginning. */
  body: string | null;
}

const readLetters = 6_000;

/** The villages of the events that belong to one: an announcement's, or of the page that the event leads to. */
export async function listToldPlaces(
  db: Db,
  events: readonly Pick<ToldEvent, 'eventId' | 'url'>[],
): Promise<ToldPlace[]> {
  if (events.length === 0) return [];
  const urls = new Map(events.map(({ eventId, url }) => [eventId, url]));
  const asked = [...urls].map(([eventId, url]) => ({ eventId, ...readPlace(url) }));
  return db<ToldPlace[]>`
    select i."eventId", s.name as village, left(ar.body, ${readLetters}) as body
      from jsonb_to_recordset(${db.json(asked)}) as i ("eventId" text, settlements text, ids text, plots text, tasks text, messages text, sanctions text)
      left join announcement_event e on e.event_id = i."eventId"::bigint
      left join article ar on ar.id = e.article_id and ar.status = 'published'
      join settlement s on s.id = coalesce(e.settlement_id,
             (select p.settlement_id from parcel p where p.id = i.plots::bigint),
             (select t.settlement_id from task t where t.id = i.tasks::bigint),
             (select c.settlement_id from conversation c where c.id = i.messages::bigint),
             (select sa.settlement_id from sanction sa where sa.id = i.sanctions::bigint),
             (select of_page.id from settlement of_page where of_page.id = i.ids::bigint),
             (select of_page.id from settlement of_page where of_page.slug = i.settlements))`;
}

/** What a page is of, by its address: each its own column, so that an index finds it. */
function readPlace(url: string): Partial<Record<string, string>> {
  const [, kind = '', id = ''] = /^\/(settlements|plots|tasks|messages|sanctions)\/([\w-]+)/.exec(url) ?? [];
  if (kind === 'settlements') return isId(id) ? { ids: id, settlements: id } : { settlements: id };
  return isId(id) ? { [kind]: id } : {};
}
