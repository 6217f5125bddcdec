import type { Db } from '../../base/db/connect.ts';

export interface WaitingClaimRow {
  id: string;
  plotNumber: string;
  settlementId: string;
  createdAt: Date;
  remindedAt: Date | null;
}

/** The account's own claims in a settlement that the board has not decided. */
export async function listOwnClaims(
  db: Db,
  accountId: string,
  settlementId: string,
): Promise<WaitingClaimRow[]> {
  return db<WaitingClaimRow[]>`
    select m.id, p.number as "plotNumber", s.id as "settlementId", m.created_at as "createdAt",
           m.reminded_at as "remindedAt"
      from membership m join parcel p on p.id = m.parcel_id join settlement s on s.id = p.settlement_id
     where m.account_id = ${accountId} and m.state = 'claimed' and p.settlement_id = ${settlementId}
     order by m.id limit 20`;
}

/** Median hours until people on the board decided a claim within the last year; undefined for fewer than three claims. */
export async function findUsualDecisionHours(
  db: Db,
  settlementId: string,
  now: Date,
): Promise<number | undefined> {
  const [row] = await db<{ count: number; hours: number | null }[]>`
    select count(*)::int as count,
           percentile_cont(0.5) within group (order by extract(epoch from m.decided_at - m.created_at) / 3600) as hours
      from membership m join parcel p on p.id = m.parcel_id
     where p.settlement_id = ${settlementId} and m.decided_by is not null and m.decided_by <> m.account_id
       and m.decided_at > ${now}::timestamptz - interval '1 year' and m.state = 'confirmed'`;
  return row === undefined || row.hours === null || row.count < 3 ? undefined : row.hours;
}

/** Locks the account's own claim. */
export async function lockOwnClaim(
  db: Db,
  accountId: string,
  id: string,
): Promise<WaitingClaimRow | undefined> {
  const [row] = await db<WaitingClaimRow[]>`
    select m.id, p.number as "plotNumber", s.id as "settlementId", m.created_at as "createdAt",
           m.reminded_at as "remindedAt"
      from membership m join parcel p on p.id = m.parcel_id join settlement s on s.id = p.settlement_id
     where m.id = ${id} and m.account_id = ${accountId} and m.state = 'claimed' for update of m`;
  return row;
}

export async function markReminded(db: Db, id: string, now: Date): Promise<void> {
  await db`update membership set reminded_at = ${now} where id = ${id}`;
}
