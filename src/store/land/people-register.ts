import type { Db } from '../../base/db/connect.ts';
import type { PersonState } from '../../domain/rules/person-states.ts';
import { plotNumberKey } from '../../domain/rules/plot-numbers.ts';
import {
  decideReachWay,
  listContactsReachedBy,
  type PlotContacts,
  type ReachWay,
} from '../../domain/rules/plot-reach.ts';
import type { ResidentRole } from '../../domain/rules/residency.ts';
import { type Condition, escapeLike } from '../search/name-search.ts';
import { isAmongContacts, type ReachQuery, selectContacts } from './plot-reach.ts';
import { isOver } from './recorded-people.ts';

/** Somebody of a plot: a record, a confirmed membership, or both joined. */
export interface RegisterRow {
  personId: string | null;
  membershipId: string | null;
  parcelId: string;
  plotNumber: string;
  name: string;
  role: ResidentRole;
  state: PersonState;
  /** What the board recorded. */
  emailKey: string | null;
  /** Of the account. */
  accountEmail: string | null;
  accountEmailKey: string | null;
  hasNoEmail: boolean;
  phones: string[];
  postalAddress: string;
  isMember: boolean | null;
  since: string | null;
  until: string | null;
  recordedAt: Date | null;
  updatedAt: Date | null;
  /** A board member said that card and account are of one person. */
  isJoinedByHand: boolean;
  /** The member from whom the card was parted. */
  partedFrom: string | null;
}

/** Everybody of plot `p` of settlement `s`: `x` with record `r`, membership `m` and account `a`, as far as there are. */
export const selectPeopleOfPlot = (db: Db) => db`
  join lateral (
    select c.id as membership_id, o.id as person_id
      from membership c left join recorded_person o on o.membership_id = c.id
     where c.parcel_id = p.id and c.state = 'confirmed'
    union all
    select null, o.id from recorded_person o
     where o.parcel_id = p.id
       and not exists (select 1 from membership c where c.id = o.membership_id and c.state = 'confirmed')) x on true
  left join recorded_person r on r.id = x.person_id
  left join membership m on m.id = x.membership_id
  left join account a on a.id = m.account_id`;

export const personState = (db: Db, now: Date) => db`
  case when m.id is not null then 'confirmed'
       when ${isOver(db, now)} then 'ended'
       when exists (select 1 from plot_code c where c.person_id = r.id and c.used_at is null and c.expires_at > ${now}) then 'invited'
       else 'recorded' end`;

export interface PeopleFilter {
  /** Part of a name, address or telephone number, or a plot number. */
  q?: string | undefined;
  state?: PersonState | undefined;
  role?: ResidentRole | undefined;
}

/** Whether somebody of plot `p` is looked for; who is over only where that is asked for. */
export function isWanted(db: Db, { q, state, role }: PeopleFilter, now: Date) {
  const pattern = `%${escapeLike((q ?? '').toLowerCase())}%`;
  // Dialled as 8 916…, stored as +7916….
  const digits = (q ?? '').replaceAll(/\D/g, '').replace(/^8(?=\d{3})/, '');
  return db`
    ${state === undefined ? db`(m.id is not null or not ${isOver(db, now)})` : db`${personState(db, now)} = ${state}`}
    ${role === undefined ? db`` : db`and coalesce(m.role, r.role) = ${role}`}
    ${
      q
        ? db`and (p.number_key = ${plotNumberKey(q)} or lower(r.name) like ${pattern} or lower(a.display_name) like ${pattern}
              or r.email_key like ${pattern} or a.email_key like ${pattern}
              ${digits.length < 4 ? db`` : db`or array_to_string(r.phones, ' ') like ${`%${digits}%`}`})`
        : db``
    }`;
}

/** People of these plots, of all plots when none are named. */
export async function listRegister(
  db: Db,
  settlementId: string,
  wanted: PeopleFilter & { parcelIds?: readonly string[]; limit: number },
  now: Date,
): Promise<RegisterRow[]> {
  const { parcelIds, limit } = wanted;
  const which = db`${isWanted(db, wanted, now)}
    ${parcelIds === undefined ? db`` : db`and p.id = any(${parcelIds as string[]}::bigint[])`}`;
  return selectRegister(db, settlementId, now, which, limit);
}

/** Everybody of these plots, in the same order, so many at a time. */
export async function* streamRegister(
  db: Db,
  settlementId: string,
  parcelIds: readonly string[],
  now: Date,
): AsyncGenerator<RegisterRow[]> {
  const which = db`${isWanted(db, {}, now)} and p.id = any(${parcelIds as string[]}::bigint[])`;
  yield* selectRegister(db, settlementId, now, which, null).cursor(500);
}

