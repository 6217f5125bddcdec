import { freeHandles, fromGeos, toGeos, unaryUnion, union, unionOnGrid } from '../rings/geos.ts';
import type { Part, Ring } from '../rings/packed-shapes.ts';
import { findLargestPart, planarArea } from '../rings/planar.ts';
import type { Ends } from '../rings/segments.ts';
import type { CentreIndex } from './centre-index.ts';
import { createDisjointSets, type DisjointSets } from './disjoint-sets.ts';
import { buildSpanningTree, type Link } from './spanning-tree.ts';

/** Metres. Blocks farther apart are not joined; members outside the ring are listed in `parcels` instead. */
export const maxCorridorLength = 500;
const maxCorridorWidth = 0.5;
const minCorridorWidth = 0.03;
/** Side of the square added where land meets only in a point. */
const patchSize = 0.2;

type Line = Pick<Link, 'ends' | 'length'>;

/** A rectangle along a link, extended by half its width beyond both ends so that it overlaps both blocks. */
export function createStrip({ ends: [ax, ay, bx, by], length }: Line, width: number): Ring {
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

/** The widest strip that contains none of these centres; if there is none, the narrowest. */
export function createClearStrip(link: Line, from: number, to: number, keepClear: CentreIndex): Ring {
  let width = from;
  let ring = createStrip(link, width);
  while (width / 2 >= to && keepClear.inside(ring).length > 0) {
    width /= 2;
    ring = createStrip(link, width);
  }
  return ring;
}

/**
 * Joins separate blocks by corridors along the minimum spanning tree and keeps the group with the largest area;
 * blocks too far away are left out. Where land meets only in a point, a small square widens the connection.
 */
export function joinBlocks(parts: readonly Part[], pinches: readonly Ends[], strangers: CentreIndex): Part[] {
  const tree = buildSpanningTree(parts, maxCorridorLength);
  const groups = createDisjointSets(parts.length);
  for (const link of tree) groups.join(link.from, link.to);
  const main = findLargestGroup(parts, groups);
  const blocks = parts.filter((_, i) => groups.find(i) === main);
  const links = tree.filter((link) => groups.find(link.from) === main);
  const patches = pinches.map((ends) =>
    createClearStrip({ ends, length: 0 }, patchSize, minCorridorWidth, strangers),
  );
  const rings = [
    ...links.map((link) => createClearStrip(link, maxCorridorWidth, minCorridorWidth, strangers)),
    ...patches,
  ];
  if (rings.length === 0) return blocks;
  const strips = toGeos(rings.map((ring) => [ring]));
  const corridors = unaryUnion(strips);
  const land = toGeos(blocks);
  const joined = union(land, corridors);
  let result = fromGeos(joined);
  // Apart from isolated squares one piece must result; more area elsewhere means that the floating-point overlay
  // failed.
  if (findLargestPart(result)[1] > 1) result = fromGeos(unionOnGrid(land, corridors));
  freeHandles(strips, corridors, land, joined);
  return result;
}

function findLargestGroup(parts: readonly Part[], groups: DisjointSets): number {
  const areas = new Float64Array(parts.length);
  parts.forEach((part, i) => {
    const group = groups.find(i);
    areas[group] = (areas[group] as number) + Math.abs(planarArea(part[0] as Ring));
  });
  return areas.indexOf(areas.reduce((a, b) => Math.max(a, b), 0));
}
