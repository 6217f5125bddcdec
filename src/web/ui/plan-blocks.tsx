import type { Extent } from '../../geometry/extent.ts';
import { findBlocks } from '../../geometry/land-blocks.ts';
import type { LandDocument } from '../../geometry/land-document.ts';
import { extentsOf } from '../../geometry/land-extents.ts';
import { drawRing, type Sheet } from './plan-drawing.ts';

/** Of land that does not change: all of it is drawn in the same way for everybody. */
const blocksOfLand = new WeakMap<LandDocument, readonly Extent[]>();

function blocksOf(land: LandDocument, extent: Extent): readonly Extent[] {
  const { within, at } = extentsOf(land);
  const places = within(extent);
  return findBlocks(
    places.map(at).filter((each) => each !== null),
    extent,
  );
}

/** Where plots lie that are too many to draw. */
export function Blocks({ land, extent, sheet }: { land: LandDocument; extent: Extent; sheet: Sheet }) {
  const blocks = blocksOfLand.get(land) ?? blocksOf(land, extent);
  blocksOfLand.set(land, blocks);
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
  return <path class="m-plot" d={blocks.map(draw).join('')} />;
}
