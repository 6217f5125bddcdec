import type { Db } from '../../base/db/connect.ts';

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

/** What only some may see of a settlement. */
export interface SettlementInsidesRow {
  /** Longest-serving members first, with full names. */
  board: { id: string; name: string }[] | null;
  /** Newest first. */
  history: BoundaryEntry[] | null;
  households: { confirmed: number; withClaims: number } | null;
}

/** Null for what is not asked for; the caller checks permissions. */
export async function findSettlementInsides(
  db: Db,
  settlementId: string,
  asked: { board: boolean; history: number | undefined; households: boolean },
): Promise<SettlementInsidesRow> {
  const nothing = db`null::json`;
  const board = db`
    (select coalesce(json_agg(json_build_object('id', b.id::text, 'name', b.name) order by b.since, b.id), '[]')
       from (select a.id, a.display_name as name, r.created_at as since
               from settlement_role r join account a on a.id = r.account_id
              where r.settlement_id = ${settlementId} and r.role = 'editor' order by r.created_at, a.id limit 100) b)`;
  const history = db`
    (select coalesce(json_agg(json_build_object(
              'id', b.id::text, 'appliedAt', to_json(b.applied_at), 'appliedBy', a.display_name, 'source', b.source,
              'snap', b.snap, 'linked', cardinality(b.linked), 'unlinked', cardinality(b.unlinked),
              'kept', cardinality(b.kept), 'renamed', cardinality(b.renamed),
              'isInForce', b.id = b.in_force) order by b.id desc), '[]')
       from (select b.*, s.boundary_id as in_force
               from settlement_boundary b join settlement s on s.id = b.settlement_id
              where b.settlement_id = ${settlementId} order by b.id desc limit ${asked.history ?? 0}) b
       left join account a on a.id = b.applied_by)`;
  const households = db`
    (select json_build_object('confirmed', count(distinct m.parcel_id) filter (where m.state = 'confirmed'),
                              'withClaims', count(distinct m.parcel_id))
       from membership m join parcel p on p.id = m.parcel_id
      where p.settlement_id = ${settlementId} and m.state <> 'ended')`;
  const [row] = await db<[SettlementInsidesRow]>`
    select ${asked.board ? board : nothing} as board,
           ${asked.history === undefined ? nothing : history} as history,
           ${asked.households ? households : nothing} as households`;
  return row;
}
