import type { Position } from './types.ts';

/** West, south, east, north in degrees. */
export type Extent = readonly [number, number, number, number];

/** A tenth of a millimetre: what is smaller has no scale to draw it in. */
const leastDegrees = 1e-9;

export function extentOf(rings: Iterable<readonly Position[]>): Extent | null {
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const ring of rings)
    for (const [x, y] of ring) {
      if (x < west) west = x;
      if (x > east) east = x;
      if (y < south) south = y;
      if (y > north) north = y;
    }
  return east - west > leastDegrees && north - south > leastDegrees ? [west, south, east, north] : null;
}
