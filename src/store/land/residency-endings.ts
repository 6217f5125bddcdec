import type { Db } from '../../base/db/connect.ts';
import { nameKey } from '../../domain/rules/recorded-people.ts';
import type { ResidentRole } from '../../domain/rules/residency.ts';
import type { EndingKind, EndingToTakeBack } from '../../domain/rules/residency-ending.ts';
import type { RevokedConnection } from '../devices/device-connections.ts';
import { restoreConnections } from '../devices/revoked-connections.ts';
import { type EndedRecord, restoreRecords } from './recorded-people.ts';

/** What was said of an ending. */
export interface SaidOfEnding {
  kind: EndingKind;
  /** Y-m-d */
  on: string;
  reason: string | null;
  successor: Successor | null;
}

/** Somebody of the register is kept by identifiers alone, so that the name goes with the record. */
export interface Successor {
  name: string;
  personId: string | null;
  membershipId: string | null;
}

/** Today where the settlement is, as Y-m-d. */
export async function findToday(db: Db, settlementId: string, now: Date): Promise<string> {
  const [row] = await db<{ today: string }[]>`
    select to_char(${now}::timestamptz at time zone s.time_zone, 'YYYY-MM-DD') as today
      from settlement s where s.id = ${settlementId}`;
  return row?.today ?? now.toISOString().slice(0, 10);
}

/** The person of the plot's register with this name, where there is exactly one; the name alone otherwise. */
export async function findSuccessor(db: Db, parcelId: string, name: string): Promise<Successor> {
  const rows = await db<{ name: string; personId: string | null; membershipId: string | null }[]>`
    select coalesce(r.name, a.display_name) as name, r.id as "personId", m.id as "membershipId"
      from (select * from membership where parcel_id = ${parcelId} and state = 'confirmed') m
      full join (select * from recorded_person where parcel_id = ${parcelId} and until is null) r on r.membership_id = m.id
      left join account a on a.id = m.account_id
     limit 200`;
  const same = rows.filter((row) => nameKey(row.name) === nameKey(name));
  return { name, personId: null, membershipId: null, ...(same.length === 1 ? same[0] : {}) };
}

export interface NewEnding extends SaidOfEnding {
  id: string;
  settlementId: string;
  parcelId: string;
  membershipId: string | null;
  role: ResidentRole;
  endedBy: string;
  now: Date;
  wasPrimary?: boolean;
  confirmedBy?: string | null;
  connections?: readonly RevokedConnection[];
  records: readonly EndedRecord[];
  /** The exclusion that ended it. */
  sanctionId?: string;
}

export async function insertEnding(db: Db, ending: NewEnding): Promise<void> {
  const { successor, connections = [], records } = ending;
  const card = records.find(({ wasJoined }) => wasJoined) ?? records[0];
  await db`
    insert into residency_ending (id, settlement_id, parcel_id, membership_id, person_id, kind, ended_on, reason, successor_name,
                                  successor_person_id, successor_membership_id, ended_at, ended_by, role, was_primary, confirmed_by,
                                  connections, records, sanction_id)
    values (${ending.id}, ${ending.settlementId}, ${ending.parcelId}, ${ending.membershipId}, ${card?.id ?? null}, ${ending.kind},
            ${ending.on}::date, ${ending.reason || null},
            ${successor?.personId || successor?.membershipId ? null : successor?.name || null}, ${successor?.personId ?? null},
            ${successor?.membershipId ?? null}, ${ending.now}, ${ending.endedBy}, ${ending.role}, ${ending.wasPrimary ?? false},
            ${ending.confirmedBy ?? null}, ${db.json(connections as never)}, ${db.json(records as never)}, ${ending.sanctionId ?? null})`;
}

export interface LockedEnding extends EndingToTakeBack {
  id: string;
  parcelId: string;
  plotNumber: string;
  membershipId: string | null;
  accountId: string | null;
  name: string | null;
  kind: EndingKind;
  wasPrimary: boolean;
  confirmedBy: string | null;
  connections: RevokedConnection[];
  records: EndedRecord[];
}

/**
 * An ending with what speaks against taking it back. With `lock`, the account is locked before the membership, as by every
 * decision about it, and the plot, so that of two endings of one plot taken back at once the second sees the first.
 */
