import { drop, enter, leave, unaryUnion, union, unionOnGrid } from '../rings/geos.ts';
import type { Part, Ring } from '../rings/pack.ts';
import { largest, planarArea } from '../rings/planar.ts';
import type { Ends } from '../rings/segments.ts';
import { createGroups, type Groups } from './groups.ts';
import { type Link, spanningTree } from './spanning-tree.ts';
import type { Centres } from './strangers.ts';

/** Blocks farther apart than this are not one outline; the remoter ones are listed instead. */
export const longestCorridor = 500;
const widest = 0.5;
const narrowest = 0.03;
/** The side of the square laid over a place where land meets only in a point. */
const patch = 0.2;

type Line = Pick<Link, 'ends' | 'length'>;

/** A strip along a link, reaching half its width beyond both ends so that it bites into what it touches. */
export function strip({ ends: [ax, ay, bx, by], length }: Line, width: number): Ring {
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
export function clearStrip(link: Line, from: number, to: number, keepClear: Centres): Ring {
  let width = from;
  let ring = strip(link, width);
  while (width / 2 >= to && keepClear.inside(ring).length > 0) {
    width /= 2;
    ring = strip(link, width);
  }
  return ring;
}

/**
 * Joins blocks that lie apart by corridors along the shortest tree. Blocks too remote for that are left out: of the
 * groups that come about, the one with most land is the outline. Where land hangs together by a point only, a small
 * square makes it a place one can pass.
 */
export function joinBlocks(parts: readonly Part[], pinches: readonly Ends[], strangers: Centres): Part[] {
  const tree = spanningTree(parts, longestCorridor);
  const groups = createGroups(parts.length);
  for (const link of tree) groups.join(link.from, link.to);
  const main = mostLand(parts, groups);
  const blocks = parts.filter((_, i) => groups.find(i) === main);
  const links = tree.filter((link) => groups.find(link.from) === main);
  const patches = pinches.map((ends) => clearStrip({ ends, length: 0 }, patch, narrowest, strangers));
  const rings = [...links.map((link) => clearStrip(link, widest, narrowest, strangers)), ...patches];
  if (rings.length === 0) return blocks;
  const strips = enter(rings.map((ring) => [ring]));
  const corridors = unaryUnion(strips);
  const land = enter(blocks);
  const joined = union(land, corridors);
  let result = leave(joined);
  // Corridors leave one piece, besides squares laid where nothing is; anything else is a slip of the quick overlay.
  if (largest(result)[1] > 1) result = leave(unionOnGrid(land, corridors));
  drop(strips, corridors, land, joined);
  return result;
}

function mostLand(parts: readonly Part[], groups: Groups): number {
  const areas = new Float64Array(parts.length);
  parts.forEach((part, i) => {
    const group = groups.find(i);
    areas[group] = (areas[group] as number) + Math.abs(planarArea(part[0] as Ring));
  });
  return areas.indexOf(areas.reduce((a, b) => Math.max(a, b), 0));
}
