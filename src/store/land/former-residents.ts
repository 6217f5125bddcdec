import type { Db } from '../../base/db/connect.ts';
import type { ResidentRole } from '../../domain/rules/residency.ts';
import type { EndingKind } from '../../domain/rules/residency-ending.ts';

/** Somebody whose time on a plot has ended. */
export interface FormerResident {
  /** Of the ending; where it was not recorded, of the membership or card. */
  id: string;
  /** Null where nobody recorded how it ended. */
  endingId: string | null;
  membershipId: string | null;
  personId: string | null;
  parcelId: string;
  plotNumber: string;
  name: string;
  /** Of the account, where there is one. */
  accountName: string | null;
  role: ResidentRole;
  kind: EndingKind;
  /** Y-m-d; null: not known. */
  since: string | null;
  endedOn: string;
  endedAt: Date | null;
  /** They left of their own will. */
  isOwnDecision: boolean;
  reason: string | null;
  successor: string | null;
  successorPersonId: string | null;
  successorMembershipId: string | null;
}

export interface FormerFilter {
  parcelId?: string | undefined;
  kind?: EndingKind | undefined;
  membershipId?: string | undefined;
  personId?: string | undefined;
  /** The last one of the page before. */
  after?: { endedOn: string; id: string } | undefined;
}

/**
 * Endings of a settlement, latest first, those taken back left out. Memberships and cards that ended without a record of
 * it are among them: an instance of an earlier version writes none, and a card may have been given a last day in advance.
 */
export async function listFormerResidents(
  db: Db,
  settlementId: string,
  { parcelId, kind, membershipId, personId, after }: FormerFilter,
  now: Date,
  limit: number,
): Promise<FormerResident[]> {
  const ofPlot = parcelId === undefined ? db`` : db`and p.id = ${parcelId}`;
  return db<FormerResident[]>`
    with ended as (
      select e.id, e.id as ending_id, e.membership_id, e.person_id, p.id as parcel_id, e.role, e.kind, e.ended_on, e.ended_at, e.reason,
             e.successor_name, e.successor_person_id, e.successor_membership_id
        from residency_ending e join parcel p on p.id = e.parcel_id and p.settlement_id = e.settlement_id
       where e.settlement_id = ${settlementId} and e.taken_back_at is null
         and (e.membership_id is not null or e.person_id is not null) ${ofPlot}
      union all
      select m.id, null, m.id, null, p.id, m.role, 'other', (m.decided_at at time zone s.time_zone)::date, m.decided_at, m.reason,
             null, null, null
        from parcel p join settlement s on s.id = p.settlement_id join membership m on m.parcel_id = p.id
       where p.settlement_id = ${settlementId} and m.state = 'ended' and m.confirmed_at is not null and m.decided_at is not null ${ofPlot}
         and not exists (select 1 from residency_ending e where e.membership_id = m.id and e.taken_back_at is null)
      union all
      select r.id, null, null, r.id, p.id, r.role, 'other', r.until, null, null, null, null, null
        from parcel p join settlement s on s.id = p.settlement_id join recorded_person r on r.parcel_id = p.id
       where p.settlement_id = ${settlementId} and r.until <= (${now}::timestamptz at time zone s.time_zone)::date ${ofPlot}
         and not exists (select 1 from membership c where c.id = r.membership_id and c.state = 'confirmed')
         and not exists (select 1 from residency_ending e
                          where e.parcel_id = r.parcel_id and e.taken_back_at is null
                            and (e.person_id = r.id or e.records @> jsonb_build_array(jsonb_build_object('id', r.id::text))))
         -- The card of somebody whom an instance of an earlier version removed stands beside their membership.
         and not exists (select 1 from membership c join account o on o.id = c.account_id
                          where c.parcel_id = r.parcel_id and c.state = 'ended' and c.confirmed_at is not null
                            and o.email_key = r.email_key and (c.decided_at at time zone s.time_zone)::date = r.until))
    select f.id, f.ending_id as "endingId", f.membership_id as "membershipId", f.person_id as "personId", f.parcel_id as "parcelId",
           p.number as "plotNumber", coalesce(r.name, a.display_name) as name, a.display_name as "accountName", f.role, f.kind,
           to_char(coalesce(r.since, (m.confirmed_at at time zone s.time_zone)::date), 'YYYY-MM-DD') as since,
           to_char(f.ended_on, 'YYYY-MM-DD') as "endedOn", f.ended_at as "endedAt",
           coalesce(m.decided_by = m.account_id, false) as "isOwnDecision", f.reason,
           coalesce(f.successor_name, sr.name, sa.display_name) as successor, f.successor_person_id as "successorPersonId",
           f.successor_membership_id as "successorMembershipId"
      from ended f join parcel p on p.id = f.parcel_id join settlement s on s.id = p.settlement_id
      left join membership m on m.id = f.membership_id left join account a on a.id = m.account_id
      left join recorded_person r on r.id = f.person_id
      left join recorded_person sr on sr.id = f.successor_person_id
      left join membership sm on sm.id = f.successor_membership_id left join account sa on sa.id = sm.account_id
     where true
       ${kind === undefined ? db`` : db`and f.kind = ${kind}`}
       ${membershipId === undefined ? db`` : db`and f.membership_id = ${membershipId}`}
       ${personId === undefined ? db`` : db`and f.person_id = ${personId}`}
       ${after === undefined ? db`` : db`and (f.ended_on, f.id) < (${after.endedOn}::date, ${after.id}::bigint)`}
     order by f.ended_on desc, f.id desc limit ${limit}`;
}
