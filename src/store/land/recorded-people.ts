import type { Db } from '../../base/db/connect.ts';
import type { PendingClaim, PlannedPerson } from '../../domain/rules/people-import.ts';
import type { MembershipHistory } from '../../domain/rules/recorded-people.ts';
import type { ResidentRole } from '../../domain/rules/residency.ts';

/** Whether record `r` is over on the day of settlement `s`; it vouches for nobody then. */
export const isOver = (db: Db, now: Date) =>
  db`coalesce(r.until <= (${now}::timestamptz at time zone s.time_zone)::date, false)`;

/** Membership history on plot `p` of account `a`, and of accounts that formerly had its address. */
const addressHistory = (db: Db) => db`
  lateral (
    select coalesce(bool_or(o.state = 'confirmed'), false) as "isRecorded",
           max(o.decided_at) filter (where o.state = 'ended') as "endedAt"
      from membership o
     where o.parcel_id = p.id and o.state <> 'claimed'
       and (o.account_id = a.id or exists (
             select 1 from account_former_address f where f.account_id = o.account_id and f.address = a.email_key))) history`;

const hasOwner = (db: Db) => db`
  exists (select 1 from membership o where o.parcel_id = p.id and o.state = 'confirmed' and o.role = 'owner')`;

export interface RecordOfAddress extends MembershipHistory {
  id: string;
  role: ResidentRole;
  recordedAt: Date;
  isOver: boolean;
  isJoined: boolean;
  hasOwner: boolean;
}

/** The record of the plot with the account's confirmed address, with what may rule it out. Locked. */
export async function lockRecordOfAddress(
  db: Db,
  accountId: string,
  parcelId: string,
  now: Date,
): Promise<RecordOfAddress | undefined> {
  await db`
    select 1 from recorded_person r join account a on a.email_key = r.email_key
     where r.parcel_id = ${parcelId} and a.id = ${accountId} order by r.id for update of r`;
  const [row] = await db<RecordOfAddress[]>`
    select r.id, r.role, r.created_at as "recordedAt", ${isOver(db, now)} as "isOver", r.membership_id is not null as "isJoined",
           ${hasOwner(db)} as "hasOwner", history."isRecorded", history."endedAt"
      from account a join parcel p on p.id = ${parcelId} join settlement s on s.id = p.settlement_id
      join recorded_person r on r.parcel_id = p.id and r.email_key = a.email_key
      cross join ${addressHistory(db)}
     where a.id = ${accountId} and a.email_confirmed_at is not null
     order by ${isOver(db, now)}, r.id limit 1`;
  return row;
}

export interface JoinableRecord {
  id: string;
  role: ResidentRole;
  isOver: boolean;
  isJoined: boolean;
}

/** Locked, so that one account joins it. */
export async function lockRecord(db: Db, personId: string, now: Date): Promise<JoinableRecord | undefined> {
  await db`select 1 from recorded_person where id = ${personId} for update`;
  const [row] = await db<JoinableRecord[]>`
    select r.id, r.role, ${isOver(db, now)} as "isOver", r.membership_id is not null as "isJoined"
      from recorded_person r join parcel p on p.id = r.parcel_id join settlement s on s.id = p.settlement_id
     where r.id = ${personId}`;
  return row;
}

/**
 * The record is of this member now. Codes that were made for the person stop working. `memberRole`: what the member was
 * before, where the board joins them by hand and may part them again.
 */
export async function joinRecord(
  db: Db,
  personId: string,
  membershipId: string,
  now: Date,
  memberRole: ResidentRole | null = null,
): Promise<void> {
  await db`
    update recorded_person
       set membership_id = ${membershipId}, had_no_email = has_no_email, has_no_email = false, updated_at = ${now},
           joined_by_hand_at = case when ${memberRole}::text is not null then ${now}::timestamptz end,
           member_role_before = ${memberRole}, parted_from = null
     where id = ${personId}`;
  await withdrawCodesOfPerson(db, personId, now);
}

