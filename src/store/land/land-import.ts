import type { Db } from '../../base/db/connect.ts';
import type { Box, Position, Shape } from '../../engines/geometry/types.ts';

/** Their identifiers. */
export interface SavedFeatures {
  added: string[];
  changed: string[];
}

export interface ImportedBuilding {
  id: string;
  changeId: string;
  cadastralNumber: string;
  purpose: string;
  areaM2: number;
  geometry: Shape | null;
  parcelId: string | null;
  setbackM: number | null;
}

/**
 * Locks the current and future plots of these buildings, so that no boundary moves them until the transaction ends.
 * Lock order is plots before buildings, as for a boundary, to avoid deadlocks.
 */
export async function lockParcelsOfBuildings(
  db: Db,
  buildings: readonly { cadastralNumber: string; parcelId: string | null }[],
): Promise<void> {
  const parcelIds = [...new Set(buildings.flatMap(({ parcelId }) => parcelId ?? []))];
  const numbers = buildings.map(({ cadastralNumber }) => cadastralNumber);
  await db`
    select 1 from parcel
     where id = any(${parcelIds}::bigint[])
        or id in (select b.parcel_id from building b where b.cadastral_number = any(${numbers}::text[]))
     order by id for key share`;
}

/** Upserts buildings, by the identifiers given for new ones, and records old values in the history of their plot. The plots must be locked. */
export async function saveBuildings(
  db: Db,
  buildings: readonly ImportedBuilding[],
  now: Date,
): Promise<SavedFeatures> {
  const differs = db`
    (b.purpose, b.area_m2, b.geometry, b.parcel_id, b.setback_m) is distinct from
    (i.purpose, i."areaM2", i.geometry, i."parcelId", i."setbackM")`;
  const [row] = await db<SavedFeatures[]>`
    with incoming as materialized (
      select r.*, p.settlement_id from jsonb_to_recordset(${db.json(buildings as never)}) as r (
        id bigint, "changeId" bigint, "cadastralNumber" text, purpose text, "areaM2" double precision, geometry jsonb,
        "parcelId" bigint, "setbackM" double precision)
        left join parcel p on p.id = r."parcelId"
    ), noted as (
      insert into parcel_change (id, parcel_id, before, source, changed_at)
      select i."changeId", b.parcel_id,
             jsonb_build_object('building', jsonb_build_object('id', b.id::text, 'purpose', b.purpose, 'area_m2', b.area_m2,
                                                               'geometry', b.geometry, 'setback_m', b.setback_m)),
             'import buildings', ${now}
        from incoming i join building b on b.cadastral_number = i."cadastralNumber"
       where b.parcel_id is not null and (${differs})
    ), altered as (
      update building b set purpose = i.purpose, area_m2 = i."areaM2", geometry = i.geometry, parcel_id = i."parcelId",
             settlement_id = i.settlement_id, setback_m = i."setbackM", updated_at = ${now}
        from incoming i where b.cadastral_number = i."cadastralNumber" and (${differs})
      returning i.id
    ), fresh as (
      insert into building (id, settlement_id, parcel_id, cadastral_number, purpose, area_m2, geometry, setback_m, created_at, updated_at)
      select i.id, i.settlement_id, i."parcelId", i."cadastralNumber", i.purpose, i."areaM2", i.geometry, i."setbackM", ${now}, ${now}
        from incoming i where not exists (select 1 from building b where b.cadastral_number = i."cadastralNumber")
      on conflict (cadastral_number) where cadastral_number is not null do nothing
      returning id
    )
    select array(select id from fresh) as added, array(select id from altered) as changed`;
  return row ?? { added: [], changed: [] };
}

/** Cadastral numbers of plots that belong to another settlement; empty without a settlement. */
export async function listParcelsOfOtherSettlements(
  db: Db,
  parcels: readonly { cadastralNumber: string | null }[],
  settlementId: string | null,
): Promise<Set<string>> {
  if (settlementId === null) return new Set();
  const numbers = parcels.flatMap(({ cadastralNumber }) => cadastralNumber ?? []);
  const rows = await db<{ number: string }[]>`
    select cadastral_number as number from parcel
     where cadastral_number = any(${numbers}::text[]) and settlement_id <> ${settlementId}`;
  return new Set(rows.map(({ number }) => number));
}

/** Cadastral numbers of buildings that stand, or would stand, on a plot of another settlement. */
export async function listBuildingsOfOtherSettlements(
  db: Db,
  buildings: readonly { cadastralNumber: string; parcelId: string | null }[],
  settlementId: string | null,
): Promise<Set<string>> {
  if (settlementId === null) return new Set();
  const rows = await db<{ number: string }[]>`
    select i."cadastralNumber" as number
      from jsonb_to_recordset(${db.json(buildings as never)}) as i ("cadastralNumber" text, "parcelId" bigint)
     where exists (select 1 from parcel p where p.id = i."parcelId" and p.settlement_id <> ${settlementId})
        or exists (select 1 from building b where b.cadastral_number = i."cadastralNumber" and b.settlement_id <> ${settlementId})`;
  return new Set(rows.map(({ number }) => number));
}

/** Unclaimed plots that buildings stand on, or would stand on, by the cadastral number of the building. */
export async function listUnclaimedSites(
  db: Db,
  buildings: readonly { cadastralNumber: string; parcelId: string | null }[],
): Promise<{ name: string; centre: Position }[]> {
  const places = buildings.map(({ cadastralNumber, parcelId }) => ({ cadastralNumber, parcelId }));
  const rows = await db<{ name: string; x: number; y: number }[]>`
    select i."cadastralNumber" as name, p.center[0] as x, p.center[1] as y
      from jsonb_to_recordset(${db.json(places)}) as i ("cadastralNumber" text, "parcelId" bigint)
      left join building b on b.cadastral_number = i."cadastralNumber"
      join parcel p on p.id in (i."parcelId", b.parcel_id)
     where p.settlement_id is null and p.center is not null`;
  return rows.map(({ name, x, y }) => ({ name, centre: [x, y] }));
}

/** Bounding box of the plot centres; null when no plot has an outline. */
export async function findLandBox(db: Db, settlementId: string): Promise<Box | null> {
  const [row] = await db<
    { west: number | null; south: number | null; east: number | null; north: number | null }[]
  >`
    select min(center[0]) as west, min(center[1]) as south, max(center[0]) as east, max(center[1]) as north
      from parcel where settlement_id = ${settlementId} and center is not null`;
  if (!row || row.west === null || row.south === null || row.east === null || row.north === null) return null;
  return [row.west, row.south, row.east, row.north];
}

/** Plots whose centre lies in the box. */
export async function listParcelsInBox(
  db: Db,
  [west, south, east, north]: Box,
  limit: number,
): Promise<{ id: string; geometry: Shape }[]> {
  return db<{ id: string; geometry: Shape }[]>`
    select id, geometry from parcel
     where center <@ box(point(${west}, ${south}), point(${east}, ${north})) limit ${limit}`;
}

/** Plot numbers by identifier. */
export async function findPlotNumbers(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db<{ id: string; number: string }[]>`
    select id, number from parcel where id = any(${[...new Set(ids)]}::bigint[])`;
  return new Map(rows.map(({ id, number }) => [id, number]));
}

export async function findParcelsByCadastre(
  db: Db,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await db<{ id: string; number: string }[]>`
    select id, cadastral_number as number from parcel where cadastral_number = any(${[...numbers]}::text[])`;
  return new Map(rows.map(({ id, number }) => [number, id]));
}
