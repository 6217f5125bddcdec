import type { Db } from '../../db/connect.ts';
import type { ResidentRole } from '../../rules/residency.ts';
import type { ListEntry, WaitingClaim } from '../../rules/resident-list.ts';

/** The board's own list: who belongs to which plot, by the address they write from. */
export async function listListedResidents(db: Db, settlementId: string): Promise<ListEntry[]> {
  return db<ListEntry[]>`
    select number_key as "numberKey", email_key as "emailKey", name, role from resident_list_entry
     where settlement_id = ${settlementId}`;
}

export async function findListedResident(
  db: Db,
  settlementId: string,
  numberKey: string,
  emailKey: string,
): Promise<{ role: ResidentRole } | undefined> {
  const [row] = await db<{ role: ResidentRole }[]>`
    select role from resident_list_entry
     where settlement_id = ${settlementId} and number_key = ${numberKey} and email_key = ${emailKey}`;
  return row;
}

export async function saveListedResidents(
  db: Db,
  settlementId: string,
  entries: readonly ListEntry[],
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

/** Once the board has let somebody go, its old list must not let them in again. */
export async function strikeFromList(
  db: Db,
  settlementId: string,
  resident: { accountId: string; parcelId: string },
): Promise<void> {
  await db`
    delete from resident_list_entry e using account a, parcel p
     where a.id = ${resident.accountId} and p.id = ${resident.parcelId} and e.settlement_id = ${settlementId}
       and e.number_key = p.number_key and e.email_key = a.email_key`;
}

/** Claims that a list may vouch for: the address is confirmed, and no second plot carries the number. */
export async function listWaitingClaims(db: Db, settlementId: string): Promise<WaitingClaim[]> {
  return db<WaitingClaim[]>`
    select m.id, a.display_name as name, p.number as "plotNumber", p.number_key as "numberKey", a.email_key as "emailKey"
      from parcel p join membership m on m.parcel_id = p.id and m.state = 'claimed'
      join account a on a.id = m.account_id and a.email_confirmed_at is not null and a.deleted_at is null
     where p.settlement_id = ${settlementId}
       and not exists (select 1 from parcel o where o.settlement_id = p.settlement_id and o.number_key = p.number_key and o.id <> p.id)
     order by m.account_id, m.id`;
}

export async function listKnownParcelKeys(db: Db, settlementId: string): Promise<Set<string>> {
  const rows = await db<
    { key: string }[]
  >`select number_key as key from parcel where settlement_id = ${settlementId}`;
  return new Set(rows.map(({ key }) => key));
}
