import { difference, drop, enter, leave, unaryUnion } from '../rings/geos.ts';
import type { Part } from '../rings/pack.ts';
import { largest, planarArea } from '../rings/planar.ts';
import { clearStrip } from './joining.ts';
import { spanningTree } from './spanning-tree.ts';
import type { Centres } from './strangers.ts';

const widths = [0.2, 0.1, 0.05, 0.02] as const;
/** Crumbs a slit may cut off at a corner without anybody missing them. */
const crumbs = 0.5;

/**
 * Opens every hole to the outside by a slit, so that one ring can go around it. The slits follow the shortest tree
 * over the shell and the holes, which keeps the land in one piece; where a slit does cut something off, a narrower
 * one is tried. Gives one part, which may keep holes in the last resort.
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
