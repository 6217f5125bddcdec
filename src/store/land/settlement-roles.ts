import type { Db } from '../../base/db/connect.ts';
import type { BoardRole } from '../../domain/rules/board.ts';
import { handOverConnections } from '../devices/common-devices.ts';

export async function listBoardMemberIds(db: Db, settlementId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select account_id as id from settlement_role where settlement_id = ${settlementId} and role = 'editor'
     order by account_id limit 100`;
  return rows.map(({ id }) => id);
}

/** Any relation to the settlement (role, membership, claim, company): allows writing to its board. */
export async function isRelatedTo(db: Db, settlementId: string, accountId: string): Promise<boolean> {
  const [row] = await db<{ tied: boolean }[]>`
    select exists (select 1 from settlement_role r where r.settlement_id = ${settlementId} and r.account_id = ${accountId})
        or exists (select 1 from membership m join parcel p on p.id = m.parcel_id
                    where m.account_id = ${accountId} and m.state <> 'ended' and p.settlement_id = ${settlementId})
        or exists (select 1 from company_representative c join company_settlement cs on cs.company_id = c.company_id
                      join company f on f.id = c.company_id and f.state = 'verified'
                    where c.account_id = ${accountId} and c.state = 'confirmed' and cs.settlement_id = ${settlementId}) as tied`;
  return row?.tied ?? false;
}

/** On the board of any settlement. */
export async function isEditorSomewhere(db: Db, accountId: string): Promise<boolean> {
  const rows =
    await db`select 1 from settlement_role where account_id = ${accountId} and role = 'editor' limit 1`;
  return rows.length > 0;
}

type SettlementRoleName = 'editor' | 'staff' | 'auditor';

/** False when the account has the role already. */
export async function insertSettlementRole(
  db: Db,
  settlementId: string,
  accountId: string,
  role: SettlementRoleName,
  now: Date,
  title = '',
): Promise<boolean> {
  const rows = await db`
    insert into settlement_role (settlement_id, account_id, role, title, created_at)
    values (${settlementId}, ${accountId}, ${role}, ${title}, ${now}) on conflict do nothing returning 1`;
  return rows.length > 0;
}

export async function deleteSettlementRole(
  db: Db,
  settlementId: string,
  accountId: string,
  role: SettlementRoleName,
): Promise<void> {
  await db`delete from settlement_role where settlement_id = ${settlementId} and account_id = ${accountId} and role = ${role}`;
  if (role === 'editor') await handOverConnections(db, accountId, settlementId);
}

/** The roles of the account on the board; locked. */
export async function lockBoardRoles(db: Db, settlementId: string, accountId: string): Promise<BoardRole[]> {
  const rows = await db<{ role: BoardRole }[]>`
    select role from settlement_role
     where settlement_id = ${settlementId} and account_id = ${accountId} and role in ('editor', 'auditor') order by role for update`;
  return rows.map(({ role }) => role);
}

export async function setBoardTitle(
  db: Db,
  settlementId: string,
  accountId: string,
  title: string,
): Promise<void> {
  await db`
    update settlement_role set title = ${title}
     where settlement_id = ${settlementId} and account_id = ${accountId} and role in ('editor', 'auditor')`;
}