/** By plot, owners first. */
const byPlot = (db: Db) => db`
  p.id, array_position(array['owner', 'family', 'tenant'], coalesce(m.role, r.role)), coalesce(r.name, a.display_name), x.person_id,
  x.membership_id`;

export function selectRegister(
  db: Db,
  settlementId: string,
  now: Date,
  which: Condition,
  limit: number | null,
  order = byPlot(db),
) {
  return db<RegisterRow[]>`
    select x.person_id as "personId", x.membership_id as "membershipId", p.id as "parcelId", p.number as "plotNumber",
           coalesce(r.name, a.display_name) as name, coalesce(m.role, r.role) as role, ${personState(db, now)} as state,
           r.email_key as "emailKey", a.email as "accountEmail", a.email_key as "accountEmailKey",
           coalesce(r.has_no_email, false) as "hasNoEmail", coalesce(r.phones, '{}') as phones,
           coalesce(r.postal_address, '') as "postalAddress", r.is_member as "isMember",
           to_char(r.since, 'YYYY-MM-DD') as since, to_char(r.until, 'YYYY-MM-DD') as until,
           r.created_at as "recordedAt", r.updated_at as "updatedAt", r.joined_by_hand_at is not null as "isJoinedByHand",
           r.parted_from as "partedFrom"
      from parcel p join settlement s on s.id = p.settlement_id ${selectPeopleOfPlot(db)}
     where p.settlement_id = ${settlementId} and ${which}
     order by ${order} limit ${limit}`;
}

/** One person, also one who is over. */
export async function findPerson(
  db: Db,
  settlementId: string,
  by: { personId: string } | { membershipId: string } | { eitherId: string },
  now: Date,
): Promise<RegisterRow | undefined> {
  const which =
    'personId' in by
      ? db`x.person_id = ${by.personId}`
      : 'membershipId' in by
        ? db`x.membership_id = ${by.membershipId}`
        : db`${by.eitherId}::bigint in (x.person_id, x.membership_id)`;
  const [row] = await selectRegister(db, settlementId, now, which, 1);
  return row;
}

export interface NamedPerson {
  id: string;
  name: string;
  parcelId: string;
  plotNumber: string;
  state: PersonState;
}

/** Names and states alone, in the order in which people came to the register. */
export async function listPeopleNames(
  db: Db,
  settlementId: string,
  wanted: {
    q?: string | undefined;
    parcelId?: string | undefined;
    after?: string | undefined;
    limit: number;
  },
  now: Date,
): Promise<NamedPerson[]> {
  const { parcelId, after } = wanted;
  return db<NamedPerson[]>`
    select coalesce(x.person_id, x.membership_id) as id, coalesce(r.name, a.display_name) as name, p.id as "parcelId",
           p.number as "plotNumber", ${personState(db, now)} as state
      from parcel p join settlement s on s.id = p.settlement_id ${selectPeopleOfPlot(db)}
     where p.settlement_id = ${settlementId} and ${isWanted(db, { q: wanted.q }, now)}
       ${parcelId === undefined ? db`` : db`and p.id = ${parcelId}`}
       ${after === undefined ? db`` : db`and coalesce(x.person_id, x.membership_id) > ${after}`}
     order by 1 limit ${wanted.limit}`;
}

export interface PlotReachRow {
  id: string;
  number: string;
  way: ReachWay;
  /** People there, as far as they are looked for. */
  people: number;
}

/**
 * Every plot with the way that announcements take to it; with a filter, the plots where somebody fits it. Unordered:
 * plot numbers are sorted by whoever shows them.
 */
export async function listRegisterPlots(
  db: Db,
  query: ReachQuery,
  wanted: PeopleFilter & { way?: ReachWay | undefined; limit: number },
): Promise<PlotReachRow[]> {
  const { settlementId, now } = query;
  const isFiltered = Boolean(wanted.q) || wanted.state !== undefined || wanted.role !== undefined;
  const kinds = wanted.way === undefined ? null : listContactsReachedBy([wanted.way], query);
  const rows = await db<(PlotContacts & Omit<PlotReachRow, 'way'>)[]>`
    select p.id, p.number, c."inApp", c."byEmail", c."hasPeople", found.count as people
      from (${selectContacts(db, query)}) c join parcel p on p.id = c.id join settlement s on s.id = p.settlement_id
      cross join lateral (
        select count(*)::int as count from (select 1) one ${selectPeopleOfPlot(db)} where ${isWanted(db, wanted, now)}) found
     where p.settlement_id = ${settlementId} ${kinds === null ? db`` : db`and ${isAmongContacts(db, kinds)}`}
       ${isFiltered ? db`and found.count > 0` : db``}
     limit ${wanted.limit}`;
  return rows.map(({ id, number, people, ...contacts }) => ({
    id,
    number,
    people,
    way: decideReachWay(contacts, query),
  }));
}
