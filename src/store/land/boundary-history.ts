import type { Db } from '../../base/db/connect.ts';
import type { SavedDrawing } from '../../domain/kernel/ports.ts';

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

/** Null: none was set yet. */
export async function findRingInForce(db: Db, settlementId: string): Promise<SavedDrawing['ring']> {
  const [row] = await db<{ ring: SavedDrawing['ring'] }[]>`
    select b.ring from settlement s join settlement_boundary b on b.id = s.boundary_id where s.id = ${settlementId}`;
  return row?.ring ?? null;
}

/** Null: none was set yet. */
export async function findBoundaryInForce(db: Db, settlementId: string): Promise<string | null> {
  const [row] = await db<{ id: string | null }[]>`
    select boundary_id as id from settlement where id = ${settlementId}`;
  return row?.id ?? null;
}
