import type { Db } from '../../base/db/connect.ts';
import type { Shape } from '../../engines/geometry/types.ts';

export interface BuildingRow {
  id: string;
  purpose: string;
  areaM2: number;
  hasGeometry: boolean;
  parcelId: string;
  parcelNumber: string;
  setbackM: number | null;
  /** Setbacks required by the settlement. */
  dwellingM: number;
  otherM: number;
  /** Only with `withGeometry`. */
  geometry?: Shape | null;
}

export interface BuildingFilter {
  parcelId?: string | undefined;
  purpose?: string | undefined;
  closerThanM?: number | undefined;
  after?: string | undefined;
}

/** Ordered by id, that is by creation. */
export async function listBuildings(
  db: Db,
  settlementId: string,
  { parcelId, purpose, closerThanM, after }: BuildingFilter,
  limit: number,
  withGeometry = false,
): Promise<BuildingRow[]> {
  return db<BuildingRow[]>`
    select b.id, b.purpose, b.area_m2 as "areaM2", b.geometry is not null as "hasGeometry", p.id as "parcelId",
           p.number as "parcelNumber", b.setback_m as "setbackM",
           s.dwelling_setback_m as "dwellingM", s.other_setback_m as "otherM"
           ${withGeometry ? db`, b.geometry` : db``}
      from building b join parcel p on p.id = b.parcel_id join settlement s on s.id = b.settlement_id
     where b.settlement_id = ${settlementId}
       ${parcelId === undefined ? db`` : db`and b.parcel_id = ${parcelId}`}
       ${purpose === undefined ? db`` : db`and b.purpose = ${purpose}`}
       ${closerThanM === undefined ? db`` : db`and b.setback_m < ${closerThanM}`}
       ${after === undefined ? db`` : db`and b.id > ${after}`}
     order by b.id limit ${limit}`;
}
