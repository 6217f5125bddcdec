import type { Db } from '../../base/db/connect.ts';
import type { ResidentRole } from '../../domain/rules/residency.ts';
import type {
  MembershipHistory,
  PendingClaim,
  ResidentListEntry,
  StoredListEntry,
} from '../../domain/rules/resident-list.ts';

/** Entries of the board's resident list (plot number and email address) among these. */
export async function findListEntries(
  db: Db,
  settlementId: string,
  wanted: readonly Pick<ResidentListEntry, 'numberKey' | 'emailKey'>[],
): Promise<StoredListEntry[]> {
  const numbers = wanted.map(({ numberKey }) => numberKey);
  const emails = wanted.map(({ emailKey }) => emailKey);
  return db<StoredListEntry[]>`
    select number_key as "numberKey", email_key as "emailKey", name, role, created_at as "listedAt" from resident_list_entry
     where settlement_id = ${settlementId}
       and (number_key, email_key) in (select * from unnest(${numbers}::text[], ${emails}::text[]))`;
}

/** Membership history on plot `p` of account `a`, and of accounts that formerly had its address. */
const addressHistory = (db: Db) => db`
  lateral (
    select coalesce(bool_or(o.state = 'confirmed'), false) as "isRecorded",
           max(o.decided_at) filter (where o.state = 'ended') as "endedAt"
      from membership o
     where o.parcel_id = p.id and o.state <> 'claimed'
       and (o.account_id = a.id or exists (
             select 1 from account_former_address f where f.account_id = o.account_id and f.address = a.email_key))) history`;

/** The list entry for the account's confirmed address, with the history that may rule it out. */
export async function findListEntryOfAccount(
  db: Db,
  accountId: string,
  parcelId: string,
): Promise<({ role: ResidentRole; listedAt: Date } & MembershipHistory) | undefined> {
  const [row] = await db<({ role: ResidentRole; listedAt: Date } & MembershipHistory)[]>`
    select e.role, e.created_at as "listedAt", history."isRecorded", history."endedAt"
      from account a join parcel p on p.id = ${parcelId}
      join resident_list_entry e
        on e.settlement_id = p.settlement_id and e.number_key = p.number_key and e.email_key = a.email_key
      cross join ${addressHistory(db)}
     where a.id = ${accountId} and a.email_confirmed_at is not null`;
  return row;
}

export async function saveResidentList(
  db: Db,
  settlementId: string,
  entries: readonly ResidentListEntry[],
  newId: () => string,
  now: Date,
): Promise<void> {
  if (entries.length === 0) return;
  await db`
    insert into resident_list_entry (id, settlement_id, number_key, name, email_key, role, created_at)
    select e.id, ${settlementId}, e.number_key, e.name, e.email_key, e.role, ${now}
      from unnest(${entries.map(newId)}::bigint[], ${entries.map((entry) => entry.numberKey)}::text[], ${entries.map((entry) => entry.name)}::text[],
                  ${entries.map((entry) => entry.emailKey)}::text[], ${entries.map((entry) => entry.role)}::text[]) e (id, number_key, name, email_key, role)
    on conflict (settlement_id, number_key, email_key) do update set name = excluded.name, role = excluded.role`;
}

/**
 * Removes all entries under current and former addresses, so that an old list does not readmit a removed resident.
 */
export async function removeFromResidentList(
  db: Db,
  settlementId: string,
  resident: { accountId: string; parcelId: string },
): Promise<void> {
  await db`
    delete from resident_list_entry e using account a, parcel p
     where a.id = ${resident.accountId} and p.id = ${resident.parcelId} and e.settlement_id = ${settlementId}
       and e.number_key = p.number_key
       and (e.email_key = a.email_key
         or e.email_key in (select f.address from account_former_address f where f.account_id = a.id))`;
}

/** Claims a list entry can confirm: the address is confirmed and the plot number is unique. */
export async function listWaitingClaims(db: Db, settlementId: string): Promise<PendingClaim[]> {
  return db<PendingClaim[]>`
    select m.id, a.display_name as name, p.number as "plotNumber", p.number_key as "numberKey", a.email_key as "emailKey",
           history."isRecorded", history."endedAt"
      from parcel p join membership m on m.parcel_id = p.id and m.state = 'claimed'
      join account a on a.id = m.account_id and a.email_confirmed_at is not null and a.deleted_at is null
      cross join ${addressHistory(db)}
     where p.settlement_id = ${settlementId}
       and not exists (select 1 from parcel o where o.settlement_id = p.settlement_id and o.number_key = p.number_key and o.id <> p.id)
     order by m.account_id, m.id`;
}

export async function listPlotNumberKeys(db: Db, settlementId: string): Promise<Set<string>> {
  const rows = await db<
    { key: string }[]
  >`select number_key as key from parcel where settlement_id = ${settlementId}`;
  return new Set(rows.map(({ key }) => key));
}
