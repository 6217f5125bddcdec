import { difference, freeHandles, fromGeos, toGeos, unaryUnion } from '../rings/geos.ts';
import type { Part } from '../rings/packed-shapes.ts';
import { findLargestPart, planarArea } from '../rings/planar.ts';
import type { CentreIndex } from './centre-index.ts';
import { createClearStrip } from './corridors.ts';
import { buildSpanningTree } from './spanning-tree.ts';

const slitWidths = [0.2, 0.1, 0.05, 0.02] as const;
/** Square metres that a slit may cut off. */
const maxLostArea = 0.5;

/**
 * Cuts a slit (keyhole) from every hole to the outside, so that a single ring can describe the land. Slits follow the
 * minimum spanning tree over shell and holes, which keeps the land connected; where one cuts off too much, a narrower
 * one is tried. The result may keep holes if none works.
 */
export function cutKeyholes(part: Part, members: CentreIndex): Part {
  if (part.length === 1) return part;
  const links = buildSpanningTree(
    part.map((ring) => [ring]),
    1e6,
  );
  const land = toGeos([part]);
  let best: { part: Part; lost: number } | null = null;
  for (const width of slitWidths) {
    const strips = toGeos(links.map((link) => [createClearStrip(link, width, slitWidths[3], members)]));
    const slits = unaryUnion(strips);
    const opened = difference(land, slits);
    const pieces = fromGeos(opened);
    freeHandles(strips, slits, opened);
    const [main, lost] = findLargestPart(pieces);
    const holes = main.slice(1).reduce((sum, ring) => sum + Math.abs(planarArea(ring)), 0);
    if (!best || lost + holes < best.lost) best = { part: main, lost: lost + holes };
    if (best.lost <= maxLostArea) break;
  }
  freeHandles(land);
  return best?.part ?? part;
}
