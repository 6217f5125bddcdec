import type { LandBuilding, LandDocument } from '../../geometry/land-document.ts';
import { oncePerLand } from '../../geometry/once-per-land.ts';
import { keepsSetback, requiredSetbackM } from '../../rules/setbacks.ts';

/** How far a building has to stand from the border here, by its purpose. */
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
