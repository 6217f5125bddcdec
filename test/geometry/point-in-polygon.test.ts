import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { createPointLocator } from '../../src/engines/geometry/rings/point-in-polygon.ts';
import { findSelfIntersection } from '../../src/engines/geometry/rings/self-intersection.ts';

/** On a small integer grid everything is exact. */
const grid = fc.integer({ min: 0, max: 12 });
const rings = fc.array(fc.tuple(grid, grid), { minLength: 3, maxLength: 12 });

function locateByHand(ring: [number, number][], x: number, y: number): number {
  let inside = false;
  for (let i = 0; i < ring.length; i++) {
    const [ax, ay] = ring[i] as [number, number];
    const [bx, by] = ring[(i + 1) % ring.length] as [number, number];
    const cross = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    const between =
      Math.min(ax, bx) <= x && x <= Math.max(ax, bx) && Math.min(ay, by) <= y && y <= Math.max(ay, by);
    if (cross === 0 && between) return 0;
    if (ay > y !== by > y && cross > 0 === by > ay) inside = !inside;
  }
  return inside ? 1 : -1;
}

it('the point locator agrees with a naive test inside, on and outside random rings', () => {
  fc.assert(
    fc.property(rings, (ring) => {
      const locate = createPointLocator([Float64Array.from(ring.flat())]);
      for (let x = -1; x <= 13; x++) {
        for (let y = -1; y <= 13; y++) assert.equal(locate(x, y), locateByHand(ring, x, y), `${x} ${y}`);
      }
    }),
    { numRuns: 300, seed: 1 },
  );
});

function faultByHand(ring: [number, number][]): boolean {
  const count = ring.length;
  const point = (i: number) => ring[i % count] as [number, number];
  const side = (a: number, b: number, c: number) => {
    const [[ax, ay], [bx, by], [cx, cy]] = [point(a), point(b), point(c)];
    return Math.sign((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
  };
  const on = (p: number, a: number) => {
    const [[px, py], [ax, ay], [bx, by]] = [point(p), point(a), point(a + 1)];
    if (side(a, a + 1, p) !== 0) return false;
    return (
      Math.min(ax, bx) <= px && px <= Math.max(ax, bx) && Math.min(ay, by) <= py && py <= Math.max(ay, by)
    );
  };
  for (let i = 0; i < count; i++) {
    if (on(i + 2, i) || on(i, i + 1)) return true;
    for (let j = i + 2; j < count; j++) {
      if (i === 0 && j === count - 1) continue;
      if (on(i, j) || on(i + 1, j) || on(j, i) || on(j + 1, i)) return true;
      if (side(i, i + 1, j) * side(i, i + 1, j + 1) < 0 && side(j, j + 1, i) * side(j, j + 1, i + 1) < 0)
        return true;
    }
  }
  return false;
}

it('findRingFault agrees with a pairwise comparison of sides', () => {
  let simple = 0;
  fc.assert(
    fc.property(
      rings.filter((ring) => ring.every((p, i) => String(p) !== String(ring[(i + 1) % ring.length]))),
      (ring) => {
        const fault = findSelfIntersection(Float64Array.from(ring.flat()));
        assert.equal(fault !== null, faultByHand(ring));
        if (!fault) simple++;
      },
    ),
    { numRuns: 1500, seed: 1 },
  );
  assert.ok(simple > 50);
});
