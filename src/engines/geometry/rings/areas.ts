import { ringArea } from './ellipsoid.ts';
import { freeHandles, fromGeos, isValid, makeValid, pointOnSurface, toGeos } from './geos.ts';
import type { Part, Ring } from './packed-shapes.ts';
import { planarArea, reverseRing } from './planar.ts';
import { createPointLocator } from './point-in-polygon.ts';

/** Square metres. Smaller areas are digitizing errors. */
const minAreaM2 = 0.01;

export interface CleanArea {
  parts: Part[];
  areaM2: number;
  repaired: boolean;
}

/** Valid parts with shells counter-clockwise and holes clockwise, and their area; null where no land is left. */
export function cleanArea(parts: Part[]): CleanArea | null {
  const handle = toGeos(parts);
  const valid = isValid(handle);
  let sound = parts;
  if (!valid) {
    const repaired = makeValid(handle);
    sound = fromGeos(repaired);
    freeHandles(repaired);
  }
  freeHandles(handle);
  const turned = sound.map((part) =>
    part.map((ring, i) => (planarArea(ring) > 0 === (i === 0) ? ring : reverseRing(ring))),
  );
  let areaM2 = 0;
  for (const part of turned) for (const ring of part) areaM2 += ringArea(ring);
  return areaM2 < minAreaM2 ? null : { parts: turned, areaM2, repaired: !valid };
}

/**
 * The centroid if it lies inside, else a point on the surface. Computed in degrees, as centroids are affine
 * invariant.
 */
export function centreOf(parts: readonly Part[]): [number, number] {
  const rings = parts.flat();
  const [originX = 0, originY = 0] = rings[0] ?? [];
  let weight = 0;
  let sumX = 0;
  let sumY = 0;
  for (const ring of rings) {
    let ax = (ring[ring.length - 2] as number) - originX;
    let ay = (ring[ring.length - 1] as number) - originY;
    for (let i = 0; i < ring.length; i += 2) {
      const bx = (ring[i] as number) - originX;
      const by = (ring[i + 1] as number) - originY;
      const cross = ax * by - bx * ay;
      weight += cross;
      sumX += cross * (ax + bx);
      sumY += cross * (ay + by);
      ax = bx;
      ay = by;
    }
  }
  const x = originX + sumX / (3 * weight);
  const y = originY + sumY / (3 * weight);
  if (createPointLocator(rings as Ring[])(x, y) > 0) return [x, y];
  const handle = toGeos(parts);
  const point = pointOnSurface(handle);
  freeHandles(handle);
  return point;
}
