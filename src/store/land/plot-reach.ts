import type { Db } from '../../base/db/connect.ts';
import type { VisitOutcome } from '../../domain/rules/announcement-visits.ts';
import {
  decideReachWay,
  listContactsReachedBy,
  type PlotContacts,
  type ReachWay,
} from '../../domain/rules/plot-reach.ts';
import { recipientColumns } from '../messaging/notification-writes.ts';
import { isOver } from './recorded-people.ts';

export interface ReachQuery {
  settlementId: string;
  /** Topic and key of the notification that is to arrive: members may have switched it off. */
  topic: string;
  key: string;
  /** Whether the installation has a way to send letters. */
  sendsEmail: boolean;
  now: Date;
}

export interface ReachedPlot {
  parcelId: string;
  number: string;
  way: ReachWay;
  /** Of its address, as far as that names one; else empty. */
  street: string;
  /** Where somebody went with the announcement. */
  visit: { outcome: VisitOutcome; by: string; at: Date } | null;
  /** How many plots were looked for, on all pages. */
  inAll: number;
  /** Of them those told at the door, and those where nobody was at home. */
  toldInAll: number;
  missedInAll: number;
  /** Who lives there now, recorded or with an account: owners first. */
  people: { name: string; phones: string[]; postalAddress: string }[];
}

/** Who counts among the recorded people `r` of a plot in a settlement `s`: not over, and not of an ended membership. */
export const isRecordedNow = (db: Db, now: Date) => db`
  not ${isOver(db, now)}
  and not exists (select 1 from membership former where former.id = r.membership_id and former.state = 'ended')`;

/** Plots in the order of their numbers as people count them: 2, 10, 10а, 11, А1. */
export const plotOrder = (db: Db) => db`
  substring(p.number_key from '^[^0-9]*') collate "C", coalesce(substring(p.number_key from '[0-9]+')::numeric, 0),
  length(p.number_key), p.number_key collate "C", p.id`;

/** By plot, what decides how it is reached. */
export const selectContacts = (db: Db, { settlementId, topic, key, now }: ReachQuery) => db`
  select pl.id, coalesce(told."inApp", false) as "inApp", coalesce(told."byEmail", false) as "byEmail",
         told.parcel_id is not null or exists (
           select 1 from recorded_person r where r.parcel_id = pl.id and ${isRecordedNow(db, now)}) as "hasPeople"
    from settlement s
    join parcel pl on pl.settlement_id = s.id and pl.kind = 'dwelling'
    left join (
      select parcel_id, bool_or("inApp" or push) as "inApp", bool_or(mail) as "byEmail"
        from (select m.parcel_id, ${recipientColumns(db, topic, key)}
                from parcel own
                join membership m on m.parcel_id = own.id and m.state = 'confirmed'
                join account a on a.id = m.account_id and a.deleted_at is null
                left join notification_preference p on p.account_id = a.id
               where own.settlement_id = ${settlementId}) member
       group by parcel_id) told on told.parcel_id = pl.id
   where s.id = ${settlementId}`;

/** Whether contacts `c` are among these. */
export const isAmongContacts = (db: Db, kinds: readonly PlotContacts[]) => db`
  (c."inApp", c."byEmail", c."hasPeople") in (
    select * from unnest(${kinds.map((kind) => kind.inApp)}::boolean[], ${kinds.map((kind) => kind.byEmail)}::boolean[],
                         ${kinds.map((kind) => kind.hasPeople)}::boolean[]))`;

/** Number of plots by how they are reached: together all plots of the settlement. */
export async function countPlotReach(db: Db, query: ReachQuery): Promise<Record<ReachWay, number>> {
  const kinds = await db<(PlotContacts & { plots: number })[]>`
    select "inApp", "byEmail", "hasPeople", count(*)::int as plots
      from (${selectContacts(db, query)}) contacts group by 1, 2, 3`;
  const counts: Record<ReachWay, number> = { app: 0, letter: 0, paper: 0, nothing: 0 };
  for (const kind of kinds) counts[decideReachWay(kind, query)] += kind.plots;
  return counts;
}

/** The street of plot `p`: its address without the number before or after it. */
const street = (db: Db) => db`
  btrim(regexp_replace(regexp_replace(p.address, '^[0-9]+[^[:space:],]*[[:space:]]+', ''),
                       '[,[:space:]]*((д|дом|уч|участок|plot)[.]?[[:space:]]*|№[[:space:]]*)?[0-9][^,]*$', '', 'i'), ', ')`;

/** People of one plot who are read at most. */
const maxPeoplePerPlot = 10;

interface VisitColumns {
  outcome: VisitOutcome | null;
  by: string | null;
  at: Date | null;
}

