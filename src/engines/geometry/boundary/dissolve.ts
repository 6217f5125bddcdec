import { boxOf } from '../rings/local-projection.ts';
import type { Part, Ring } from '../rings/packed-shapes.ts';
import { planarArea } from '../rings/planar.ts';
import { createPointLocator } from '../rings/point-in-polygon.ts';
import { type Sides, traceRings } from './ring-tracing.ts';

/**
 * Union of parts that share corners exactly: a side present once in each direction is interior, and the remaining
 * sides form the outline. Overlapping parts give self-crossing rings, so the caller must validate the result. Null if
 * too many sides coincide.
 */
export function dissolve(parts: readonly Part[]): Part[] | null {
  const sides = findUnsharedSides(parts);
  return sides && assignHolesToShells(traceRings(sides));
}

/** More coincident sides than this are no digitizing error, and scanning them would take quadratic time. */
const maxCoincidentSides = 8;

const bits = new Float64Array(2);
const words = new Int32Array(bits.buffer);

function hashOf(a: number, b: number, c: number, d: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) ^ Math.imul(c, 0xc2b2ae35) ^ Math.imul(d, 0x27d4eb2f);
  return hash ^ (hash >>> 14);
}

function findUnsharedSides(parts: readonly Part[]): Sides | null {
  let corners = 0;
  for (const part of parts) for (const ring of part) corners += ring.length / 2;
  const mask = (1 << Math.ceil(Math.log2(corners * 2 + 2))) - 1;
  const [x, y] = [new Float64Array(corners), new Float64Array(corners)];
  const [from, to] = [new Int32Array(corners), new Int32Array(corners)];
  /** Open-addressing hash tables of corners and sides; entries are index + 1, 0 is empty. */
  const [cornerAt, sideAt] = [new Int32Array(mask + 1), new Int32Array(mask + 1)];
  const isShared = new Uint8Array(corners);
  let known = 0;

  const numberOf = (px: number, py: number): number => {
    // Adding 0 turns -0 into 0, so that both hash alike.
    bits[0] = px + 0;
    bits[1] = py + 0;
    let place = hashOf(words[0] as number, words[1] as number, words[2] as number, words[3] as number) & mask;
    for (;;) {
      const corner = (cornerAt[place] as number) - 1;
      if (corner < 0) break;
      if (x[corner] === px && y[corner] === py) return corner;
      place = (place + 1) & mask;
    }
    x[known] = px;
    y[known] = py;
    cornerAt[place] = ++known;
    return known - 1;
  };

  let sides = 0;
  const addSide = (a: number, b: number): boolean => {
    let place = hashOf(Math.min(a, b), Math.max(a, b), 0, 0) & mask;
    let others = 0;
    for (;;) {
      const side = (sideAt[place] as number) - 1;
      if (side < 0) break;
      if (from[side] === b && to[side] === a && !isShared[side]) {
        isShared[side] = 1;
        return true;
      }
      if (from[side] === a && to[side] === b && ++others > maxCoincidentSides) return false;
      place = (place + 1) & mask;
    }
    from[sides] = a;
    to[sides] = b;
    sideAt[place] = ++sides;
    return true;
  };

  for (const part of parts) {
    for (let r = 0; r < part.length; r++) {
      const ring = part[r] as Ring;
      const forth = planarArea(ring) > 0 === (r === 0);
      const last = numberOf(ring[ring.length - 2] as number, ring[ring.length - 1] as number);
      let before = last;
      for (let i = 0; i < ring.length; i += 2) {
        const corner = i === ring.length - 2 ? last : numberOf(ring[i] as number, ring[i + 1] as number);
        if (corner === before) continue;
        if (!(forth ? addSide(before, corner) : addSide(corner, before))) return null;
        before = corner;
      }
    }
  }

  let count = 0;
  for (let side = 0; side < sides; side++) {
    if (isShared[side]) continue;
    from[count] = from[side] as number;
    to[count++] = to[side] as number;
  }
  return { x, y, from, to, count };
}

/** Assigns each hole (clockwise ring) to the smallest shell that contains it. */
function assignHolesToShells(rings: readonly Ring[]): Part[] | null {
  const shells: { part: Part; area: number }[] = [];
  const holes: Ring[] = [];
  for (const ring of rings) {
    const area = planarArea(ring);
    if (area > 0) shells.push({ part: [ring], area });
    else if (area < 0) holes.push(ring);
  }
  if (holes.length === 0) return shells.map(({ part }) => part);
  shells.sort((a, b) => a.area - b.area);
  const boxes = shells.map(({ part }) => boxOf(part[0] as Ring));
  const locators = shells.map(() => null as ReturnType<typeof createPointLocator> | null);
  for (const hole of holes) {
    const [west, south, east, north] = boxOf(hole);
    const around = shells.find(({ part }, i) => {
      const box = boxes[i] as (typeof boxes)[number];
      if (box[0] > west || box[1] > south || box[2] < east || box[3] < north) return false;
      if (shells.length === 1) return true;
      locators[i] ??= createPointLocator([part[0] as Ring]);
      return isRingInside(hole, locators[i] as ReturnType<typeof createPointLocator>);
    });
    if (around === undefined) return null;
    around.part.push(hole);
  }
  return shells.map(({ part }) => part);
}

/** Rings may touch but not cross, so the first corner off the other ring's edge decides. */
function isRingInside(ring: Ring, inside: ReturnType<typeof createPointLocator>): boolean {
  for (let i = 0; i < ring.length; i += 2) {
    const side = inside(ring[i] as number, ring[i + 1] as number);
    if (side !== 0) return side > 0;
  }
  return false;
}
