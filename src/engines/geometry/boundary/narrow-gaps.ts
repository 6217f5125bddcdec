import type { Part } from '../rings/packed-shapes.ts';
import { type Ends, nearestPoints } from '../rings/segments.ts';
import { createDisjointSets } from './disjoint-sets.ts';
import { createSideGrid } from './side-grid.ts';

/** Metres along the ring. Closer sides are adjacent, not the two sides of a gap. */
const minDistanceAlongRing = 2;

interface GapVisitor {
  /** True for pairs of parts that need not be compared. */
  skip?(a: number, b: number): boolean;
  found(a: number, b: number, ends: Ends): void;
}

/** Visits every pair of sides, of one part or two, that come within `width` of each other without being adjacent. */
function visitNarrowGaps(parts: readonly Part[], width: number, { skip, found }: GapVisitor): void {
  const { all, ringOf, along, starts, owners } = flattenSides(parts);
  const total = ringOf.length;
  if (total === 0) return;

  /** Distance between two sides of one ring along it, the shorter way round; i comes before j. */
  const wayBetween = (i: number, j: number): number => {
    const ring = ringOf[i] as number;
    const length = (along[starts[ring + 1] as number] as number) - (along[starts[ring] as number] as number);
    const forth = (along[j] as number) - (along[i + 1] as number);
    const sides =
      (along[i + 1] as number) - (along[i] as number) + (along[j + 1] as number) - (along[j] as number);
    return Math.min(forth, length - forth - sides);
  };

  const ends: Ends = [0, 0, 0, 0];
  const compare = (one: number, other: number): void => {
    const i = Math.min(one, other);
    const j = Math.max(one, other);
    const a = owners[ringOf[i] as number] as number;
    const b = owners[ringOf[j] as number] as number;
    if (i === j || skip?.(a, b)) return;
    if (ringOf[i] === ringOf[j] && wayBetween(i, j) < minDistanceAlongRing) return;
    if (nearestPoints(all, 4 * i, all, 4 * j, ends) <= width) found(a, b, ends);
  };
  // Sides do not cross, so of two close sides an end of one is close to the other.
  const grid = createSideGrid(all, width);
  let side = 0;
  let before = 0;
  const meet = (other: number) => {
    if (other === side || other === before) return;
    compare(side, other);
    compare(before, other);
  };
  for (side = 0; side < total; side++) {
    const ring = ringOf[side] as number;
    before = side === starts[ring] ? (starts[ring + 1] as number) - 1 : side - 1;
    grid.visitNear(all[4 * side] as number, all[4 * side + 1] as number, meet);
  }
}

/** Sides of all rings in flat arrays: ring per side, first side per ring, part per ring, cumulative length. */
function flattenSides(parts: readonly Part[]) {
  let total = 0;
  let rings = 0;
  for (const part of parts) {
    rings += part.length;
    for (const ring of part) total += ring.length / 2;
  }
  const all = new Float64Array(total * 4);
  const ringOf = new Uint32Array(total);
  const along = new Float64Array(total + 1);
  const starts = new Uint32Array(rings + 1);
  const owners = new Uint32Array(rings);
  let at = 0;
  let number = 0;
  parts.forEach((part, owner) => {
    for (const ring of part) {
      owners[number] = owner;
      for (let i = 0; i < ring.length; i += 2, at++) {
        const next = i + 2 < ring.length ? i + 2 : 0;
        const ax = ring[i] as number;
        const ay = ring[i + 1] as number;
        const bx = ring[next] as number;
        const by = ring[next + 1] as number;
        all[4 * at] = ax;
        all[4 * at + 1] = ay;
        all[4 * at + 2] = bx;
        all[4 * at + 3] = by;
        ringOf[at] = number;
        along[at + 1] = (along[at] as number) + Math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay));
      }
      starts[++number] = at;
    }
  });
  return { all, ringOf, along, starts, owners };
}

/**
 * Groups of parts with a gap of at most `width` between or within them, and the parts without any, which can skip the
 * expensive closing.
 */
export function findNarrowGaps(parts: readonly Part[], width: number): { narrow: Part[][]; clear: Part[] } {
  const groups = createDisjointSets(parts.length);
  const isNarrow = new Uint8Array(parts.length);
  visitNarrowGaps(parts, width, {
    skip: (a, b) => a === b && isNarrow[a] === 1,
    found(a, b) {
      isNarrow[a] = isNarrow[b] = 1;
      groups.join(a, b);
    },
  });
  const narrow = new Map<number, Part[]>();
  const clear: Part[] = [];
  parts.forEach((part, i) => {
    const group = narrow.get(groups.find(i));
    if (!isNarrow[i]) clear.push(part);
    else if (group) group.push(part);
    else narrow.set(groups.find(i), [part]);
  });
  return { narrow: [...narrow.values()], clear };
}

/** Points where land is connected only by a point or a very thin neck, such as plots that meet at a corner. */
export function findPinches(parts: readonly Part[], width: number): Ends[] {
  const places = new Map<string, Ends>();
  visitNarrowGaps(parts, width, {
    found(_a, _b, [ax, ay, bx, by]) {
      const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
      places.set(`${Math.round(x * 100)} ${Math.round(y * 100)}`, [x, y, x, y]);
    },
  });
  return [...places.values()];
}
