import { distanceBetween } from '../rings/ellipsoid.ts';
import { boxOf, createProjectionForBox, toDegrees, toMetres } from '../rings/local-projection.ts';
import type { Ring } from '../rings/packed-shapes.ts';
import { type Ends, measureBoxGap, nearestPoints, sidesOf } from '../rings/segments.ts';

/** A line or a ring in degrees; a single point is a line of one. */
export interface BorderLine {
  coordinates: Ring;
  closed: boolean;
}

/**
 * Least distance between two sets of lines in metres, 0 where they meet. Searches in a flat projection around the
 * first set, then measures the pair found on the ellipsoid, which removes the projection's error.
 */
export function distanceToBorders(from: readonly BorderLine[], borders: readonly BorderLine[]): number {
  const frame = createProjectionForBox(
    from.reduce((sum, line) => boxOf(line.coordinates, sum), boxOf(new Float64Array())),
  );
  const sides = (line: BorderLine) => sidesOf(toMetres(frame, line.coordinates), line.closed);
  const a = from.map(sides);
  const b = borders.map(sides);
  let best = Infinity;
  const ends: Ends = [0, 0, 0, 0];
  const nearest: Ends = [0, 0, 0, 0];
  for (const p of a) {
    for (const q of b) {
      for (let i = 0; i < p.length; i += 4) {
        for (let j = 0; j < q.length; j += 4) {
          if (measureBoxGap(p, i, q, j) >= best) continue;
          const distance = nearestPoints(p, i, q, j, ends);
          if (distance === 0) return 0;
          if (distance < best) {
            best = distance;
            nearest.splice(0, 4, ...ends);
          }
        }
      }
    }
  }
  if (best === Infinity) return Infinity;
  const [lon1 = 0, lat1 = 0, lon2 = 0, lat2 = 0] = toDegrees(frame, Float64Array.from(nearest));
  return distanceBetween(lon1, lat1, lon2, lat2);
}
