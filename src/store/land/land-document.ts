import type { Db, Pool } from '../../base/db/connect.ts';
import type { LandDocument, LandOutline } from '../../engines/geometry/land-document.ts';
import { fromWire, openParts } from '../../engines/geometry/rings/points.ts';
import type { Shape, WirePoint } from '../../engines/geometry/types.ts';
import { matchesIdOrSlug } from '../id-or-slug.ts';

/** The settlement, and a version string that changes with anything in its land document. */
export async function findLandVersion(
  db: Db,
  reference: string,
): Promise<{ id: string; version: string } | undefined> {
  const [row] = await db<{ id: string; version: string }[]>`
    select s.id, concat_ws(' ', coalesce(v.version, 0), coalesce(s.boundary_id, 0), s.dwelling_setback_m, s.other_setback_m,
                           s.slug, s.name) as version
      from settlement s left join land_version v on v.settlement_id = s.id
     where ${matchesIdOrSlug(db, 's', reference)}`;
  return row;
}

/** Reads one snapshot. Contains no personal data: no names, memberships or objects. */
export async function readLandDocument(
  pool: Pool,
  settlementId: string,
): Promise<{ version: string; land: LandDocument } | undefined> {
  return pool.begin({ mode: 'isolation level repeatable read read only' }, async (db) => {
    const found = await findLandVersion(db, settlementId);
    const [card] = await db<(LandDocument['settlement'] & { ring: WirePoint[] | null })[]>`
      select s.id, s.slug, s.name, s.dwelling_setback_m as "dwellingSetbackM", s.other_setback_m as "otherSetbackM", b.ring
        from settlement s left join settlement_boundary b on b.id = s.boundary_id where s.id = ${settlementId}`;
    if (found === undefined || card === undefined) return undefined;
    const { ring, ...settlement } = card;
    const parcels = await db<
      { id: string; number: string; listing: string | null; geometry: Shape | null }[]
    >`
      select id, number, listing, geometry from parcel where settlement_id = ${settlementId} order by id`;
    const places = new Map(parcels.map(({ id }, place) => [id, place]));
    const buildings = await db<
      { parcelId: string; purpose: string; setbackM: number | null; geometry: Shape }[]
    >`
      select parcel_id as "parcelId", purpose, setback_m as "setbackM", geometry from building
       where settlement_id = ${settlementId} and parcel_id is not null and geometry is not null order by parcel_id, id`;
    const land: LandDocument = {
      settlement,
      boundary: ring === null ? null : fromWire(ring),
      plots: parcels.map(({ geometry, ...parcel }) => ({ ...parcel, outline: outlineOf(geometry) })),
      buildings: buildings.flatMap(({ parcelId, geometry, ...building }) => {
        const parcel = places.get(parcelId);
        return parcel === undefined ? [] : [{ ...building, plot: parcel, outline: outlineOf(geometry) }];
      }),
    };
    return { version: found.version, land };
  }) as Promise<{ version: string; land: LandDocument } | undefined>;
}

const outlineOf = (geometry: Shape | null): LandOutline => (geometry === null ? [] : openParts(geometry));
