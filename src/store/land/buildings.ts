import type { Db } from '../../db/connect.ts';
import { matchesParcel } from './parcels.ts';

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
  parcel?: string | undefined;
  purpose?: string | undefined;
  after?: string | undefined;
}

/** In the order of identifiers, which is the order they were entered in. */
export async function listBuildings(
  db: Db,
  settlementId: string,
  { parcel, purpose, after }: BuildingFilter,
  limit: number,
): Promise<BuildingRow[]> {
  return db<BuildingRow[]>`
    select b.id, b.purpose, b.area_m2 as "areaM2", b.geometry is not null as "hasGeometry", p.id as "parcelId",
           p.number as "parcelNumber", b.setback_m as "setbackM"
      from building b join parcel p on p.id = b.parcel_id
     where b.settlement_id = ${settlementId}
       ${parcel === undefined ? db`` : db`and p.settlement_id = ${settlementId} and ${matchesParcel(db, parcel)}`}
       ${purpose === undefined ? db`` : db`and b.purpose = ${purpose}`}
       ${after === undefined ? db`` : db`and b.id > ${after}`}
     order by b.id limit ${limit}`;
}
