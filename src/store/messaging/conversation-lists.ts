import type { Db } from '../../base/db/connect.ts';
import type { ConversationKind, ParticipantSide } from '../../domain/rules/messaging.ts';
import { escapeLike } from '../search/name-search.ts';
import { isCurrentMember } from './conversations.ts';

/** A conversation as one member sees it. */
export interface ConversationRow {
  id: string;
  kind: ConversationKind;
  settlementId: string | null;
  settlementName: string | null;
  companyId: string | null;
  companyName: string | null;
  parcelId: string | null;
  plotNumber: string | null;
  /** Side of the reader. */
  side: ParticipantSide;
  isBlocking: boolean;
  /** The other person, when the reader may know their name. */
  personName: string | null;
  lastNumber: string;
  readNumber: string;
  seenNumber: string;
  lastMessageId: string;
}

export interface MessageRow {
  id: string;
  number: string;
  authorId: string;
  authorName: string;
  /** Null when the author has left the conversation. */
  authorSide: ParticipantSide | null;
  body: string;
  /** Hidden after a report. */
  isHidden: boolean;
  hasMedia: boolean;
  createdAt: Date;
}

const conversationColumns = (db: Db, accountId: string) => db`
  c.id, c.kind, c.settlement_id as "settlementId", s.name as "settlementName", c.company_id as "companyId",
  co.name as "companyName", c.parcel_id as "parcelId", p.number as "plotNumber", m.side, m.is_blocking as "isBlocking",
  (select a.display_name from conversation_member o join account a on a.id = o.account_id
    where o.conversation_id = c.id and o.side = 'person' and o.account_id <> ${accountId}
    order by o.account_id limit 1) as "personName",
  c.last_number as "lastNumber", m.read_number as "readNumber", m.last_message_id as "lastMessageId",
  coalesce((select max(o.read_number) from conversation_member o
             where o.conversation_id = c.id and o.account_id <> ${accountId}), 0) as "seenNumber"`;

const conversationTables = (db: Db) => db`
  conversation_member m join conversation c on c.id = m.conversation_id
  left join settlement s on s.id = c.settlement_id left join company co on co.id = c.company_id
  left join parcel p on p.id = c.parcel_id`;

export type ConversationWithLast = ConversationRow & {
  last: Omit<MessageRow, 'createdAt' | 'hasMedia'> & { createdAt: string };
};

