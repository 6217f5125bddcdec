import type { Extent } from '../../../engines/geometry/extent.ts';
import { findBlocks } from '../../../engines/geometry/land-blocks.ts';
import type { LandDocument } from '../../../engines/geometry/land-document.ts';
import { computeLandExtents } from '../../../engines/geometry/land-extents.ts';
import { memoizeByLand } from '../../../engines/geometry/land-memoization.ts';
import { drawRing, type Sheet } from './plan-drawing.ts';

const blocksOf = memoizeByLand((land): readonly Extent[] => {
  const { whole, at } = computeLandExtents(land);
  const extents = land.plots.map((_, place) => at(place)).filter((each) => each !== null);
  return whole ? findBlocks(extents, whole) : [];
});

/** Areas with too many plots to draw each. */
export function Blocks({ land, sheet }: { land: LandDocument; sheet: Sheet }) {
  const draw = ([west, south, east, north]: Extent) =>
    drawRing(
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
      ],
      sheet,
    );
  return <path class="m-plot" d={blocksOf(land).map(draw).join('')} />;
}
