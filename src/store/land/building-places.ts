import type { Db } from '../../base/db/connect.ts';
import type { Shape } from '../../engines/geometry/types.ts';

export interface ExistingBuilding {
  id: string;
  geometry: Shape;
  parcelId: string | null;
}

/** Buildings with an outline on these plots or on none, ordered by id. */
export async function listExistingBuildings(
  db: Db,
  parcels: readonly string[],
  after: string,
  limit: number,
): Promise<ExistingBuilding[]> {
  return db<ExistingBuilding[]>`
    select id, geometry, parcel_id as "parcelId" from building
     where id > ${after} and geometry is not null and (parcel_id is null or parcel_id = any(${[...parcels]}::bigint[]))
     order by id limit ${limit}`;
}

export interface BuildingPlace {
  id: string;
  changeId: string;
  parcelId: string | null;
  setbackM: number | null;
}

/**
 * Updates plot and setback of buildings, recording the old values in the plot history. Returns the number of changed
 * rows.
 */
export async function saveBuildingPlaces(
  db: Db,
  places: readonly BuildingPlace[],
  now: Date,
): Promise<number> {
  const parcels = [...new Set(places.flatMap(({ parcelId }) => parcelId ?? []))];
  await db`select 1 from parcel where id = any(${parcels}::bigint[]) order by id for key share`;
  const rows = await db`
    with incoming as materialized (
      select r.*, p.settlement_id from jsonb_to_recordset(${db.json(places as never)}) as r (
        id bigint, "changeId" bigint, "parcelId" bigint, "setbackM" double precision)
        left join parcel p on p.id = r."parcelId"
    ), noted as (
      insert into parcel_change (id, parcel_id, before, source, changed_at)
      select i."changeId", b.parcel_id,
             jsonb_build_object('building', jsonb_build_object('id', b.id::text, 'setback_m', b.setback_m)), 'import parcels', ${now}
        from incoming i join building b on b.id = i.id
       where b.parcel_id is not null and (b.parcel_id, b.setback_m) is distinct from (i."parcelId", i."setbackM")
    )
    update building b set parcel_id = i."parcelId", settlement_id = i.settlement_id, setback_m = i."setbackM", updated_at = ${now}
      from incoming i
     where b.id = i.id and (b.parcel_id, b.setback_m) is distinct from (i."parcelId", i."setbackM")
    returning 1`;
  return rows.length;
}