/** Text search, and a range of days in the time zone of the settlement. */
export interface MessageFilter {
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const hasFilter = ({ q, from, to }: MessageFilter) => Boolean(q) || from !== undefined || to !== undefined;

/** Condition on `message l` in `conversation c` of `settlement s`. */
function matchesFilter(db: Db, { q, from, to }: MessageFilter) {
  const midnight = (day: string) =>
    db`((${day}::text::date)::timestamp at time zone coalesce(s.time_zone, 'Europe/Moscow'))`;
  return db`true
    ${q ? db`and lower(l.body) like ${`%${escapeLike(q.toLowerCase())}%`}` : db``}
    ${from === undefined ? db`` : db`and l.created_at >= ${midnight(from)}`}
    ${to === undefined ? db`` : db`and l.created_at < ${midnight(to)} + interval '1 day'`}`;
}

/** Latest activity first; with a filter only conversations with a matching message. */
export async function listConversations(
  db: Db,
  accountId: string,
  filter: MessageFilter & { before?: string | undefined },
  limit: number,
): Promise<ConversationWithLast[]> {
  const { before } = filter;
  return db<ConversationWithLast[]>`
    select ${conversationColumns(db, accountId)},
           (select json_build_object('id', l.id::text, 'number', l.number::text, 'authorId', l.author_id::text,
                     'authorName', a.display_name, 'authorSide', am.side, 'body', left(l.body, 200), 'isHidden', l.hidden_at is not null, 'createdAt', l.created_at)
              from message l join account a on a.id = l.author_id
              left join conversation_member am on am.conversation_id = l.conversation_id and am.account_id = l.author_id
             where l.conversation_id = c.id and l.number = c.last_number) as last
      from ${conversationTables(db)}
     where m.account_id = ${accountId} and m.last_message_id > 0 and ${isCurrentMember(db)}
       ${before === undefined ? db`` : db`and m.last_message_id < ${before}`}
       ${
         hasFilter(filter)
           ? db`and exists (select 1 from message l where l.conversation_id = c.id and ${matchesFilter(db, filter)})`
           : db``
       }
     order by m.last_message_id desc limit ${limit}`;
}

export async function findConversation(
  db: Db,
  id: string,
  accountId: string,
): Promise<ConversationRow | undefined> {
  const [row] = await db<ConversationRow[]>`
    select ${conversationColumns(db, accountId)} from ${conversationTables(db)}
     where m.conversation_id = ${id} and m.account_id = ${accountId} and ${isCurrentMember(db)}`;
  return row;
}

const messageColumns = (db: Db) => db`
  l.id, l.number, l.author_id as "authorId", a.display_name as "authorName", am.side as "authorSide", l.body, l.hidden_at is not null as "isHidden",
  exists (select 1 from media f where f.subject_type = 'message' and f.subject_id = l.id) as "hasMedia", l.created_at as "createdAt"`;

/** Newest first. */
export async function listMessages(
  db: Db,
  conversationId: string,
  filter: MessageFilter & { before?: string | undefined },
  limit: number,
): Promise<MessageRow[]> {
  const { before } = filter;
  return db<MessageRow[]>`
    select ${messageColumns(db)} from message l join account a on a.id = l.author_id
      join conversation c on c.id = l.conversation_id left join settlement s on s.id = c.settlement_id
      left join conversation_member am on am.conversation_id = l.conversation_id and am.account_id = l.author_id
     where l.conversation_id = ${conversationId} ${before === undefined ? db`` : db`and l.number < ${before}`}
       and ${matchesFilter(db, filter)}
     order by l.number desc limit ${limit}`;
}

export type ReportedMessage = MessageRow & { kind: ConversationKind; plotNumber: string | null };

/** Reported messages of the conversation that this reader may decide on. */
export async function listReportedMessages(
  db: Db,
  conversationId: string,
  reader: { accountId: string; isModerator: boolean },
): Promise<ReportedMessage[]> {
  const { accountId, isModerator } = reader;
  return db<ReportedMessage[]>`
    select ${messageColumns(db)}, c.kind, p.number as "plotNumber"
      from message l join conversation c on c.id = l.conversation_id join account a on a.id = l.author_id
      left join parcel p on p.id = c.parcel_id
      left join conversation_member am on am.conversation_id = l.conversation_id and am.account_id = l.author_id
     where l.conversation_id = ${conversationId} and l.author_id <> ${accountId}
       and exists (select 1 from task t where t.message_id = l.id and t.author_id <> ${accountId}
                      and ((t.addressee = 'platform' and ${isModerator}::boolean)
                        or (t.addressee = 'board' and exists (
                              select 1 from settlement_role e where e.settlement_id = t.settlement_id
                                 and e.account_id = ${accountId} and e.role = 'editor'))))
     order by l.number desc limit 100`;
}

/** Displayed sender name and the recipients; messages of a plot, board or company do not name a person. */
export async function findSenderName(
  db: Db,
  conversationId: string,
  accountId: string,
): Promise<{ name: string; others: string[] }> {
  const [row] = await db<{ name: string; others: string[] }[]>`
    select case own.side when 'plot' then '№ ' || coalesce(p.number, '') when 'board' then coalesce(s.name, '')
                         when 'company' then coalesce(co.name, '') else a.display_name end as name,
           coalesce((select array_agg(m.account_id::text order by m.account_id) from conversation_member m
                      where m.conversation_id = c.id and m.account_id <> ${accountId} and ${isCurrentMember(db)}), '{}') as others
      from conversation c
      join conversation_member own on own.conversation_id = c.id and own.account_id = ${accountId}
      join account a on a.id = own.account_id
      left join settlement s on s.id = c.settlement_id left join company co on co.id = c.company_id
      left join parcel p on p.id = c.parcel_id
     where c.id = ${conversationId}`;
  return row ?? { name: '', others: [] };
}
