import type { Db } from '../../base/db/connect.ts';
import type { Language } from '../../base/i18n/text.ts';
import { maxProfileEntries } from '../../domain/rules/profile-lists.ts';
import type { EndingKind } from '../../domain/rules/residency-ending.ts';
import { type PendingCountsRow, pendingCounts } from './pending-counts.ts';

interface PlaceOfProfile {
  settlement: string;
  settlement_slug: string;
  settlement_name: string;
}

/** As show_me returns it. */
export interface ProfileRow {
  id: string;
  email: string;
  display_name: string;
  language: Language;
  platform_role: 'moderator' | null;
  is_operator: boolean;
  created_at: string;
  parcels: (PlaceOfProfile & {
    parcel_id: string;
    plot_number: string;
    time_zone: string;
    resident: string;
    role: 'owner' | 'family' | 'tenant';
    state: 'claimed' | 'confirmed';
  })[];
  ended_parcels: (PlaceOfProfile & {
    parcel_id: string;
    plot_number: string;
    role: 'owner' | 'family' | 'tenant';
    reason: string | null;
    decided_at: string;
    ending: { reason_kind: EndingKind; on: string } | null;
  })[];
  settlements: (PlaceOfProfile & { time_zone: string; role: 'editor' | 'staff' })[];
  companies: { company: string; name: string; state: 'claimed' | 'confirmed' }[];
  waiting: PendingCountsRow | null;
}

/** The account with its places and, if wanted, counts of what waits for it: one statement, because every page needs it. */
export async function findProfile(
  db: Db,
  accountId: string,
  count: { isModerator: boolean } | null,
): Promise<ProfileRow | undefined> {
  const timestamp = db`'YYYY-MM-DD"T"HH24:MI:SS"+00:00"'`;
  const place = db`'settlement', s.id::text, 'settlement_slug', s.slug, 'settlement_name', s.name`;
  const [row] = await db<ProfileRow[]>`
    select a.id, a.email, a.display_name, a.language, a.platform_role, a.is_operator,
           to_char(a.created_at, ${timestamp}) as created_at,
           (select coalesce(json_agg(json_build_object(
                     'parcel_id', p.id::text, 'plot_number', p.number, ${place}, 'time_zone', s.time_zone,
                     'resident', m.id::text, 'role', m.role, 'state', m.state) order by m.is_primary desc, m.id), '[]')
              from (select * from membership where account_id = a.id and state <> 'ended' order by id limit ${maxProfileEntries}) m
              join parcel p on p.id = m.parcel_id join settlement s on s.id = p.settlement_id) as parcels,
           -- Refused claims and memberships ended by the board; none if the account has a newer one on the plot.
           (select coalesce(json_agg(json_build_object(
                     'parcel_id', p.id::text, 'plot_number', p.number, ${place}, 'role', m.role, 'reason', m.reason,
                     'decided_at', to_char(m.decided_at, ${timestamp}),
                     'ending', (select json_build_object('reason_kind', e.kind, 'on', to_char(e.ended_on, 'YYYY-MM-DD'))
                                  from residency_ending e where e.membership_id = m.id and e.taken_back_at is null
                                 order by e.id desc limit 1)) order by m.decided_at desc, m.id desc), '[]')
              from (select * from membership n
                     where n.account_id = a.id and n.state = 'ended' and n.decided_by <> a.id
                       and (n.reason is not null or n.confirmed_at is not null)
                       and n.decided_at is not null
                       and not exists (select 1 from membership o where o.account_id = a.id and o.parcel_id = n.parcel_id
                                          and (o.state <> 'ended' or o.id > n.id))
                     order by n.decided_at desc, n.id desc limit 20) m
              join parcel p on p.id = m.parcel_id join settlement s on s.id = p.settlement_id) as ended_parcels,
           (select coalesce(json_agg(json_build_object(
                     ${place}, 'time_zone', s.time_zone, 'role', r.role) order by s.id, r.role), '[]')
              from (select * from settlement_role where account_id = a.id order by settlement_id, role limit ${maxProfileEntries}) r
              join settlement s on s.id = r.settlement_id) as settlements,
           (select coalesce(json_agg(json_build_object(
                     'company', c.id::text, 'name', c.name, 'state', r.state) order by c.id), '[]')
              from (select * from company_representative
                     where account_id = a.id and state <> 'ended' order by company_id limit ${maxProfileEntries}) r
              join company c on c.id = r.company_id) as companies,
           ${
             count === null
               ? db`null::json`
               : db`(select row_to_json(pending) from (${pendingCounts(db, accountId, count.isModerator)}) pending)`
           } as waiting
      from account a where a.id = ${accountId} and a.deleted_at is null`;
  return row;
}
