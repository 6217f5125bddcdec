import { keepsSetback, requiredSetbackM } from '../../../domain/rules/setbacks.ts';
import type { LandBuilding, LandDocument } from '../../../engines/geometry/land-document.ts';
import { memoizeByLand } from '../../../engines/geometry/land-memoization.ts';

/** Required distance to the border, by the purpose of the building. */
export function requiredSetback({ purpose }: LandBuilding, { settlement }: LandDocument): number {
  const { dwellingSetbackM: dwellingM, otherSetbackM: otherM } = settlement;
  return requiredSetbackM(purpose, { dwellingM, otherM });
}

export function violatesSetback(building: LandBuilding, land: LandDocument): boolean {
  return keepsSetback(building.setbackM, requiredSetback(building, land)) === false;
}

export const listSetbackViolations = memoizeByLand((land): readonly LandBuilding[] =>
  land.buildings.filter((building) => violatesSetback(building, land)),
);
