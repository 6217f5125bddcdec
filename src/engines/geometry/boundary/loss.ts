import { areaOf, differenceOnGrid, isValid, makeValid, toGeos } from '../rings/geos.ts';
import { boxOf, createProjectionForBox, toMetres } from '../rings/local-projection.ts';
import type { Ring } from '../rings/packed-shapes.ts';

/** Square metres inside the first ring and outside the second. */
export function measureLoss(before: Ring, after: Ring): number {
  const frame = createProjectionForBox(boxOf(before));
  const [old, next] = [before, after].map((ring) => {
    const handle = toGeos([[toMetres(frame, ring)]]);
    return isValid(handle) ? handle : makeValid(handle);
  }) as [number, number];
  return areaOf(differenceOnGrid(old, next));
}
