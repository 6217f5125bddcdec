import type { Db } from '../../db/connect.ts';

export interface BuildingRow {
  id: string;
  purpose: string;
  areaM2: number;
  hasGeometry: boolean;
  parcelId: string;
  parcelNumber: string;
  setbackM: number | null;
}

export interface BuildingFilter {
  parcelId?: string | undefined;
  purpose?: string | undefined;
  after?: string | undefined;
}

/** In the order of identifiers, which is the order they were entered in. */
export async function listBuildings(
  db: Db,
  settlementId: string,
  { parcelId, purpose, after }: BuildingFilter,
  limit: number,
): Promise<BuildingRow[]> {
  return db<BuildingRow[]>`
    select b.id, b.purpose, b.area_m2 as "areaM2", b.geometry is not null as "hasGeometry", p.id as "parcelId",
           p.number as "parcelNumber", b.setback_m as "setbackM"
      from building b join parcel p on p.id = b.parcel_id
     where b.settlement_id = ${settlementId}
       ${parcelId === undefined ? db`` : db`and b.parcel_id = ${parcelId}`}
       ${purpose === undefined ? db`` : db`and b.purpose = ${purpose}`}
       ${after === undefined ? db`` : db`and b.id > ${after}`}
     order by b.id limit ${limit}`;
}
