import type { Db } from '../../base/db/connect.ts';
import type { SavedDrawing } from '../../domain/kernel/ports.ts';

export interface BoundaryEntry {
  id: string;
  appliedAt: Date;
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

/** Newest first. */
export async function listBoundaries(db: Db, settlementId: string, limit: number): Promise<BoundaryEntry[]> {
  return db<BoundaryEntry[]>`
    select b.id, b.applied_at as "appliedAt", a.display_name as "appliedBy", b.source, b.snap,
           cardinality(b.linked) as linked, cardinality(b.unlinked) as unlinked, cardinality(b.kept) as kept,
           cardinality(b.renamed) as renamed, b.id = s.boundary_id as "isInForce"
      from settlement_boundary b join settlement s on s.id = b.settlement_id left join account a on a.id = b.applied_by
     where b.settlement_id = ${settlementId}
     order by b.id desc limit ${limit}`;
}

/** A former boundary, without parcels that now belong to another settlement. */
export async function findBoundary(
  db: Db,
  settlementId: string,
  id: string,
): Promise<SavedDrawing | undefined> {
  const own = (list: ReturnType<Db>) => db`
    array(select p.id::text from unnest(${list}) l (id) join parcel p on p.id = l.id
           where p.settlement_id is null or p.settlement_id = ${settlementId})`;
  const [row] = await db<SavedDrawing[]>`
    select b.ring, ${own(db`b.parcels`)} as parcels, ${own(db`b.exclude`)} as exclude, b.snap, b.source
      from settlement_boundary b where b.id = ${id} and b.settlement_id = ${settlementId}`;
  return row;
}
