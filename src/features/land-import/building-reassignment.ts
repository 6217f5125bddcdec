import type { Box } from '../../engines/geometry/types.ts';
import {
  type BuildingPlace,
  listExistingBuildings,
  saveBuildingPlaces,
} from '../../store/land/building-places.ts';
import type { ImportDependencies } from './import-report.ts';
import { boxOfGeometries, createParcelCache, roundSetback } from './parcel-cache.ts';

const batchSize = 5000;

/**
 * After an import of parcels: reassigns buildings on changed plots, and those without a plot in the imported area, to
 * the plot they overlap most, and measures their setback again.
 */
export async function reassignBuildings(
  tools: ImportDependencies,
  redrawn: ReadonlySet<string>,
  touched: Box | null,
): Promise<number> {
  if (touched === null) return 0;
  const parcels = createParcelCache(tools.pool);
  let moved = 0;
  for (let after = '0'; ; ) {
    const batch = await listExistingBuildings(tools.pool, [...redrawn], after, batchSize);
    const near = batch.filter(
      (building) => building.parcelId !== null || boxesIntersect(boxOfGeometries([building]), touched),
    );
    const box = boxOfGeometries(near);
    if (box !== null) {
      const prepared = await tools.geometry.prepareBuildings(near, await parcels(box));
      const places = near.flatMap(({ id }, index): BuildingPlace[] => {
        const found = prepared[index];
        if (!found?.ok) return [];
        return [
          { id, changeId: tools.newId(), parcelId: found.parcel, setbackM: roundSetback(found.setbackM) },
        ];
      });
      moved += await tools.pool.begin((db) => saveBuildingPlaces(db, places, tools.now()));
    }
    const last = batch.at(-1);
    if (last === undefined || batch.length < batchSize) return moved;
    after = last.id;
  }
}

const boxesIntersect = (a: Box | null, b: Box): boolean =>
  a !== null && a[0] <= b[2] && a[2] >= b[0] && a[1] <= b[3] && a[3] >= b[1];
