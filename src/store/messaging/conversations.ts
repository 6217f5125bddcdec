import type { Db } from '../../base/db/connect.ts';
import type { ConversationKind, ParticipantSide } from '../../domain/rules/messaging.ts';

export interface MemberRow {
  accountId: string;
  side: ParticipantSide;
  isBlocking: boolean;
}

export interface ThreadRow {
  id: string;
  kind: ConversationKind;
  settlementId: string | null;
  companyId: string | null;
  parcelId: string | null;
  lastNumber: string;
  members: MemberRow[];
}

/** Conversations of a board or company belong to the current role holders, the others to their members. */
export function isCurrentMember(db: Db) {
  return db`(m.side in ('person', 'plot')
    or (m.side = 'board' and exists (select 1 from settlement_role r where r.settlement_id = c.settlement_id
                                        and r.account_id = m.account_id and r.role = 'editor'))
    or (m.side = 'company' and exists (select 1 from company_representative r where r.company_id = c.company_id
                                        and r.account_id = m.account_id and r.state = 'confirmed')))`;
}

/** Locks the conversation, which also serializes message numbers. Undefined when the account is not a member. */
export async function lockThread(db: Db, id: string, accountId: string): Promise<ThreadRow | undefined> {
  const locked = await db`select 1 from conversation where id = ${id} for update`;
  if (locked.length === 0) return undefined;
  const [row] = await db<ThreadRow[]>`
    select c.id, c.kind, c.settlement_id as "settlementId", c.company_id as "companyId", c.parcel_id as "parcelId",
           c.last_number as "lastNumber",
           (select json_agg(json_build_object('accountId', m.account_id::text, 'side', m.side, 'isBlocking', m.is_blocking) order by m.account_id)
              from conversation_member m where m.conversation_id = c.id and ${isCurrentMember(db)}) as members
      from conversation c where c.id = ${id}`;
  return row?.members?.some((member) => member.accountId === accountId) ? row : undefined;
}

export interface NewThread {
  id: string;
  kind: ConversationKind;
  settlementId: string | null;
  companyId: string | null;
  parcelId: string | null;
  memberKey: string;
  createdAt: Date;
}

/** Finds the conversation by its member key, or inserts it. A found one has its members: both are written together. */
export async function findOrInsertThread(db: Db, thread: NewThread): Promise<{ id: string; isNew: boolean }> {
  const find = async () =>
    (await db<{ id: string }[]>`select id from conversation where member_key = ${thread.memberKey}`)[0];
  const found = await find();
  if (found) return { ...found, isNew: false };
  const inserted = await db`
    insert into conversation (id, kind, settlement_id, company_id, parcel_id, member_key, created_at)
    values (${thread.id}, ${thread.kind}, ${thread.settlementId}, ${thread.companyId}, ${thread.parcelId},
            ${thread.memberKey}, ${thread.createdAt})
    on conflict (member_key) do nothing returning 1`;
  if (inserted.length > 0) return { id: thread.id, isNew: true };
  // Somebody else has inserted it since.
  return { ...((await find()) as { id: string }), isNew: false };
}

export async function addMembers(
  db: Db,
  conversationId: string,
  members: readonly { accountId: string; side: ParticipantSide }[],
): Promise<void> {
  if (members.length === 0) return;
  await db`
    insert into conversation_member (conversation_id, account_id, side)
    select ${conversationId}, x.account, x.side
      from unnest(${members.map(({ accountId }) => accountId)}::bigint[], ${members.map(({ side }) => side)}::text[]) as x (account, side)
     order by x.account
    on conflict (conversation_id, account_id) do nothing`;
}

/** The conversation must be locked. */
export async function nameMember(db: Db, conversationId: string, accountId: string): Promise<void> {
  await db`
    update conversation_member set side = 'person'
     where conversation_id = ${conversationId} and account_id = ${accountId} and side = 'plot'`;
}

/** The conversation must be locked. Also marks everything as read by the author. */
export async function insertMessage(
  db: Db,
  message: { id: string; conversationId: string; authorId: string; body: string; createdAt: Date },
): Promise<string> {
  const [row] = await db<{ number: string }[]>`
    with numbered as (
      update conversation set last_number = last_number + 1, last_message_id = ${message.id}
       where id = ${message.conversationId} returning last_number
    ), moved as (
      update conversation_member set last_message_id = ${message.id},
             read_number = case when account_id = ${message.authorId} then (select last_number from numbered) else read_number end
       where conversation_id = ${message.conversationId}
    )
    insert into message (conversation_id, number, id, author_id, body, created_at)
    select ${message.conversationId}, last_number, ${message.id}, ${message.authorId}, ${message.body}, ${message.createdAt} from numbered
    returning number`;
  return (row as { number: string }).number;
}

/** Never moves back, nor past the last message. */
export async function advanceReadMark(
  db: Db,
  conversationId: string,
  accountId: string,
  upTo: string | undefined,
): Promise<{ unread: number }> {
  const [row] = await db<{ unread: number }[]>`
    update conversation_member m
       set read_number = greatest(m.read_number, least(c.last_number, ${upTo ?? null}::bigint))
      from conversation c
     where c.id = m.conversation_id and m.conversation_id = ${conversationId} and m.account_id = ${accountId}
    returning (c.last_number - m.read_number)::int as unread`;
  return row ?? { unread: 0 };
}

export async function setBlocking(
  db: Db,
  conversationId: string,
  accountId: string,
  isBlocking: boolean,
): Promise<void> {
  await db`
    update conversation_member set is_blocking = ${isBlocking}
     where conversation_id = ${conversationId} and account_id = ${accountId}`;
}

export async function findMessage(
  db: Db,
  conversationId: string,
  number: string,
): Promise<{ id: string; authorId: string } | undefined> {
  const [row] = await db<{ id: string; authorId: string }[]>`
    select id, author_id as "authorId" from message
     where conversation_id = ${conversationId} and number = ${number}`;
  return row;
}
