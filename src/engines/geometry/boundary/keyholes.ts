import { difference, drop, enter, leave, unaryUnion } from '../rings/geos.ts';
import type { Part } from '../rings/pack.ts';
import { largest, planarArea } from '../rings/planar.ts';
import { clearStrip } from './joining.ts';
import { spanningTree } from './spanning-tree.ts';
import type { Centres } from './strangers.ts';

const widths = [0.2, 0.1, 0.05, 0.02] as const;
/** Square metres that a slit may cut off. */
const crumbs = 0.5;

/**
 * Cuts a slit (keyhole) from every hole to the outside, so that a single ring can describe the land. Slits follow the
 * minimum spanning tree over shell and holes, which keeps the land connected; where one cuts off too much, a narrower
 * one is tried. The result may keep holes if none works.
 */
export function openHoles(part: Part, members: Centres): Part {
  if (part.length === 1) return part;
  const links = spanningTree(
    part.map((ring) => [ring]),
    1e6,
  );
  const land = enter([part]);
  let best: { part: Part; lost: number } | null = null;
  for (const width of widths) {
    const strips = enter(links.map((link) => [clearStrip(link, width, widths[3], members)]));
    const slits = unaryUnion(strips);
    const opened = difference(land, slits);
    const pieces = leave(opened);
    drop(strips, slits, opened);
    const [main, lost] = largest(pieces);
    const holes = main.slice(1).reduce((sum, ring) => sum + Math.abs(planarArea(ring)), 0);
    if (!best || lost + holes < best.lost) best = { part: main, lost: lost + holes };
    if (best.lost <= crumbs) break;
  }
  drop(land);
  return best?.part ?? part;
}