/** The record is nobody's again, as it was before it was joined by hand; returns the role that the member had then. */
export async function partRecord(
  db: Db,
  personId: string,
  membershipId: string,
  now: Date,
): Promise<ResidentRole | null> {
  const [row] = await db<{ roleBefore: ResidentRole | null }[]>`
    with joined as (select id, member_role_before from recorded_person where id = ${personId})
    update recorded_person r
       set membership_id = null, has_no_email = r.had_no_email and r.email_key is null, had_no_email = false, joined_by_hand_at = null,
           member_role_before = null, parted_from = ${membershipId}, updated_at = ${now}
      from joined where r.id = joined.id
    returning joined.member_role_before as "roleBefore"`;
  return row?.roleBefore ?? null;
}

export async function withdrawCodesOfPerson(db: Db, personId: string, now: Date): Promise<void> {
  await db`update plot_code set used_at = ${now}, invitee = null where person_id = ${personId} and used_at is null`;
}

/** A member who has just been confirmed is whom the board recorded with that address, if it did. */
export async function joinRecordOfMember(db: Db, membershipId: string, now: Date): Promise<void> {
  const [found] = await db<{ id: string }[]>`
    select r.id from membership m join account a on a.id = m.account_id and a.email_confirmed_at is not null
      join parcel p on p.id = m.parcel_id join settlement s on s.id = p.settlement_id
      join recorded_person r on r.parcel_id = p.id and r.email_key = a.email_key and r.membership_id is null
     where m.id = ${membershipId} and not ${isOver(db, now)}
       and not exists (select 1 from recorded_person o where o.membership_id = m.id)
     order by r.id limit 1 for update of r`;
  if (found) await joinRecord(db, found.id, membershipId, now);
}

/** Saves records and joins them with members who have confirmed the recorded address. Role changes reach members. */
export async function saveRecordedPeople(
  db: Db,
  people: readonly PlannedPerson[],
  newId: () => string,
  now: Date,
): Promise<string[]> {
  if (people.length === 0) return [];
  const rows = people.map((person) => ({ ...person, id: person.personId ?? newId() }));
  const ids = rows.map(({ id }) => id);
  await db`
    insert into recorded_person (id, parcel_id, name, role, email_key, has_no_email, phones, postal_address, is_member, since,
                                 membership_id, created_at, updated_at)
    select r.id, r."parcelId", r.name, r.role, r."emailKey", r."hasNoEmail", r.phones, r."postalAddress", r."isMember", r.since,
           r."membershipId", ${now}, ${now}
      from jsonb_to_recordset(${db.json(rows as never)}) as r (
        id bigint, "parcelId" bigint, name text, role text, "emailKey" text, "hasNoEmail" boolean, phones text[],
        "postalAddress" text, "isMember" boolean, since date, "membershipId" bigint)
    on conflict (id) do update
      set parcel_id = excluded.parcel_id, name = excluded.name, role = excluded.role, email_key = excluded.email_key, has_no_email = excluded.has_no_email,
          phones = excluded.phones, postal_address = excluded.postal_address, is_member = excluded.is_member,
          since = excluded.since, updated_at = excluded.updated_at`;
  await db`
    update membership m set role = r.role from recorded_person r
     where r.id = any(${ids}::bigint[]) and m.id = r.membership_id and m.state = 'confirmed' and m.role <> r.role`;
  await db`
    update recorded_person r set membership_id = m.id, role = m.role
      from membership m join account a on a.id = m.account_id and a.email_confirmed_at is not null and a.deleted_at is null
     where r.id = any(${ids}::bigint[]) and r.membership_id is null and r.until is null and m.parcel_id = r.parcel_id
       and m.state = 'confirmed' and a.email_key = r.email_key
       and not exists (select 1 from recorded_person o where o.membership_id = m.id)`;
  return ids;
}

/** A card as it was before it ended. */
export interface EndedRecord {
  id: string;
  until: string | null;
  /** To the membership that ended with it. */
  wasJoined: boolean;
}

/**
 * Ends the record of a removed resident and all records of the plot under present and former addresses, so that an old
 * list does not readmit them.
 */