/** Plots of a settlement with how they are reached and their people, by number. To be shown to the board only. */
export async function listPlotReach(
  db: Db,
  query: ReachQuery,
  wanted: {
    /** Only plots reached in one of these ways. */
    ways?: readonly ReachWay[] | undefined;
    /** Only plots where nobody has read this announcement. */
    unreadArticleId?: string | undefined;
    /** Only plots where nobody has acknowledged this urgent announcement. */
    unacknowledgedArticleId?: string | undefined;
    /** Only plots where a telephone number of somebody is known. */
    hasPhone?: boolean | undefined;
    /** Leaves out plots told of this announcement at the door; whole: adds all that were visited, street by street. */
    visits?: { articleId: string; isWhole: boolean } | undefined;
    offset?: number | undefined;
    limit: number;
  },
): Promise<ReachedPlot[]> {
  const kinds = wanted.ways === undefined ? null : listContactsReachedBy(wanted.ways, query);
  const articleId = wanted.visits?.articleId ?? null;
  const isWhole = wanted.visits?.isWhole ?? false;
  const page = db`
    select p.id as "parcelId", p.number, ${street(db)} as street, c."inApp", c."byEmail", c."hasPeople",
           v.outcome, v.visited_by, v.visited_at, count(*) over ()::int as "inAll",
           count(*) filter (where v.outcome = 'told') over ()::int as "toldInAll",
           count(*) filter (where v.outcome = 'nobody') over ()::int as "missedInAll",
           row_number() over (order by ${isWhole ? db`${street(db)} = '', ${street(db)},` : db``} ${plotOrder(db)}) as place, s.time_zone
      from (${selectContacts(db, query)}) c join parcel p on p.id = c.id join settlement s on s.id = p.settlement_id
      left join announcement_visit v on v.article_id = ${articleId}::bigint and v.parcel_id = p.id
     where (${isWhole ? db`v.parcel_id is not null or` : db`v.outcome is distinct from 'told' and`} true
       ${kinds === null ? db`` : db`and ${isAmongContacts(db, kinds)}`}
       ${
         wanted.unreadArticleId === undefined
           ? db``
           : db`and not exists (
               select 1 from announcement_event e join announcement_household h on h.event_id = e.event_id
                where e.article_id = ${wanted.unreadArticleId} and h.parcel_id = p.id and h.read_at is not null)`
       }
       ${
         wanted.unacknowledgedArticleId === undefined
           ? db``
           : db`and not exists (select 1 from announcement_acknowledgement k
                                 where k.article_id = ${wanted.unacknowledgedArticleId} and k.parcel_id = p.id)`
       }
       ${
         wanted.hasPhone
           ? db`and exists (select 1 from recorded_person r
                             where r.parcel_id = p.id and r.phones <> '{}' and ${isRecordedNow(db, query.now)})`
           : db``
       })
     order by place limit ${wanted.limit} offset ${wanted.offset ?? 0}`;
  // Of a plot of the page `s`, which has the time zone that isRecordedNow asks of a settlement.
  const people = db`
    (select coalesce(json_agg(json_build_object('name', l.name, 'phones', l.phones, 'postalAddress', l.postal_address)
                              order by l.rank, l.id), '[]')
       from (select lives.*, array_position(array['owner', 'family', 'tenant'], lives.role) as rank
               from (select r.id, r.name, r.role, r.phones, r.postal_address from recorded_person r
                      where r.parcel_id = s."parcelId" and ${isRecordedNow(db, query.now)}
                     union all
                     select m.id, a.display_name, m.role, '{}', ''
                       from membership m join account a on a.id = m.account_id and a.deleted_at is null
                      where m.parcel_id = s."parcelId" and m.state = 'confirmed'
                        and not exists (select 1 from recorded_person r where r.membership_id = m.id)) lives
              order by rank, id limit ${maxPeoplePerPlot}) l)`;
  const rows = await db<(PlotContacts & Omit<ReachedPlot, 'way' | 'visit'> & VisitColumns)[]>`
    select s."parcelId", s.number, s.street, s."inApp", s."byEmail", s."hasPeople", s."inAll", s."toldInAll", s."missedInAll", ${people} as people,
           s.outcome, a.display_name as by, s.visited_at as at
      from (${page}) s left join account a on a.id = s.visited_by order by s.place`;
  return rows.map(({ inApp, byEmail, hasPeople, outcome, by, at, ...plot }) => ({
    ...plot,
    visit: outcome === null || by === null || at === null ? null : { outcome, by, at },
    way: decideReachWay({ inApp, byEmail, hasPeople }, query),
  }));
}
