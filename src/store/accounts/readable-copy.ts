import type { Db } from '../../base/db/connect.ts';
import type { Medal } from '../../domain/rules/medals.ts';
import { selectTimeZone } from '../messaging/notification-writes.ts';

/** What the pages of a copy of one's own data show: the rest is in its JSON files alone. */
export interface CopyOwner {
  name: string;
  email: string;
  createdAt: Date;
  /** Where the person lives; null: in no settlement. */
  timeZone: string | null;
  places: { settlement: string; plot: string; role: string; state: string }[];
}

export async function findCopyOwner(db: Db, accountId: string): Promise<CopyOwner | undefined> {
  const [row] = await db<CopyOwner[]>`
    select a.display_name as name, a.email, a.created_at as "createdAt",
           case when exists (select 1 from membership m where m.account_id = a.id and m.is_primary and m.state = 'confirmed')
                then ${selectTimeZone(db)} end as "timeZone",
           (select coalesce(json_agg(json_build_object('settlement', s.name, 'plot', p.number, 'role', m.role, 'state', m.state) order by m.id), '[]')
              from membership m join parcel p on p.id = m.parcel_id join settlement s on s.id = p.settlement_id
             where m.account_id = a.id) as places
      from account a where a.id = ${accountId}`;
  return row;
}

export interface CopyConversation {
  id: string;
  kind: 'person' | 'board' | 'company';
  settlement: string | null;
  company: string | null;
  /** Set when one of both sides is whoever lives on a plot. */
  plotNumber: string | null;
  /** The other person, by full name, where the person may know it. */
  person: string | null;
  messages: string;
  lastAt: Date;
}

/**
 * Conversations of the person themself, newest first: what a board or company was written belongs to whoever speaks for
 * it now, and is not among them.
 */
export async function* readCopyConversations(db: Db, accountId: string): AsyncGenerator<CopyConversation[]> {
  const rows = db<CopyConversation[]>`
    select c.id, c.kind, s.name as settlement, co.name as company, p.number as "plotNumber", c.last_number as messages,
           (select a.display_name from conversation_member o join account a on a.id = o.account_id
             where o.conversation_id = c.id and o.side = 'person' and o.account_id <> ${accountId}
             order by o.account_id limit 1) as person,
           l.created_at as "lastAt"
      from conversation_member m join conversation c on c.id = m.conversation_id
      join message l on l.conversation_id = c.id and l.number = c.last_number
      left join settlement s on s.id = c.settlement_id left join company co on co.id = c.company_id
      left join parcel p on p.id = c.parcel_id
     where m.account_id = ${accountId} and m.side in ('person', 'plot') order by m.last_message_id desc`;
  yield* rows.cursor(100);
}

export interface CopyMessage {
  id: string;
  isMine: boolean;
  /** Full name. */
  author: string;
  side: 'person' | 'plot' | 'board' | 'company' | null;
  /** Null: hidden after a report. */
  body: string | null;
  hasMedia: boolean;
  at: Date;
}

/** Of both sides, oldest first. */
export async function* readCopyMessages(
  db: Db,
  conversationId: string,
  accountId: string,
): AsyncGenerator<CopyMessage[]> {
  const rows = db<CopyMessage[]>`
    select l.id, l.author_id = ${accountId} as "isMine", a.display_name as author, w.side,
           case when l.hidden_at is null then l.body end as body, l.created_at as at,
           exists (select 1 from media f where f.subject_type = 'message' and f.subject_id = l.id) as "hasMedia"
      from message l join account a on a.id = l.author_id
      left join conversation_member w on w.conversation_id = l.conversation_id and w.account_id = l.author_id
     where l.conversation_id = ${conversationId} order by l.number`;
  yield* rows.cursor(200);
}

export interface CopyTask {
  id: string;
  title: string;
  kind: string;
  status: string;
  settlement: string | null;
  /** The company, contact or plot that it was given to. */
  to: string | null;
  at: Date;
}

export async function* readCopyTasks(db: Db, accountId: string): AsyncGenerator<CopyTask[]> {
  const rows = db<CopyTask[]>`
    select t.id, t.title, t.kind, t.status, s.name as settlement, t.created_at as at,
           coalesce((select c.name from company c where c.id = t.company_id), (select k.name from contact k where k.id = t.contact_id),
                    (select '№ ' || p.number from parcel p where p.id = t.to_parcel_id)) as to
      from task t left join settlement s on s.id = t.settlement_id
     where t.author_id = ${accountId} order by t.id desc`;
  yield* rows.cursor(200);
}

export interface CopyReview {
  id: string;
  medal: Medal;
  /** Null: whom it graded is gone. */
  subject: string | null;
  settlement: string;
  body: string | null;
  hiddenBecause: string | null;
  answer: string | null;
  at: Date;
}

export async function* readCopyReviews(db: Db, accountId: string): AsyncGenerator<CopyReview[]> {
  const rows = db<CopyReview[]>`
    select r.id, r.medal, s.name as settlement, r.body, r.moderation_reason as "hiddenBecause", r.created_at as at,
           (select w.body from review_answer w where w.review_id = r.id) as answer,
           case r.subject_type when 'company' then (select c.name from company c where c.id = r.subject_id)
                               else (select k.name from contact k where k.id = r.subject_id) end as subject
      from review r join settlement s on s.id = r.settlement_id where r.author_id = ${accountId} order by r.id desc`;
  yield* rows.cursor(200);
}

export interface CopyText {
  id: string;
  slug: string;
  title: string;
  /** Settlement of an entry; null: the knowledge base. */
  settlement: string | null;
  at: Date;
}

export async function* readCopyEntries(db: Db, accountId: string): AsyncGenerator<CopyText[]> {
  const rows = db<CopyText[]>`
    select a.id, a.slug, a.title, s.name as settlement, a.created_at as at
      from article a join settlement s on s.id = a.settlement_id where a.author_id = ${accountId} order by a.id`;
  yield* rows.cursor(200);
}

export async function* readCopyRevisions(db: Db, accountId: string): AsyncGenerator<CopyText[]> {
  const rows = db<CopyText[]>`
    select r.id, a.slug, r.title, null::text as settlement, r.created_at as at
      from knowledge_revision r join knowledge_article a on a.id = r.article_id where r.author_id = ${accountId} order by r.id`;
  yield* rows.cursor(200);
}
