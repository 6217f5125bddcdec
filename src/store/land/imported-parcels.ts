import type { Db } from '../../base/db/connect.ts';
import type { PlotKind } from '../../domain/rules/plot-kinds.ts';
import type { Position, Shape } from '../../engines/geometry/types.ts';
import { outlineText } from './land.ts';

export interface ImportedParcel {
  id: string;
  changeId: string;
  /** Null: not known yet. */
  cadastralNumber: string | null;
  number: string;
  numberKey: string;
  /** The number was derived from the cadastral number; an existing number is kept. */
  isNumberless: boolean;
  address: string;
  areaM2: number | null;
  /** Null: the file does not say. */
  kind: PlotKind | null;
  geometry: Shape | null;
  centre: Position | null;
}

/** A registered plot, to compare an import with. */
export interface StandingParcel {
  id: string;
  number: string;
  cadastralNumber: string | null;
  settlementId: string | null;
  address: string;
  areaM2: number | null;
  kind: PlotKind;
  centre: Position | null;
  /** Its outline is byte for byte that of the file. */
  hasSameOutline: boolean;
  /** Somebody lives there or is recorded there. */
  hasPeople: boolean;
}

/** By identifier. */
export async function listStandingParcels(
  db: Db,
  parcels: readonly { parcelId: string; geometry: Shape | null }[],
): Promise<Map<string, StandingParcel>> {
  if (parcels.length === 0) return new Map();
  const wanted = parcels.map(({ parcelId, geometry }) => ({ id: parcelId, outline: outlineText(geometry) }));
  const rows = await db<(Omit<StandingParcel, 'centre'> & { x: number | null; y: number | null })[]>`
    select p.id, p.number, p.cadastral_number as "cadastralNumber", p.settlement_id as "settlementId", p.address,
           p.area_m2 as "areaM2", p.kind, p.center[0] as x, p.center[1] as y,
           coalesce(p.outline = w.outline, false) as "hasSameOutline",
           exists (select 1 from membership m where m.parcel_id = p.id and m.state = 'confirmed')
           or exists (select 1 from recorded_person r where r.parcel_id = p.id and r.until is null) as "hasPeople"
      from jsonb_to_recordset(${db.json(wanted as never)}) as w (id bigint, outline bytea) join parcel p on p.id = w.id`;
  return new Map(
    rows.map(({ x, y, ...parcel }) => [
      parcel.id,
      { ...parcel, centre: x === null || y === null ? null : [x, y] },
    ]),
  );
}

/** Plots asked for at once, and bytes of an outline that is read: parsing more would hold the event loop. */
const outlinesAtOnce = 20;
const maxOutlineBytes = 64_000;

/** By identifier. A very long outline is left out. */
export async function listStandingOutlines(db: Db, ids: readonly string[]): Promise<Map<string, Shape>> {
  const found = new Map<string, Shape>();
  for (let from = 0; from < ids.length; from += outlinesAtOnce) {
    const rows = await db<{ id: string; geometry: Shape }[]>`
      select id, geometry from parcel
       where id = any(${ids.slice(from, from + outlinesAtOnce)}::bigint[]) and geometry is not null
         and octet_length(outline) <= ${maxOutlineBytes}`;
    for (const { id, geometry } of rows) found.set(id, geometry);
  }
  return found;
}

export interface SavedParcels {
  /** Identifiers of the rows that were inserted. */
  added: string[];
  /** Plots with buildings whose outline changed, so that setbacks must be recomputed. */
  redrawn: string[];
}

/**
 * Inserts new parcels and updates changed ones (`parcelId`), with their old values in the history. What a row does not
 * say stays as it is.
 */
export async function saveParcels(
  db: Db,
  parcels: readonly (ImportedParcel & { parcelId: string | null })[],
  settlementId: string | null,
  now: Date,
): Promise<SavedParcels> {
  const rows = parcels.map(({ centre, isNumberless: _, ...parcel }) => ({
    ...parcel,
    outline: outlineText(parcel.geometry),
    x: centre?.[0] ?? null,
    y: centre?.[1] ?? null,
  }));
  const [row] = await db<SavedParcels[]>`
    with incoming as materialized (
      select * from jsonb_to_recordset(${db.json(rows as never)}) as r (
        id bigint, "changeId" bigint, "parcelId" bigint, "cadastralNumber" text, number text, "numberKey" text, address text,
        "areaM2" double precision, kind text, geometry jsonb, outline bytea, x double precision, y double precision)
    ), noted as (
      insert into parcel_change (id, parcel_id, before, source, changed_at)
      select i."changeId", p.id,
             jsonb_build_object('number', p.number, 'address', p.address, 'area_m2', p.area_m2, 'geometry', p.geometry,
                                'settlement_id', p.settlement_id::text),
             'import parcels', ${now}
        from incoming i join parcel p on p.id = i."parcelId"
    ), altered as (
      update parcel p set number = i.number, number_key = i."numberKey", address = coalesce(nullif(i.address, ''), p.address),
             cadastral_number = coalesce(p.cadastral_number, i."cadastralNumber"), kind = coalesce(i.kind, p.kind),
             area_m2 = coalesce(i."areaM2", p.area_m2), geometry = coalesce(i.geometry, p.geometry),
             outline = coalesce(i.outline, p.outline), center = coalesce(point(i.x, i.y), p.center),
             settlement_id = coalesce(p.settlement_id, ${settlementId}::bigint), updated_at = ${now}
        from incoming i where p.id = i."parcelId"
    ), fresh as (
      insert into parcel (id, settlement_id, number, number_key, cadastral_number, address, area_m2, kind, geometry, outline,
                          center, created_at, updated_at)
      select i.id, ${settlementId}::bigint, i.number, i."numberKey", i."cadastralNumber", i.address, i."areaM2",
             coalesce(i.kind, 'dwelling'), i.geometry, i.outline, point(i.x, i.y), ${now}, ${now}
        from incoming i where i."parcelId" is null
      on conflict (cadastral_number) where cadastral_number is not null do nothing
      returning id
    )
    select array(select id from fresh) as added,
           array(select i."parcelId" from incoming i
                  where i.geometry is not null
                    and exists (select 1 from building b where b.parcel_id = i."parcelId" and b.geometry is not null)) as redrawn`;
  return row ?? { added: [], redrawn: [] };
}
