import type { LandBuilding, LandDocument } from '../../geometry/land-document.ts';
import { keepsSetback, requiredSetbackM } from '../../rules/setbacks.ts';

/** How far a building has to stand from the border here, by its purpose. */
export function requiredM({ purpose }: LandBuilding, { settlement }: LandDocument): number {
  const { dwellingSetbackM: dwellingM, otherSetbackM: otherM } = settlement;
  return requiredSetbackM(purpose, { dwellingM, otherM });
}

export function isTooNear(building: LandBuilding, land: LandDocument): boolean {
  return keepsSetback(building.setbackM, requiredM(building, land)) === false;
}

/** Of land that does not change: looked through once. */
const near = new WeakMap<LandDocument, readonly LandBuilding[]>();

export function buildingsTooNear(land: LandDocument): readonly LandBuilding[] {
  const found = near.get(land) ?? land.buildings.filter((building) => isTooNear(building, land));
  near.set(land, found);
  return found;
}