export async function endRecordsOfResident(
  db: Db,
  resident: { id: string; accountId: string; parcelId: string },
  on: string,
  now: Date,
): Promise<EndedRecord[]> {
  const rows = await db<EndedRecord[]>`
    with meant as (
      select r.id, to_char(r.until, 'YYYY-MM-DD') as until, coalesce(r.membership_id = ${resident.id}, false) as "wasJoined"
        from account a, recorded_person r
       where a.id = ${resident.accountId} and r.parcel_id = ${resident.parcelId}
         and (r.membership_id = ${resident.id} or r.email_key = a.email_key
           or r.email_key in (select f.address from account_former_address f where f.account_id = a.id))
       order by r.id for update of r)
    update recorded_person r
       set membership_id = null, updated_at = ${now}, until = least(r.until, ${on}::date)
      from meant where r.id = meant.id
    returning r.id, meant.until, meant."wasJoined"`;
  return [...rows];
}

/** Ends the record of somebody without an account; codes that were made for them stop working. */
export async function endRecord(db: Db, personId: string, on: string, now: Date): Promise<EndedRecord[]> {
  const rows = await db<EndedRecord[]>`
    with meant as (
      select r.id, to_char(r.until, 'YYYY-MM-DD') as until from recorded_person r where r.id = ${personId} for update)
    update recorded_person r set updated_at = ${now}, until = ${on}::date
      from meant where r.id = meant.id
    returning r.id, meant.until, false as "wasJoined"`;
  await withdrawCodesOfPerson(db, personId, now);
  return [...rows];
}

/**
 * Brings back records that ended with a residency; returns how many stay ended, because their address or member has
 * another record of the plot now.
 */
export async function restoreRecords(
  db: Db,
  ending: { membershipId: string | null; records: readonly EndedRecord[] },
  now: Date,
): Promise<number> {
  let left = 0;
  for (const { id, until, wasJoined } of ending.records) {
    const joined = wasJoined ? ending.membershipId : null;
    const restored = await db`
      update recorded_person r set until = ${until}::date, membership_id = ${joined}::bigint, updated_at = ${now}
       where r.id = ${id} and r.membership_id is null
         and not exists (select 1 from recorded_person o
                          where o.id <> r.id and (o.membership_id = ${joined}::bigint or (${until}::date is null
                            and o.parcel_id = r.parcel_id and o.email_key = r.email_key and o.until is null)))
      returning 1`;
    if (restored.length === 0) left += 1;
  }
  return left;
}

/** Claims that a recorded address can confirm: that of the account is confirmed. In the order of locking. */
export async function listClaimsByAddress(
  db: Db,
  settlementId: string,
  only?: { parcelId: string; emailKey: string },
): Promise<PendingClaim[]> {
  return db<PendingClaim[]>`
    select m.id, a.display_name as name, p.id as "parcelId", p.number as "plotNumber", a.email_key as "emailKey",
           ${hasOwner(db)} as "hasOwner", history."isRecorded", history."endedAt"
      from parcel p join membership m on m.parcel_id = p.id and m.state = 'claimed'
      join account a on a.id = m.account_id and a.email_confirmed_at is not null and a.deleted_at is null
      cross join ${addressHistory(db)}
     where p.settlement_id = ${settlementId}
       ${only === undefined ? db`` : db`and p.id = ${only.parcelId} and a.email_key = ${only.emailKey}`}
     order by m.account_id, m.id`;
}

/** Identifiers of plots by the key of their number. */
export async function listPlotsByNumber(db: Db, settlementId: string): Promise<Map<string, string>> {
  const rows = await db<{ key: string; id: string }[]>`
    select number_key as key, id from parcel where settlement_id = ${settlementId}`;
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/** Codes that were made for the person go with the record, and so does how its time on the plot ended. */
export async function deletePerson(db: Db, personId: string): Promise<void> {
  await db`delete from residency_ending where person_id = ${personId} and membership_id is null`;
  await db`delete from recorded_person where id = ${personId}`;
}
