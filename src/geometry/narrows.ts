import { createGroups } from './groups.ts';
import type { Part } from './pack.ts';
import { type Ends, nearestPoints, sidesOf } from './segments.ts';
import { layOut } from './side-grid.ts';

/** Sides this close along the outline are neighbours, not the two banks of a gap. */
const bank = 2;

interface Visitor {
  /** Pairs of parts that need no closer look. */
  skip?(a: number, b: number): boolean;
  found(a: number, b: number, ends: Ends): void;
}

/** Visits every two sides, of one part or of two, that come within `width` of each other without being neighbours. */
function visitNarrows(parts: readonly Part[], width: number, { skip, found }: Visitor): void {
  const rings = parts.flatMap((part, owner) => part.map((ring) => ({ owner, sides: sidesOf(ring, true) })));
  const total = rings.reduce((sum, { sides }) => sum + sides.length / 4, 0);
  if (total === 0) return;
  const all = new Float64Array(total * 4);
  const ringOf = new Uint32Array(total);
  const along = new Float64Array(total + 1);
  const starts: number[] = [];
  let at = 0;
  rings.forEach(({ sides }, ring) => {
    starts.push(at);
    all.set(sides, 4 * at);
    for (let i = 0; i < sides.length; i += 4, at++) {
      ringOf[at] = ring;
      along[at + 1] =
        (along[at] as number) +
        Math.hypot(
          (sides[i + 2] as number) - (sides[i] as number),
          (sides[i + 3] as number) - (sides[i + 1] as number),
        );
    }
  });
  starts.push(total);
  const owners = rings.map(({ owner }) => owner);

  /** How far apart two sides of one ring are along it, the shorter way round. */
  const wayBetween = (i: number, j: number): number => {
    const ring = ringOf[i] as number;
    const length = (along[starts[ring + 1] as number] as number) - (along[starts[ring] as number] as number);
    const forth = (along[Math.max(i, j)] as number) - (along[Math.min(i, j) + 1] as number);
    const sides =
      (along[i + 1] as number) - (along[i] as number) + (along[j + 1] as number) - (along[j] as number);
    return Math.min(forth, length - forth - sides);
  };

  const ends: Ends = [0, 0, 0, 0];
  const compare = (one: number, other: number): void => {
    const [i, j] = one < other ? [one, other] : [other, one];
    const a = owners[ringOf[i] as number] as number;
    const b = owners[ringOf[j] as number] as number;
    if (i === j || skip?.(a, b)) return;
    if (ringOf[i] === ringOf[j] && wayBetween(i, j) < bank) return;
    if (nearestPoints(all, 4 * i, all, 4 * j, ends) <= width) found(a, b, ends);
  };
  // Sides do not cross, so of two that come near each other a corner of one is near the other.
  const grid = layOut(all, width);
  for (let i = 0; i < total; i++) {
    const ring = ringOf[i] as number;
    const before = i === starts[ring] ? (starts[ring + 1] as number) - 1 : i - 1;
    grid.near(all[4 * i] as number, all[4 * i + 1] as number, (j) => {
      if (j === i || j === before) return;
      compare(i, j);
      compare(before, j);
    });
  }
}

/**
 * Groups of parts with a gap of at most `width` between them or within one of them, and the parts without any. Most
 * blocks have none, and those need not go through the costly closing.
 */
export function findNarrows(parts: readonly Part[], width: number): { narrow: Part[][]; clear: Part[] } {
  const groups = createGroups(parts.length);
  const isNarrow = new Uint8Array(parts.length);
  visitNarrows(parts, width, {
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

/** Places where land hangs together by a point or a thread, as plots that meet at a corner do. */
export function findPinches(parts: readonly Part[], width: number): Ends[] {
  const places = new Map<string, Ends>();
  visitNarrows(parts, width, {
    found(_a, _b, [ax, ay, bx, by]) {
      const [x, y] = [(ax + bx) / 2, (ay + by) / 2];
      places.set(`${Math.round(x * 100)} ${Math.round(y * 100)}`, [x, y, x, y]);
    },
  });
  return [...places.values()];
}
