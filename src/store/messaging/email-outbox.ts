import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import type { ToldEvent } from './email-items.ts';
import { isDeceased } from './notification-writes.ts';
import { isOutdated } from './outdated-events.ts';

export interface NewEmail {
  id: string;
  accountId: string | null;
  topic: string | null;
  to: string;
  messageId: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  at: Date;
  /** When to send it; omitted: now. */
  sendAt?: Date | undefined;
  /** Expiry of the link in it; omitted when it does not expire. */
  expiresAt?: Date | undefined;
  /** What it tells of; omitted in account emails. */
  told?: readonly ToldEvent[];
}

export async function insertEmail(db: Db, letter: NewEmail): Promise<void> {
  await db`
    insert into letter (id, account_id, topic, to_address, message_id, subject, body_text, body_html, headers, send_at, created_at, expires_at, told)
    values (${letter.id}, ${letter.accountId}, ${letter.topic}, ${letter.to}, ${letter.messageId}, ${letter.subject},
            ${letter.text}, ${letter.html}, ${db.json(letter.headers)}, ${letter.sendAt ?? letter.at}, ${letter.at}, ${letter.expiresAt ?? null},
            ${letter.told === undefined ? null : db.json(letter.told as never)})`;
}

export interface EmailRow {
  id: string;
  accountId: string | null;
  topic: string | null;
  to: string;
  messageId: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  attempts: number;
  createdAt: Date;
  /**
   * False when the code in it was used or withdrawn, the recipient unsubscribed, was deleted or has a failing address, or when its link has expired and it
   * is older than a day.
   */
  isWanted: boolean;
  /** The language of its recipient. */
  language: Language | null;
  /** An announcement in it has a day. */
  tellsOfDays: boolean;
  /** What is left to tell, where some of it was read, ended or was withdrawn since; null: it stands as composed. */
  remaining: ToldEvent[] | null;
}

/** Leases queued emails: if this process dies, they become due again when the lease ends. */
export async function claimEmails(
  db: Db,
  wanted: { now: Date; limit: number; leaseSeconds: number },
): Promise<EmailRow[]> {
  const rows = await db<EmailRow[]>`
    with claimed as (
      update letter set send_at = ${wanted.now}::timestamptz + ${wanted.leaseSeconds} * interval '1 second'
       where id in (select id from letter where state = 'waiting' and send_at <= ${wanted.now}
                     order by (topic is not null), send_at, id limit ${wanted.limit} for update skip locked)
      returning *)
    select l.id, l.account_id as "accountId", l.topic, l.to_address as "to", l.message_id as "messageId", l.subject,
           l.body_text as text, l.body_html as html, l.headers, l.attempts, l.created_at as "createdAt",
           (l.expires_at is null or l.expires_at > ${wanted.now} or l.created_at > ${wanted.now}::timestamptz - interval '1 day')
             and not exists (select 1 from plot_code c where c.letter_id = l.id and c.used_at is not null)
             and (l.topic is null or (a.deleted_at is null and a.mail_paused_at is null and not ${isDeceased(db)}
               and coalesce((p.channels->>'mail')::boolean, true)
               and coalesce((p.topics->l.topic->>'mail')::boolean, true)
               and coalesce((p.kinds->l.topic->>'mail')::boolean, true))) as "isWanted",
           a.language,
           l.topic is not null and exists (
             select 1 from letter_announcement la join announcement_event e on e.event_id = la.event_id
               join article r on r.id = e.article_id where la.letter_id = l.id and r.event is not null) as "tellsOfDays",
           (select case when bool_or(told.is_over) then coalesce(jsonb_agg(told.item order by told.place) filter (where not told.is_over), '[]') end
              from (select item, place, item ? 'ended' or ${isOutdated(db, { id: db`(item->>'eventId')::bigint`, account: db`l.account_id`, key: db`item->>'key'` })} as is_over
                      from jsonb_array_elements(l.told) with ordinality as of_letter (item, place)) told) as remaining
      from claimed l left join account a on a.id = l.account_id left join notification_preference p on p.account_id = a.id
     order by (l.topic is not null), l.id`;
  return [...rows];
}

