import type { Db } from '../../base/db/connect.ts';

export interface OwnFee {
  period: string;
  uploadedAt: Date;
  asked: number | null;
  paid: number | null;
  remaining: number | null;
  note: string;
}

export interface FeeRights {
  isOwner: boolean;
  /** May read: owners and family, and tenants whom an owner lets. */
  mayRead: boolean;
  /** An owner lets the tenants of the plot read. */
  forTenants: boolean;
}

/** An owner who is one still has let them. */
const isLet = (db: Db) => db`
  exists (select 1 from fee_sharing g join membership o on o.parcel_id = g.parcel_id and o.account_id = g.let_by
           where g.parcel_id = m.parcel_id and o.state = 'confirmed' and o.role = 'owner')`;

const mayRead = (db: Db) => db`(m.role in ('owner', 'family') or ${isLet(db)})`;

/** Undefined: the account is not confirmed on the plot. */
export async function findFeeRights(
  db: Db,
  parcelId: string,
  accountId: string,
): Promise<FeeRights | undefined> {
  const [row] = await db<FeeRights[]>`
    select m.role = 'owner' as "isOwner", ${mayRead(db)} as "mayRead", ${isLet(db)} as "forTenants"
      from membership m
     where m.account_id = ${accountId} and m.parcel_id = ${parcelId} and m.state = 'confirmed'`;
  return row;
}

/**
 * Of one plot, newest first: what was taken in since the account, or the person that the board recorded for it, belongs to
 * the plot. Only for its owners, their family, and tenants whom an owner lets.
 */
export async function listOwnFees(
  db: Db,
  parcelId: string,
  accountId: string,
  limit: number,
): Promise<OwnFee[]> {
  return db<OwnFee[]>`
    select t.period, t.uploaded_at as "uploadedAt", l.asked::float8 as asked, l.paid::float8 as paid,
           l.remaining::float8 as remaining, l.note
      from membership m join fee_line l on l.parcel_id = m.parcel_id join fee_table t on t.id = l.table_id
     where m.account_id = ${accountId} and m.parcel_id = ${parcelId} and m.state = 'confirmed' and ${mayRead(db)}
       and t.replaced_at is null and t.taken_back_at is null
       and t.uploaded_at >= least(coalesce(m.decided_at, m.created_at),
             (select min(r.since)::timestamptz from recorded_person r where r.membership_id = m.id))
     order by t.id desc, l.line limit ${limit}`;
}

/** The last owner who lets them holds: of two, either may end it for both. */
export async function insertFeeSharing(
  db: Db,
  sharing: { parcelId: string; letBy: string; now: Date },
): Promise<void> {
  await db`
    insert into fee_sharing (parcel_id, let_by, let_at) values (${sharing.parcelId}, ${sharing.letBy}, ${sharing.now})
    on conflict (parcel_id) do update set let_by = excluded.let_by, let_at = excluded.let_at`;
}

export async function deleteFeeSharing(db: Db, parcelId: string): Promise<void> {
  await db`delete from fee_sharing where parcel_id = ${parcelId}`;
}
