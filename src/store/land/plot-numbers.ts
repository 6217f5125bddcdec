import type { Db } from '../../base/db/connect.ts';
import { formatArrayLiteral } from '../../base/db/driver/array-literal.ts';
import type { IncomingPlot } from '../../domain/rules/plot-numbers.ts';
import type { Position } from '../../engines/geometry/types.ts';

/** Plots about to join a settlement, ordered by id. */
export async function listIncomingParcels(db: Db, ids: readonly string[]): Promise<IncomingPlot[]> {
  return db<IncomingPlot[]>`
    select p.id, p.number, p.cadastral_number as "cadastralNumber"
      from unnest(${formatArrayLiteral(ids)}::text::bigint[]) l (id) join parcel p on p.id = l.id order by p.id`;
}

/** Plot number keys in use, not counting the leaving plots. */
export async function listTakenNumbers(
  db: Db,
  settlementId: string,
  leaving: readonly string[],
): Promise<Set<string>> {
  const [row] = await db<{ keys: string[] }[]>`
    select coalesce(array_agg(p.number_key), '{}') as keys from parcel p
     where p.settlement_id = ${settlementId}
       and not exists (select 1 from unnest(${formatArrayLiteral(leaving)}::text::bigint[]) l (id) where l.id = p.id)`;
  return new Set(row?.keys);
}

export interface KnownParcel {
  id: string;
  number: string;
  numberKey: string;
  cadastralNumber: string | null;
  settlementId: string | null;
  centre: Position | null;
}

/**
 * Existing parcels with one of these cadastral numbers, or with one of these plot numbers in the settlement. Locks,
 * always in the same order, every settlement whose plots may be renumbered and then the parcels, so that their
 * settlement cannot change. References to them can still be inserted.
 */
export async function lockPlotNumbers(
  db: Db,
  wanted: { cadastralNumbers: readonly string[]; numberKeys: readonly string[] },
  settlementId: string | null,
): Promise<KnownParcel[]> {
  const [numbers, keys] = [[...wanted.cadastralNumbers], [...wanted.numberKeys]];
  await db`
    select 1 from settlement s
     where s.id = ${settlementId}
        or s.id in (select p.settlement_id from parcel p where p.cadastral_number = any(${numbers}::text[]))
     order by s.id for no key update`;
  const rows = await db<(Omit<KnownParcel, 'centre'> & { x: number | null; y: number | null })[]>`
    select id, number, number_key as "numberKey", settlement_id as "settlementId", cadastral_number as "cadastralNumber",
           center[0] as x, center[1] as y
      from parcel
     where cadastral_number = any(${numbers}::text[])
        or (settlement_id = ${settlementId} and number_key = any(${keys}::text[]))
     order by id for no key update`;
  return rows.map(({ x, y, ...parcel }) => ({
    ...parcel,
    centre: x === null || y === null ? null : [x, y],
  }));
}

/** Which of these plot number keys (null: all) are in use by other plots than `except`. */
export async function listTakenKeys(
  db: Db,
  { settlementId, except }: { settlementId: string; except: readonly string[] },
  keys: readonly string[] | null,
): Promise<Set<string>> {
  const rows = await db<{ key: string }[]>`
    select p.number_key as key from parcel p
     where p.settlement_id = ${settlementId} and p.id <> all(${[...except]}::bigint[])
       ${keys === null ? db`` : db`and p.number_key = any(${[...new Set(keys)]}::text[])`}`;
  return new Set(rows.map(({ key }) => key));
}
