import type { Db } from '../../base/db/connect.ts';
import { type CountedTag, countedTags } from '../journal/tagged.ts';
import type { Reader } from '../visibility/visibility.ts';
import { householdsColumn } from './household-counts.ts';
import { matchesSettlement, type SettlementRow } from './settlements.ts';

export interface SettlementCardRow extends SettlementRow {
  placeId: string;
  /** From the country down. */
  places: { id: string; kind: string; name: string }[];
  timeZone: string;
  dwellingSetbackM: number;
  otherSetbackM: number;
  boundary: BoundaryRow | null;
  /** Longest-serving members first, with full names. Null like the next two if not asked for. */
  board: { id: string; name: string; title: string }[] | null;
  /** Newest first. */
  history: BoundaryEntry[] | null;
  households: { confirmed: number; withClaims: number } | null;
  /** Most used first; null if not asked for. */
  tags: CountedTag[] | null;
}

export interface BoundaryRow {
  ring: { latitude: number; longitude: number }[];
  parcels: string[];
  exclude: string[];
  snap: boolean;
  source: string;
}

export interface BoundaryEntry {
  id: string;
  /** ISO 8601 in UTC. */
  appliedAt: string;
  /** Display name; null when applied on the command line. */
  appliedBy: string | null;
  source: string;
  snap: boolean;
  linked: number;
  unlinked: number;
  kept: number;
  renamed: number;
  isInForce: boolean;
}

/** What only some may see of a settlement; the caller checks permissions. */
export interface AskedOfCard {
  board?: boolean;
  /** The longest history wanted; none: no history. */
  history?: number | undefined;
  households?: boolean;
  /** Counted for this viewer, at most so many. */
  tags?: { view: Reader; limit: number } | undefined;
}

export async function findSettlementCard(
  db: Db,
  reference: string,
  options: AskedOfCard = {},
): Promise<SettlementCardRow | undefined> {
  const nothing = db`null::json`;
  const board = db`
    (select coalesce(json_agg(json_build_object('id', b.id::text, 'name', b.name, 'title', b.title) order by b.since, b.id), '[]')
       from (select a.id, a.display_name as name, r.title, r.created_at as since
               from settlement_role r join account a on a.id = r.account_id
              where r.settlement_id = s.id and r.role = 'editor' order by r.created_at, a.id limit 100) b)`;
  const history = db`
    (select coalesce(json_agg(json_build_object(
              'id', b.id::text, 'appliedAt', to_json(b.applied_at), 'appliedBy', a.display_name, 'source', b.source,
              'snap', b.snap, 'linked', cardinality(b.linked), 'unlinked', cardinality(b.unlinked),
              'kept', cardinality(b.kept), 'renamed', cardinality(b.renamed),
              'isInForce', b.id = b.in_force) order by b.id desc), '[]')
       from (select b.*, s.boundary_id as in_force
               from settlement_boundary b
              where b.settlement_id = s.id order by b.id desc limit ${options.history ?? 0}) b
       left join account a on a.id = b.applied_by)`;
  const [row] = await db<SettlementCardRow[]>`
    select s.id, s.slug, s.name, s.kind, s.status, s.region, s.address, s.parcels_total as "parcelsTotal",
           s.place_id as "placeId", s.time_zone as "timeZone",
           s.dwelling_setback_m as "dwellingSetbackM", s.other_setback_m as "otherSetbackM",
           (select coalesce(json_agg(json_build_object('id', p.id::text, 'kind', p.kind, 'name', p.name) order by step.position), '[]')
              from place own join lateral unnest(own.path) with ordinality as step (id, position) on true
              join place p on p.id = step.id where own.id = s.place_id) as places,
           case when b.id is not null then json_build_object(
             'ring', b.ring, 'parcels', b.parcels::text[], 'exclude', b.exclude::text[], 'snap', b.snap, 'source', b.source) end as boundary,
           ${options.board ? board : nothing} as board,
           ${options.history === undefined ? nothing : history} as history,
           ${options.households ? householdsColumn(db) : nothing} as households,
           ${options.tags === undefined ? nothing : countedTags(db, options.tags.view, options.tags.limit)} as tags
      from settlement s left join settlement_boundary b on b.id = s.boundary_id
     where ${matchesSettlement(db, reference)}`;
  return row;
}
