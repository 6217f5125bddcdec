import { keepsSetback, requiredSetbackM } from '../../../domain/rules/setbacks.ts';
import type { LandBuilding, LandDocument } from '../../../engines/geometry/land-document.ts';
import { oncePerLand } from '../../../engines/geometry/once-per-land.ts';

/** Required distance to the border, by the purpose of the building. */
export function requiredM({ purpose }: LandBuilding, { settlement }: LandDocument): number {
  const { dwellingSetbackM: dwellingM, otherSetbackM: otherM } = settlement;
  return requiredSetbackM(purpose, { dwellingM, otherM });
}

export function isTooNear(building: LandBuilding, land: LandDocument): boolean {
  return keepsSetback(building.setbackM, requiredM(building, land)) === false;
}

export const buildingsTooNear = oncePerLand((land): readonly LandBuilding[] =>
  land.buildings.filter((building) => isTooNear(building, land)),
);
