import type { Db } from '../../base/db/connect.ts';
import { personStates } from '../../domain/rules/person-states.ts';
import { residentRoles } from '../../domain/rules/residency.ts';
import {
  isWanted,
  type PeopleFilter,
  personState,
  type RegisterRow,
  selectPeopleOfPlot,
  selectRegister,
} from './people-register.ts';
import { isOver } from './recorded-people.ts';

export const peopleOrders = ['name', 'role', 'state'] as const;
export type PeopleOrder = (typeof peopleOrders)[number];

/** Lower case, with ё as е, so that code points are in the order of the alphabet. */
const sortedName = (db: Db) => db`replace(lower(coalesce(r.name, a.display_name)), 'ё', 'е') collate "C"`;
const rankOf = (db: Db, order: Exclude<PeopleOrder, 'name'>, now: Date) =>
  order === 'role'
    ? db`array_position(${residentRoles as unknown as string[]}::text[], coalesce(m.role, r.role))`
    : db`array_position(${personStates as unknown as string[]}::text[], ${personState(db, now)})`;

/** People by name, or by role or state and then by name. */
export async function listPeopleInOrder(
  db: Db,
  settlementId: string,
  wanted: PeopleFilter & {
    order: PeopleOrder;
    /** First letter of the name. */
    letter?: string | undefined;
    parcelIds?: readonly string[] | undefined;
    skip: number;
    limit: number;
  },
  now: Date,
): Promise<RegisterRow[]> {
  const { order, letter, parcelIds, skip, limit } = wanted;
  const which = db`${isWanted(db, wanted, now)}
    ${letter === undefined ? db`` : db`and left(${sortedName(db)}, 1) = ${letter}`}
    ${parcelIds === undefined ? db`` : db`and p.id = any(${parcelIds as string[]}::bigint[])`}`;
  const byName = db`${sortedName(db)}, coalesce(x.person_id, x.membership_id)`;
  const inOrder = order === 'name' ? byName : db`${rankOf(db, order, now)}, ${byName}`;
  return selectRegister(db, settlementId, now, which, limit, db`${inOrder} offset ${skip}`);
}

/** First letters of the names of everybody who is looked for, in the order of the alphabet. */
export async function listFirstLetters(
  db: Db,
  settlementId: string,
  wanted: PeopleFilter,
  now: Date,
): Promise<string[]> {
  const rows = await db<{ letter: string }[]>`
    select distinct left(${sortedName(db)}, 1) as letter
      from parcel p join settlement s on s.id = p.settlement_id ${selectPeopleOfPlot(db)}
     where p.settlement_id = ${settlementId} and ${isWanted(db, wanted, now)} order by letter limit 100`;
  return rows.map(({ letter }) => letter);
}

export interface CardAndMember {
  personId: string;
  personName: string;
  membershipId: string;
  memberName: string;
  plotNumber: string;
}

/** Cards without an account and members without a card, of the same plot. */
export async function listUnjoinedPairs(
  db: Db,
  settlementId: string,
  now: Date,
  limit: number,
): Promise<CardAndMember[]> {
  return db<CardAndMember[]>`
    select r.id as "personId", r.name as "personName", m.id as "membershipId", a.display_name as "memberName", p.number as "plotNumber"
      from parcel p join settlement s on s.id = p.settlement_id
      join recorded_person r on r.parcel_id = p.id and r.membership_id is null and not ${isOver(db, now)}
      join membership m on m.parcel_id = p.id and m.state = 'confirmed' and m.id is distinct from r.parted_from
      join account a on a.id = m.account_id
     where p.settlement_id = ${settlementId} and not exists (select 1 from recorded_person o where o.membership_id = m.id)
     order by p.id, r.id, m.id limit ${limit}`;
}