export async function findEnding(
  db: Db,
  settlementId: string,
  id: string,
  lock: boolean,
): Promise<LockedEnding | undefined> {
  if (lock) {
    await db`
      select 1 from account where id in (
        select m.account_id from residency_ending e join membership m on m.id = e.membership_id where e.id = ${id}) for no key update`;
    await db`
      select 1 from parcel where id in (select parcel_id from residency_ending where id = ${id}) for no key update`;
    await db`select 1 from membership where id in (select membership_id from residency_ending where id = ${id}) for update`;
    await db`select 1 from residency_ending where id = ${id} for update`;
  }
  const [row] = await db<LockedEnding[]>`
    select e.id, e.parcel_id as "parcelId", p.number as "plotNumber", e.membership_id as "membershipId",
           a.id as "accountId", coalesce(r.name, a.display_name) as name, e.kind, e.role, e.ended_at as "endedAt",
           e.taken_back_at as "takenBackAt", a.deleted_at is not null as "isAccountDeleted",
           coalesce(e.ended_by = m.account_id, false) as "isOwnDecision",
           e.was_primary as "wasPrimary", e.confirmed_by as "confirmedBy", e.connections, e.records,
           (select o.state from membership o where o.account_id = m.account_id and o.parcel_id = e.parcel_id and o.state <> 'ended')
             as "presentState",
           coalesce(
             (select n.display_name from membership o join account n on n.id = o.account_id
               where o.parcel_id = e.parcel_id and o.state = 'confirmed' and o.role = 'owner' and o.confirmed_at > e.ended_at
               order by o.id limit 1),
             (select o.name from recorded_person o
               where o.parcel_id = e.parcel_id and o.role = 'owner' and o.until is null and o.created_at > e.ended_at
               order by o.id limit 1)) as "newOwner"
      from residency_ending e join parcel p on p.id = e.parcel_id and p.settlement_id = e.settlement_id
      left join membership m on m.id = e.membership_id left join account a on a.id = m.account_id
      left join recorded_person r on r.id = e.person_id
     where e.id = ${id} and e.settlement_id = ${settlementId} and (m.id is not null or r.id is not null)`;
  return row;
}

/** What could not be restored, because somebody else has it now. */
export interface LeftAfterTakingBack {
  cards: number;
  devices: number;
  /** Devices that need their password again: it was erased with the ending. */
  devicesWithoutSecret: number;
}

/** Restores the membership as it was, its cards and its device connections. */
export async function takeBackEnding(
  db: Db,
  ending: LockedEnding,
  by: string,
  now: Date,
): Promise<LeftAfterTakingBack> {
  const { membershipId, accountId } = ending;
  if (membershipId !== null && accountId !== null) {
    if (ending.wasPrimary)
      await db`update membership set is_primary = false where account_id = ${accountId} and is_primary`;
    await db`
      update membership m
         set state = 'confirmed', role = ${ending.role}, reason = null, decided_at = coalesce(m.confirmed_at, m.decided_at),
             decided_by = ${ending.confirmedBy},
             is_primary = ${ending.wasPrimary} or not exists (
               select 1 from membership o where o.account_id = ${accountId} and o.state = 'confirmed' and o.is_primary)
       where m.id = ${membershipId}`;
  }
  const cards = await restoreRecords(db, ending, now);
  const devices =
    accountId === null
      ? { left: 0, withoutSecret: 0 }
      : await restoreConnections(db, accountId, ending.connections, now);
  await db`update residency_ending set taken_back_at = ${now}, taken_back_by = ${by} where id = ${ending.id}`;
  return { cards, devices: devices.left, devicesWithoutSecret: devices.withoutSecret };
}

/**
 * Ends what the deleted account has. How it ended stays as history of the plots, without words about the person; the
 * identifier of the membership serves as that of its only ending.
 */
export async function endMembershipsOfDeleted(db: Db, accountId: string, now: Date): Promise<void> {
  await db`
    insert into residency_ending (id, settlement_id, parcel_id, membership_id, kind, ended_on, ended_at, ended_by, role)
    select m.id, s.id, m.parcel_id, m.id, 'other', (${now}::timestamptz at time zone s.time_zone)::date, ${now}, ${accountId}, m.role
      from membership m join parcel p on p.id = m.parcel_id join settlement s on s.id = p.settlement_id
     where m.account_id = ${accountId} and m.state = 'confirmed'
    on conflict (id) do nothing`;
  await db`
    update membership set state = 'ended', is_primary = false, decided_at = coalesce(decided_at, ${now})
     where account_id = ${accountId} and state <> 'ended'`;
  await db`
    update residency_ending e set reason = null, successor_name = null, connections = '[]', records = '[]'
      from membership m where m.account_id = ${accountId} and e.membership_id = m.id`;
}

/** The name of the account, where it was typed as who has a plot next before the account was known there. */
export async function forgetSuccessor(db: Db, accountId: string): Promise<void> {
  const villages = db`
    select p.settlement_id from membership m join parcel p on p.id = m.parcel_id where m.account_id = ${accountId}`;
  await db`
    update residency_ending e set successor_name = null from account a
     where a.id = ${accountId} and e.settlement_id in (${villages}) and lower(e.successor_name) = lower(a.display_name)`;
  await db`
    update board_motion b
       set shown = b.shown || '{"successor": null}', content = b.content || '{"successor": null}'
      from account a
     where a.id = ${accountId} and b.settlement_id in (${villages}) and lower(b.shown->>'successor') = lower(a.display_name)`;
}
