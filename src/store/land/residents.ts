import type { Db } from '../../base/db/connect.ts';
import { plotNumberKey } from '../../domain/rules/plot-numbers.ts';
import type { ResidencyState, ResidentRole } from '../../domain/rules/residency.ts';
import type { EndingKind } from '../../domain/rules/residency-ending.ts';
import { deleteKeeper } from '../devices/common-devices.ts';
import { type RevokedConnection, revokeConnections } from '../devices/device-connections.ts';
import { escapeLike } from '../search/name-search.ts';
import { joinRecordOfMember } from './recorded-people.ts';

export interface ResidentRow {
  id: string;
  accountId: string;
  name: string;
  email: string;
  parcelId: string;
  plotNumber: string;
  role: ResidentRole;
  state: ResidencyState;
  isPrimary: boolean;
  note: string;
  reason: string | null;
  decisionNote: string | null;
  createdAt: Date;
  decidedAt: Date | null;
  decidedBy: string | null;
  /** How it ended; null while it stands, and of a claim that was refused or withdrawn. */
  ending: { kind: EndingKind; on: string; successor: string | null } | null;
}

const columns = (db: Db) => db`
  m.id, m.account_id as "accountId", a.display_name as name, a.email, p.id as "parcelId", p.number as "plotNumber",
  m.role, m.state, m.is_primary as "isPrimary", m.note, m.reason, m.decision_note as "decisionNote", m.created_at as "createdAt",
  m.decided_at as "decidedAt", m.decided_by as "decidedBy",
  (select json_build_object('kind', e.kind, 'on', to_char(e.ended_on, 'YYYY-MM-DD'), 'successor', coalesce(e.successor_name, sr.name, sa.display_name))
     from residency_ending e left join recorded_person sr on sr.id = e.successor_person_id
     left join membership sm on sm.id = e.successor_membership_id left join account sa on sa.id = sm.account_id
    where e.membership_id = m.id and m.state = 'ended' and e.taken_back_at is null order by e.id desc limit 1) as ending`;

export interface FoundResident extends ResidentRow {
  decidedByName: string | null;
}

export async function findResident(
  db: Db,
  settlementId: string,
  id: string,
): Promise<FoundResident | undefined> {
  const [row] = await db<FoundResident[]>`
    select ${columns(db)}, (select d.display_name from account d where d.id = m.decided_by) as "decidedByName"
      from membership m join account a on a.id = m.account_id join parcel p on p.id = m.parcel_id
     where m.id = ${id} and p.settlement_id = ${settlementId}`;
  return row;
}

/** Lock order: account before membership; serializes all decisions about one person. */
export async function lockResident(
  db: Db,
  settlementId: string,
  id: string,
): Promise<FoundResident | undefined> {
  const seen = await findResident(db, settlementId, id);
  if (seen === undefined) return undefined;
  await db`select 1 from account where id = ${seen.accountId} for no key update`;
  await db`select 1 from membership where id = ${id} for update`;
  return findResident(db, settlementId, id);
}

/** Whether the account is a confirmed owner; locked until the transaction ends. */
export async function lockOwnership(db: Db, accountId: string, parcelId: string): Promise<boolean> {
  const rows = await db`
    select 1 from membership
     where parcel_id = ${parcelId} and account_id = ${accountId} and state = 'confirmed' and role = 'owner' for share`;
  return rows.length > 0;
}

export async function isOwner(db: Db, accountId: string, parcelId: string): Promise<boolean> {
  const rows = await db`
    select 1 from membership
     where parcel_id = ${parcelId} and account_id = ${accountId} and state = 'confirmed' and role = 'owner'`;
  return rows.length > 0;
}

export interface HouseholdMember {
  accountId: string;
  membershipId: string;
  /** Null: the plot belongs to none. */
  settlementId: string | null;
  name: string;
  role: ResidentRole;
}

/** Confirmed members of a plot with their names: to be shown to its members only. Owners first. */
export async function listHousehold(db: Db, parcelId: string): Promise<HouseholdMember[]> {
  return db<HouseholdMember[]>`
    select a.id as "accountId", m.id as "membershipId", p.settlement_id as "settlementId", a.display_name as name, m.role
      from membership m join account a on a.id = m.account_id join parcel p on p.id = m.parcel_id
     where m.parcel_id = ${parcelId} and m.state = 'confirmed' and a.deleted_at is null
     order by array_position(array['owner', 'family', 'tenant'], m.role), m.id limit 50`;
}

/** Claims of family and tenants, which owners may decide. */
export async function listHouseholdClaims(
  db: Db,
  parcelId: string,
  after: string | undefined,
  limit: number,
): Promise<ResidentRow[]> {
  return db<ResidentRow[]>`
    select ${columns(db)} from membership m join account a on a.id = m.account_id join parcel p on p.id = m.parcel_id
     where m.parcel_id = ${parcelId} and m.state = 'claimed' and m.role in ('family', 'tenant')
       ${after === undefined ? db`` : db`and m.id < ${after}`}
     order by m.id desc limit ${limit}`;
}

/** Locks the claimant against concurrent claims; returns the number of pending ones. */
export async function lockClaimant(db: Db, accountId: string): Promise<number> {
  await db`select 1 from account where id = ${accountId} for no key update`;
  const [count] = await db<{ waiting: number }[]>`
    select count(*)::int as waiting from membership where account_id = ${accountId} and state = 'claimed'`;
  return count?.waiting ?? 0;
}

