import type { Db } from '../../base/db/connect.ts';
import type { Box, Position, Shape } from '../../engines/geometry/types.ts';
import { outlineText } from './land.ts';

export interface ImportedParcel {
  id: string;
  changeId: string;
  cadastralNumber: string;
  number: string;
  numberKey: string;
  /** The number was derived from the cadastral number; an existing number is kept. */
  isNumberless: boolean;
  address: string;
  areaM2: number | null;
  geometry: Shape | null;
  centre: Position | null;
}

/** Cadastral numbers. */
export interface SavedFeatures {
  added: string[];
  changed: string[];
}

export interface SavedParcels extends SavedFeatures {
  /** Plots with buildings whose outline changed, so that setbacks must be recomputed. */
  redrawn: string[];
}

/** Upserts parcels and records old values in their history. Unchanged rows are not touched. */
export async function saveParcels(
  db: Db,
  parcels: readonly ImportedParcel[],
  settlementId: string | null,
  now: Date,
): Promise<SavedParcels> {
  const rows = parcels.map(({ centre, isNumberless: _, ...parcel }) => ({
    ...parcel,
    outline: outlineText(parcel.geometry),
    x: centre?.[0] ?? null,
    y: centre?.[1] ?? null,
  }));
  // Known parcels are determined once: the parts of one statement do not see each other's writes.
  const [row] = await db<SavedParcels[]>`
    with incoming as materialized (
      select * from jsonb_to_recordset(${db.json(rows as never)}) as r (
        id bigint, "changeId" bigint, "cadastralNumber" text, number text, "numberKey" text, address text,
        "areaM2" double precision, geometry jsonb, outline bytea, x double precision, y double precision)
    ), known as materialized (
      select i."cadastralNumber", p.id as parcel_id,
             i.geometry is not null and p.geometry is distinct from i.geometry as redrawn,
             (p.number, p.address, p.area_m2, p.geometry) is distinct from
             (i.number, coalesce(nullif(i.address, ''), p.address), coalesce(i."areaM2", p.area_m2), coalesce(i.geometry, p.geometry))
             or (p.settlement_id is null and ${settlementId}::bigint is not null) as differs
        from incoming i join parcel p on p.cadastral_number = i."cadastralNumber"
    ), differing as materialized (
      select i.*, k.parcel_id from known k join incoming i using ("cadastralNumber") where k.differs
    ), noted as (
      insert into parcel_change (id, parcel_id, before, source, changed_at)
      select d."changeId", p.id,
             jsonb_build_object('number', p.number, 'address', p.address, 'area_m2', p.area_m2, 'geometry', p.geometry,
                                'settlement_id', p.settlement_id::text),
             'import parcels', ${now}
        from differing d join parcel p on p.id = d.parcel_id
    ), altered as (
      update parcel p set number = d.number, number_key = d."numberKey", address = coalesce(nullif(d.address, ''), p.address),
             area_m2 = coalesce(d."areaM2", p.area_m2), geometry = coalesce(d.geometry, p.geometry),
             outline = coalesce(d.outline, p.outline), center = coalesce(point(d.x, d.y), p.center),
             settlement_id = coalesce(p.settlement_id, ${settlementId}::bigint), updated_at = ${now}
        from differing d where p.id = d.parcel_id
      returning p.cadastral_number
    ), fresh as (
      insert into parcel (id, settlement_id, number, number_key, cadastral_number, address, area_m2, geometry, outline, center,
                          created_at, updated_at)
      select i.id, ${settlementId}::bigint, i.number, i."numberKey", i."cadastralNumber", i.address, i."areaM2", i.geometry,
             i.outline, point(i.x, i.y), ${now}, ${now}
        from incoming i where i."cadastralNumber" not in (select k."cadastralNumber" from known k)
      on conflict (cadastral_number) where cadastral_number is not null do nothing
      returning cadastral_number
    )
    select array(select cadastral_number from fresh) as added, array(select cadastral_number from altered) as changed,
           array(select k.parcel_id from known k
                  where k.redrawn
                    and exists (select 1 from building b where b.parcel_id = k.parcel_id and b.geometry is not null)) as redrawn`;
  return row ?? { added: [], changed: [], redrawn: [] };
}

/** A registered plot, to compare an import with. */
export interface StandingLand {
  centre: Position | null;
  areaM2: number | null;
  geometry: Shape | null;
}

/** Plots asked for at once, and bytes of an outline that is read: parsing more would hold the event loop. */
const standingPart = 20;
const maxStandingBytes = 64_000;

/** By cadastral number. A very long outline is left out: it only serves a picture. */
export async function listStandingLand(
  db: Db,
  parcels: readonly { cadastralNumber: string }[],
): Promise<Map<string, StandingLand>> {
  const found = new Map<string, StandingLand>();
  for (let from = 0; from < parcels.length; from += standingPart) {
    const numbers = parcels.slice(from, from + standingPart).map(({ cadastralNumber }) => cadastralNumber);
    const rows = await db<
      { number: string; x: number | null; y: number | null; areaM2: number | null; geometry: Shape | null }[]
    >`
      select cadastral_number as number, center[0] as x, center[1] as y, area_m2 as "areaM2",
             case when octet_length(outline) <= ${maxStandingBytes} then geometry end as geometry
        from parcel where cadastral_number is not null and cadastral_number = any(${numbers}::text[])`;
    for (const { number, x, y, areaM2, geometry } of rows)
      found.set(number, { centre: x === null || y === null ? null : [x, y], areaM2, geometry });
  }
  return found;
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

/** Upserts buildings and records old values in the history of their plot. The plots must be locked. */
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
      returning b.cadastral_number
    ), fresh as (
      insert into building (id, settlement_id, parcel_id, cadastral_number, purpose, area_m2, geometry, setback_m, created_at, updated_at)
      select i.id, i.settlement_id, i."parcelId", i."cadastralNumber", i.purpose, i."areaM2", i.geometry, i."setbackM", ${now}, ${now}
        from incoming i where not exists (select 1 from building b where b.cadastral_number = i."cadastralNumber")
      on conflict (cadastral_number) where cadastral_number is not null do nothing
      returning cadastral_number
    )
    select array(select cadastral_number from fresh) as added, array(select cadastral_number from altered) as changed`;
  return row ?? { added: [], changed: [] };
}

/** Cadastral numbers of plots that belong to another settlement; empty without a settlement. */
export async function listParcelsOfOtherSettlements(
  db: Db,
  parcels: readonly { cadastralNumber: string }[],
  settlementId: string | null,
): Promise<Set<string>> {
  if (settlementId === null) return new Set();
  const numbers = parcels.map(({ cadastralNumber }) => cadastralNumber);
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

export async function findParcelsByCadastre(
  db: Db,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const rows = await db<{ id: string; number: string }[]>`
    select id, cadastral_number as number from parcel where cadastral_number = any(${[...numbers]}::text[])`;
  return new Map(rows.map(({ id, number }) => [number, id]));
}
