import { type Extent, extentOf } from './extent.ts';
import type { LandDocument } from './land-document.ts';
import { memoizeByLand } from './land-memoization.ts';

/** Where the plots of a settlement lie. */
export interface LandExtents {
  /** All plots; null: no outline is known. */
  readonly whole: Extent | null;
  /** Of the plot at an index of `plots`; null: its outline is not known. */
  at(place: number): Extent | null;
  /** Indices of the plots that intersect an extent. */
  within(extent: Extent): number[];
}

/** Cached, because each page and each cell needs it. */
export const computeLandExtents = memoizeByLand(computeUncached);

function computeUncached({ plots }: LandDocument): LandExtents {
  // Typed array and plain loops: a hundred thousand extents are scanned for each page.
  const sides = new Float64Array(plots.length * 4).fill(Number.NaN);
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const [place, { outline }] of plots.entries()) {
    const extent = extentOf(outline.flat());
    if (extent === null) continue;
    sides.set(extent, place * 4);
    west = Math.min(west, extent[0]);
    south = Math.min(south, extent[1]);
    east = Math.max(east, extent[2]);
    north = Math.max(north, extent[3]);
  }
  const side = (place: number, which: number) => sides[place * 4 + which] as number;
  return {
    whole: west < east && south < north ? [west, south, east, north] : null,
    at: (place) =>
      side(place, 0) <= side(place, 2)
        ? [side(place, 0), side(place, 1), side(place, 2), side(place, 3)]
        : null,
    within([left, bottom, right, top]) {
      const places: number[] = [];
      for (let place = 0; place < plots.length; place += 1)
        // Comparisons with NaN, an unknown outline, are false.
        if (
          side(place, 0) <= right &&
          side(place, 2) >= left &&
          side(place, 1) <= top &&
          side(place, 3) >= bottom
        )
          places.push(place);
      return places;
    },
  };
}
