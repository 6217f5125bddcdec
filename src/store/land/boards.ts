import type { Db } from '../../base/db/connect.ts';
import type { BoardRole } from '../../domain/rules/board.ts';
import { normalizeEmail } from '../../domain/rules/email.ts';

export interface BoardMember {
  id: string;
  /** Full name. */
  name: string;
}

export interface BoardSeat extends BoardMember {
  role: BoardRole;
  title: string;
}

/** The board and its auditors; the longest-serving of each first. */
export async function listBoard(db: Db, settlementId: string): Promise<BoardSeat[]> {
  return db<BoardSeat[]>`
    select a.id, a.display_name as name, r.role, r.title from settlement_role r join account a on a.id = r.account_id
     where r.settlement_id = ${settlementId} and r.role in ('editor', 'auditor')
     order by r.role desc, r.created_at, a.id limit 100`;
}

/** One person by name; undefined when the account is gone. */
export async function findPersonName(db: Db, id: string): Promise<BoardMember | undefined> {
  const [row] = await db<BoardMember[]>`
    select id, display_name as name from account where id = ${id} and deleted_at is null`;
  return row;
}

/** Locks the board, so that two members cannot leave concurrently. */
export async function lockBoard(db: Db, settlementId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select account_id as id from settlement_role where settlement_id = ${settlementId} and role = 'editor'
     order by account_id for update`;
  return rows.map(({ id }) => id);
}

/** Boards the account is on, in lock order. */
export async function listOwnBoards(db: Db, accountId: string): Promise<{ id: string; name: string }[]> {
  return db<{ id: string; name: string }[]>`
    select s.id, s.name from settlement_role r join settlement s on s.id = r.settlement_id
     where r.account_id = ${accountId} and r.role = 'editor' order by s.id`;
}

/** By id or confirmed address; locked against concurrent deletion. */
export async function findAppointableAccount(
  db: Db,
  who: { account?: string | undefined; email?: string | undefined },
): Promise<BoardMember | undefined> {
  const [row] = await db<BoardMember[]>`
    select id, display_name as name from account
     where deleted_at is null and email_confirmed_at is not null
       and ${who.account === undefined ? db`email_key = ${normalizeEmail(who.email ?? '')}` : db`id = ${who.account}`}
     for share`;
  return row;
}
