import type { Db } from '../../db/connect.ts';
import { isId } from '../../kernel/fields.ts';

/** A settlement where both are confirmed residents; null when they are no neighbours. */
export async function findSharedSettlement(
  db: Db,
  one: string,
  other: string,
  settlementId?: string,
): Promise<string | null> {
  const [row] = await db<{ id: string }[]>`
    select p.settlement_id as id
      from membership m join parcel p on p.id = m.parcel_id
     where m.account_id = ${one} and m.state = 'confirmed' and p.settlement_id is not null
       ${settlementId === undefined ? db`` : db`and p.settlement_id = ${settlementId}`}
       and exists (select 1 from membership o join parcel q on q.id = o.parcel_id join account a on a.id = o.account_id
                    where o.account_id = ${other} and o.state = 'confirmed' and q.settlement_id = p.settlement_id
                      and a.deleted_at is null)
     order by m.is_primary desc, p.settlement_id limit 1`;
  return row?.id ?? null;
}

/** How many of these accounts are confirmed residents of the settlement. */
export async function countResidents(
  db: Db,
  settlementId: string,
  accountIds: readonly string[],
): Promise<number> {
  const [row] = await db<{ count: number }[]>`
    select count(distinct m.account_id)::int as count
      from membership m join parcel p on p.id = m.parcel_id
     where m.account_id = any(${accountIds as string[]}::bigint[]) and m.state = 'confirmed'
       and p.settlement_id = ${settlementId}`;
  return row?.count ?? 0;
}

/** Who is confirmed on a plot: for delivering, never for showing. */
export async function listPlotMembers(db: Db, parcelId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select a.id from membership m join account a on a.id = m.account_id
     where m.parcel_id = ${parcelId} and m.state = 'confirmed' and a.deleted_at is null order by a.id limit 50`;
  return rows.map(({ id }) => id);
}

export async function listBoard(db: Db, settlementId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select account_id as id from settlement_role where settlement_id = ${settlementId} and role = 'editor'
     order by account_id limit 100`;
  return rows.map(({ id }) => id);
}

export async function listRepresentatives(db: Db, companyId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select account_id as id from company_representative where company_id = ${companyId} and state = 'confirmed'
     order by account_id limit 100`;
  return rows.map(({ id }) => id);
}

export async function findCompanyId(db: Db, reference: string): Promise<string | undefined> {
  const [row] = await db<{ id: string }[]>`
    select id from company where ${isId(reference) ? db`id = ${reference} or slug = ${reference}` : db`slug = ${reference}`}`;
  return row?.id;
}

/** Tied to the settlement in any way: what lets somebody write to its board. */
export async function isTiedTo(db: Db, settlementId: string, accountId: string): Promise<boolean> {
  const [row] = await db<{ tied: boolean }[]>`
    select exists (select 1 from settlement_role r where r.settlement_id = ${settlementId} and r.account_id = ${accountId})
        or exists (select 1 from membership m join parcel p on p.id = m.parcel_id
                    where m.account_id = ${accountId} and m.state <> 'ended' and p.settlement_id = ${settlementId})
        or exists (select 1 from company_representative c join company_settlement cs on cs.company_id = c.company_id
                    where c.account_id = ${accountId} and c.state = 'confirmed' and cs.settlement_id = ${settlementId}) as tied`;
  return row?.tied ?? false;
}

/** Which of these have blocked the account, or were blocked by it. */
export async function listBlocked(db: Db, accountId: string, others: readonly string[]): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select case when account_id = ${accountId} then blocked_id else account_id end as id from account_block
     where (account_id = ${accountId} and blocked_id = any(${others as string[]}::bigint[]))
        or (blocked_id = ${accountId} and account_id = any(${others as string[]}::bigint[]))`;
  return rows.map(({ id }) => id);
}

export async function setBlocks(
  db: Db,
  accountId: string,
  others: readonly string[],
  blocked: boolean,
  at: Date,
): Promise<void> {
  if (blocked)
    await db`
      insert into account_block (account_id, blocked_id, created_at)
      select ${accountId}, unnest(${others as string[]}::bigint[]), ${at} on conflict do nothing`;
  else
    await db`delete from account_block where account_id = ${accountId} and blocked_id = any(${others as string[]}::bigint[])`;
}
