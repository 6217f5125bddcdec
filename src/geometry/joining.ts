import { drop, enter, leave, unaryUnion, union } from './geos.ts';
import type { Part, Ring } from './pack.ts';
import { type Link, spanningTree } from './spanning-tree.ts';
import type { Centres } from './strangers.ts';

/** Blocks farther apart than this are not one outline; the remoter ones are listed instead. */
export const longestCorridor = 500;
const widest = 0.5;
const narrowest = 0.03;

/** A strip along a link, reaching half its width beyond both ends so that it bites into what it touches. */
export function strip({ ends: [ax, ay, bx, by], length }: Link, width: number): Ring {
  const ux = length > 0 ? (bx - ax) / length : 1;
  const uy = length > 0 ? (by - ay) / length : 0;
  const h = width / 2;
  const corner = (x: number, y: number, along: number, across: number) => [
    x + ux * along - uy * across,
    y + uy * along + ux * across,
  ];
  return Float64Array.from([
    ...corner(ax, ay, -h, -h),
    ...corner(bx, by, h, -h),
    ...corner(bx, by, h, h),
    ...corner(ax, ay, -h, h),
  ]);
}

/** The widest strip that keeps clear of these centres, or the narrowest there is. */
export function clearStrip(link: Link, from: number, to: number, keepClear: Centres): Ring {
  let width = from;
  let ring = strip(link, width);
  while (width / 2 >= to && keepClear.inside(ring).length > 0) {
    width /= 2;
    ring = strip(link, width);
  }
  return ring;
}

/** Joins blocks that lie apart by corridors along the shortest tree, and gives what became of them. */
export function joinBlocks(parts: Part[], strangers: Centres): Part[] {
  const links = spanningTree(parts, longestCorridor);
  if (links.length === 0) return parts;
  const strips = enter(links.map((link) => [clearStrip(link, widest, narrowest, strangers)]));
  const corridors = unaryUnion(strips);
  const blocks = enter(parts);
  const joined = union(blocks, corridors);
  const result = leave(joined);
  drop(strips, corridors, blocks, joined);
  return result;
}