/**
 * Taken by the mail server. Account emails contain secret links, so their body is deleted. Counts are locked in one
 * order: two letters may tell of the same announcements.
 */
export async function markEmailSent(db: Db, id: string, at: Date): Promise<void> {
  await db`
    with sent as (
      update letter set state = 'sent', sent_at = ${at}, attempts = attempts + 1, last_error = null, told = null,
             body_text = case when topic is null then '' else body_text end,
             body_html = case when topic is null then '' else body_html end
       where id = ${id} and state = 'waiting'
      returning id, account_id
    ), told as (
      select e.event_id, sent.account_id
        from sent join letter_announcement la on la.letter_id = sent.id join announcement_event e on e.event_id = la.event_id
       order by e.event_id for no key update of e
    ), counted as (
      update announcement_event e set letters_sent = e.letters_sent + 1 from told where e.event_id = told.event_id
    )
    update announcement_household h set letter_at = ${at}
      from told join membership m on m.account_id = told.account_id and m.state = 'confirmed'
     where h.event_id = told.event_id and h.parcel_id = m.parcel_id and h.letter_at is null`;
}

/** Printed on the console instead, whoever runs the service there reads it: nobody was told by it. */
export async function markEmailPrinted(db: Db, id: string, at: Date): Promise<void> {
  await db`
    update letter set state = 'printed', sent_at = ${at}, attempts = attempts + 1, last_error = null, told = null
     where id = ${id} and state = 'waiting'`;
}

/** Records the announcements in this email; other events are ignored. */
export async function saveEmailEvents(db: Db, id: string, eventIds: readonly string[]): Promise<void> {
  await db`
    insert into letter_announcement (letter_id, event_id)
    select ${id}, event_id from announcement_event where event_id = any(${eventIds as string[]}::bigint[])`;
}

/** Composed again, because some of what it told of is over. */
export async function saveEmailText(
  db: Db,
  id: string,
  letter: Pick<NewEmail, 'subject' | 'text' | 'html' | 'told'>,
): Promise<void> {
  await db`
    update letter set subject = ${letter.subject}, body_text = ${letter.text}, body_html = ${letter.html},
           told = ${db.json(letter.told as never)}
     where id = ${id} and state = 'waiting'`;
}

export async function postponeEmail(db: Db, id: string, until: Date, error: string | null): Promise<void> {
  await db`
    update letter set send_at = ${until}, attempts = attempts + ${error === null ? 0 : 1}, last_error = coalesce(${error}, last_error)
     where id = ${id} and state = 'waiting'`;
}

export async function failEmail(
  db: Db,
  id: string,
  state: 'refused' | 'failed',
  error: string,
): Promise<void> {
  await db`
    update letter set state = ${state}, attempts = attempts + 1, last_error = ${error}, told = null,
           body_text = case when topic is null then '' else body_text end, body_html = case when topic is null then '' else body_html end
     where id = ${id} and state = 'waiting'`;
}

/** Without a mail server, emails are dropped after a day, or later when their link is still valid. */
export async function failUnsentEmails(db: Db, now: Date): Promise<void> {
  await db`delete from letter_item where due_at < ${now}::timestamptz - interval '1 day'`;
  await db`
    update letter set state = 'failed', last_error = 'there was no mail server', told = null,
           body_text = case when topic is null then '' else body_text end, body_html = case when topic is null then '' else body_html end
     where state = 'waiting' and created_at < ${now}::timestamptz - interval '1 day' and coalesce(expires_at, created_at) < ${now}`;
}

/** Only if the address is still the account's: a bounce of an old address says nothing about the new one. */
export async function pauseMail(db: Db, accountId: string, address: string, at: Date): Promise<void> {
  await db`
    update account set mail_paused_at = coalesce(mail_paused_at, ${at}) where id = ${accountId} and email = ${address}`;
}

/** `late`: for more than an hour. */
export async function countWaitingEmails(db: Db, now: Date): Promise<{ waiting: number; late: number }> {
  const [row] = await db<[{ waiting: number; late: number }]>`
    select count(*)::int as waiting,
           count(*) filter (where created_at < ${now}::timestamptz - interval '1 hour')::int as late
      from letter where state = 'waiting'`;
  return row;
}
