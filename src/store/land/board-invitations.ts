import type { Db } from '../../base/db/connect.ts';
import type { BoardRole } from '../../domain/rules/board.ts';

export interface BoardInvitation {
  id: string;
  settlementId: string;
  role: BoardRole;
  title: string;
  reason: string;
  invitedBy: string;
  inviterName: string;
  createdAt: Date;
  expiresAt: Date;
  answer: 'accepted' | 'declined' | 'withdrawn' | null;
}

/** Whom it is for: an account that is tied to the settlement, or whoever has confirmed the address. */
export type Invitee = { accountId: string; emailKey: null } | { accountId: null; emailKey: string };

const columns = (db: Db) => db`
  i.id, i.settlement_id as "settlementId", i.role, i.title, i.reason, i.invited_by as "invitedBy",
  b.display_name as "inviterName", i.created_at as "createdAt", i.expires_at as "expiresAt", i.answer`;

/** Open ones of the settlement, and those to the address since a day, whoever sent them. */
export async function countBoardInvitations(
  db: Db,
  settlementId: string,
  emailKey: string | null,
  now: Date,
): Promise<{ ofSettlement: number; toAddress: number }> {
  const [row] = await db<{ ofSettlement: number; toAddress: number }[]>`
    select (select count(*)::int from board_invitation
             where settlement_id = ${settlementId} and answer is null and expires_at > ${now}) as "ofSettlement",
           (select count(*)::int from board_invitation
             where email_key = ${emailKey} and created_at > ${now}::timestamptz - interval '1 day') as "toAddress"`;
  return row ?? { ofSettlement: 0, toAddress: 0 };
}

/** False: an open one is there already. One that has expired makes room. */
export async function insertBoardInvitation(
  db: Db,
  invitation: Invitee &
    Pick<
      BoardInvitation,
      'id' | 'settlementId' | 'role' | 'title' | 'reason' | 'invitedBy' | 'createdAt' | 'expiresAt'
    >,
): Promise<boolean> {
  const { settlementId, accountId, emailKey, createdAt } = invitation;
  await db`
    update board_invitation set answer = 'withdrawn', answered_at = ${createdAt}
     where settlement_id = ${settlementId} and answer is null and expires_at <= ${createdAt}
       and (account_id = ${accountId} or email_key = ${emailKey})`;
  const rows = await db`
    insert into board_invitation (id, settlement_id, role, title, account_id, email_key, reason, invited_by, created_at, expires_at)
    values (${invitation.id}, ${settlementId}, ${invitation.role}, ${invitation.title}, ${accountId}, ${emailKey},
            ${invitation.reason}, ${invitation.invitedBy}, ${createdAt}, ${invitation.expiresAt})
    on conflict do nothing returning 1`;
  return rows.length > 0;
}

export interface OpenBoardInvitation extends BoardInvitation {
  /** The address that was typed, or the name of the account that is tied to the settlement. */
  invitee: string;
}

export async function listOpenBoardInvitations(
  db: Db,
  settlementId: string,
  now: Date,
): Promise<OpenBoardInvitation[]> {
  return db<OpenBoardInvitation[]>`
    select ${columns(db)}, coalesce(a.display_name, i.email_key) as invitee
      from board_invitation i join account b on b.id = i.invited_by left join account a on a.id = i.account_id
     where i.settlement_id = ${settlementId} and i.answer is null and i.expires_at > ${now}
     order by i.id limit 100`;
}

export interface OwnBoardInvitation extends BoardInvitation {
  settlementName: string;
  settlementSlug: string;
}

/** One that this account may answer; locked when it is about to. */
export async function findOwnBoardInvitation(
  db: Db,
  id: string,
  accountId: string,
  lock: boolean,
): Promise<OwnBoardInvitation | undefined> {
  const [row] = await db<OwnBoardInvitation[]>`
    select ${columns(db)}, s.name as "settlementName", s.slug as "settlementSlug"
      from board_invitation i join settlement s on s.id = i.settlement_id join account b on b.id = i.invited_by
      join account a on a.id = ${accountId} and a.deleted_at is null
     where i.id = ${id} and (i.account_id = a.id or (i.email_key = a.email_key and a.email_confirmed_at is not null))
     ${lock ? db`for update of i` : db``}`;
  return row;
}

/** False: it was answered before. */
export async function answerBoardInvitation(
  db: Db,
  id: string,
  answer: NonNullable<BoardInvitation['answer']>,
  now: Date,
  settlementId?: string,
): Promise<boolean> {
  const rows = await db`
    update board_invitation set answer = ${answer}, answered_at = ${now}
     where id = ${id} and answer is null ${settlementId === undefined ? db`` : db`and settlement_id = ${settlementId}`}
    returning 1`;
  return rows.length > 0;
}
