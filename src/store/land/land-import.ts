import type { Db } from '../../db/connect.ts';
import type { Box, Position, Shape } from '../../geometry/types.ts';
import { outlineText } from './land.ts';

export interface ImportedParcel {
  id: string;
  changeId: string;
  cadastralNumber: string;
  number: string;
  numberKey: string;
  address: string;
  areaM2: number | null;
  geometry: Shape | null;
  centre: Position | null;
}

export interface Saved {
  added: number;
  changed: number;
}

export interface SavedParcels extends Saved {
  /** Plots with buildings whose outline is another now: how far the buildings stand from it has to be found again. */
  redrawn: string[];
}

/** Adds what is new and updates what differs, keeping what it was. What is the same is left alone. */
export async function saveParcels(
  db: Db,
  parcels: readonly ImportedParcel[],
  settlementId: string | null,
  now: Date,
): Promise<SavedParcels> {
  const rows = parcels.map(({ centre, ...parcel }) => ({
    ...parcel,
    outline: outlineText(parcel.geometry),
    x: centre?.[0] ?? null,
    y: centre?.[1] ?? null,
  }));
  // Whether a parcel is known is looked up once for all that follows; the same statement sees nothing of its own writing.
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
      returning 1
    ), fresh as (
      insert into parcel (id, settlement_id, number, number_key, cadastral_number, address, area_m2, geometry, outline, center,
                          created_at, updated_at)
      select i.id, ${settlementId}::bigint, i.number, i."numberKey", i."cadastralNumber", i.address, i."areaM2", i.geometry,
             i.outline, point(i.x, i.y), ${now}, ${now}
        from incoming i where i."cadastralNumber" not in (select k."cadastralNumber" from known k)
      on conflict (cadastral_number) where cadastral_number is not null do nothing
      returning 1
    )
    select (select count(*) from fresh)::int as added, (select count(*) from altered)::int as changed,
           array(select k.parcel_id from known k
                  where k.redrawn
                    and exists (select 1 from building b where b.parcel_id = k.parcel_id and b.geometry is not null)) as redrawn`;
  return row ?? { added: 0, changed: 0, redrawn: [] };
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

/** What a building was is kept with the history of its plot. */
export async function saveBuildings(
  db: Db,
  buildings: readonly ImportedBuilding[],
  now: Date,
): Promise<Saved> {
  // Plots first, then buildings, as a boundary does that moves both: neither can stop the other for good.
  const plots = [...new Set(buildings.flatMap(({ parcelId }) => parcelId ?? []))];
  await db`select 1 from parcel where id = any(${plots}::bigint[]) order by id for key share`;
  const differs = db`
    (b.purpose, b.area_m2, b.geometry, b.parcel_id, b.setback_m) is distinct from
    (i.purpose, i."areaM2", i.geometry, i."parcelId", i."setbackM")`;
  const [row] = await db<Saved[]>`
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
      returning 1
    ), fresh as (
      insert into building (id, settlement_id, parcel_id, cadastral_number, purpose, area_m2, geometry, setback_m, created_at, updated_at)
      select i.id, i.settlement_id, i."parcelId", i."cadastralNumber", i.purpose, i."areaM2", i.geometry, i."setbackM", ${now}, ${now}
        from incoming i where not exists (select 1 from building b where b.cadastral_number = i."cadastralNumber")
      on conflict (cadastral_number) where cadastral_number is not null do nothing
      returning 1
    )
    select (select count(*) from fresh)::int as added, (select count(*) from altered)::int as changed`;
  return row ?? { added: 0, changed: 0 };
}

/** Plots with an outline whose centre lies in the box. */
export async function listPlotsInBox(
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