/** Locks the plot against being unlinked by a boundary; undefined when it is not in the settlement. */
export async function lockParcel(
  db: Db,
  settlementId: string,
  id: string,
): Promise<{ id: string; number: string } | undefined> {
  const [row] = await db<{ id: string; number: string }[]>`
    select p.id, p.number from parcel p
     where p.id = ${id} and p.settlement_id = ${settlementId} for share`;
  return row;
}

export async function findExistingResident(
  db: Db,
  settlementId: string,
  accountId: string,
  parcelId: string,
): Promise<ResidentRow | undefined> {
  const [row] = await db<ResidentRow[]>`
    select ${columns(db)} from membership m join account a on a.id = m.account_id join parcel p on p.id = m.parcel_id
     where m.account_id = ${accountId} and m.parcel_id = ${parcelId} and m.state <> 'ended' and p.settlement_id = ${settlementId}`;
  return row;
}

export async function insertClaim(
  db: Db,
  claim: { id: string; accountId: string; parcelId: string; role: ResidentRole; note: string; now: Date },
): Promise<void> {
  await db`
    insert into membership (id, account_id, parcel_id, role, state, note, created_at)
    values (${claim.id}, ${claim.accountId}, ${claim.parcelId}, ${claim.role}, 'claimed', ${claim.note}, ${claim.now})`;
}

/**
 * The first confirmed plot of an account becomes its primary one; whom the board recorded with its address is joined.
 * The account must be locked.
 */
export async function confirmMembership(
  db: Db,
  id: string,
  decision: { role: ResidentRole; decidedBy: string | null; note?: string | null; now: Date },
): Promise<void> {
  await db`
    update membership m set state = 'confirmed', role = ${decision.role}, decided_at = ${decision.now}, decided_by = ${decision.decidedBy},
           decision_note = ${decision.note ?? null},
           is_primary = not exists (select 1 from membership o where o.account_id = m.account_id and o.is_primary and o.state = 'confirmed')
     where id = ${id}`;
  await joinRecordOfMember(db, id, decision.now);
}

export async function setResidentRole(db: Db, id: string, role: ResidentRole): Promise<void> {
  await db`update membership set role = ${role} where id = ${id}`;
}

/**
 * The row is kept as history. The oldest remaining membership becomes primary if needed, and the person's device
 * connections on the plot are revoked.
 */
export async function endMembership(
  db: Db,
  resident: Pick<ResidentRow, 'id' | 'accountId' | 'parcelId'>,
  decision: { reason: string | null; decidedBy: string; now: Date },
): Promise<RevokedConnection[]> {
  await db`
    update membership set state = 'ended', is_primary = false, reason = ${decision.reason}, decided_at = ${decision.now},
           decided_by = ${decision.decidedBy}
     where id = ${resident.id}`;
  await db`
    update membership set is_primary = true
     where id = (select min(id) from membership where account_id = ${resident.accountId} and state = 'confirmed')
       and not exists (select 1 from membership where account_id = ${resident.accountId} and state = 'confirmed' and is_primary)`;
  await deleteKeeper(db, resident.accountId);
  return revokeConnections(db, { accountId: resident.accountId, parcelId: resident.parcelId });
}

export interface ResidentFilter {
  state?: string | undefined;
  parcelId?: string | undefined;
  resident?: string | undefined;
  q?: string | undefined;
  after?: string | undefined;
}

/** Newest first. */
export async function listResidents(
  db: Db,
  settlementId: string,
  { state, parcelId, resident, q, after }: ResidentFilter,
  limit: number,
): Promise<ResidentRow[]> {
  const pattern = `%${escapeLike((q ?? '').toLowerCase())}%`;
  return db<ResidentRow[]>`
    select ${columns(db)} from parcel p join membership m on m.parcel_id = p.id join account a on a.id = m.account_id
     where p.settlement_id = ${settlementId}
       ${state === undefined ? db`` : db`and m.state = ${state}`}
       ${parcelId === undefined ? db`` : db`and p.id = ${parcelId}`}
       ${resident === undefined ? db`` : db`and m.id = ${resident}`}
       ${q === undefined ? db`` : db`and (lower(a.display_name) like ${pattern} or a.email_key like ${pattern} or p.number_key = ${plotNumberKey(q)})`}
       ${after === undefined ? db`` : db`and m.id < ${after}`}
     order by m.id desc limit ${limit}`;
}

/** A settlement where both are confirmed residents; null when there is none. */
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

/** Confirmed members, as recipients only: must not be shown. */
export async function listParcelMembers(db: Db, parcelId: string): Promise<string[]> {
  const rows = await db<{ id: string }[]>`
    select a.id from membership m join account a on a.id = m.account_id
     where m.parcel_id = ${parcelId} and m.state = 'confirmed' and a.deleted_at is null order by a.id limit 50`;
  return rows.map(({ id }) => id);
}

export async function insertMembership(
  db: Db,
  membership: {
    id: string;
    accountId: string;
    parcelId: string;
    role: 'owner' | 'family' | 'tenant';
    state: 'claimed' | 'confirmed';
    isPrimary: boolean;
    decidedBy: string | null;
    now: Date;
  },
): Promise<void> {
  await db`
    insert into membership (id, account_id, parcel_id, role, state, is_primary, created_at, decided_at, decided_by)
    values (${membership.id}, ${membership.accountId}, ${membership.parcelId}, ${membership.role}, ${membership.state},
            ${membership.isPrimary}, ${membership.now}, ${membership.state === 'confirmed' ? membership.now : null}, ${membership.decidedBy})`;
}
