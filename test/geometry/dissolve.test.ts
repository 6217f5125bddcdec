import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { dissolve } from '../../src/engines/geometry/boundary/dissolve.ts';
import { areaOf, freeHandles, isValid, toGeos, unaryUnion } from '../../src/engines/geometry/rings/geos.ts';
import type { Part, Ring } from '../../src/engines/geometry/rings/packed-shapes.ts';
import { areaOfParts, reverseRing } from '../../src/engines/geometry/rings/planar.ts';

const square = (x: number, y: number, size = 1): Ring =>
  Float64Array.of(x, y, x + size, y, x + size, y + size, x, y + size);

function outlines(parts: Part[]): { rings: number[]; area: number } {
  const result = dissolve(parts);
  assert.ok(result);
  const handle = toGeos(result);
  assert.ok(isValid(handle));
  freeHandles(handle);
  return { rings: result.map((part) => part.length).sort(), area: areaOfParts(result) };
}

it('dissolving merges parts that share a side, in any orientation, but not those that share only a corner', () => {
  assert.deepEqual(outlines([[square(0, 0)], [reverseRing(square(1, 0))]]), { rings: [1], area: 2 });
  assert.deepEqual(outlines([[square(0, 0)], [square(1, 1)]]), { rings: [1, 1], area: 2 });
});

it('dissolving keeps an enclosed hole, also if it touches the outside at a corner', () => {
  const around = [0, 1, 2, 3, 5, 6, 7, 8].map((i): Part => [square(i % 3, Math.floor(i / 3))]);
  assert.deepEqual(outlines(around), { rings: [2], area: 8 });
  // Without one corner plot, the hole touches the outside in a point.
  assert.deepEqual(outlines(around.slice(1)), { rings: [2], area: 7 });
  assert.deepEqual(outlines([...around, [square(1, 1)]]), { rings: [1], area: 9 });
});

it('a plot inside a hole without shared sides stays a separate part', () => {
  const holed: Part = [square(0, 0, 9), reverseRing(square(2, 2, 5))];
  assert.deepEqual(outlines([holed, [square(9, 0, 9)], [square(4, 4)]]), { rings: [1, 2], area: 138 });
});

it('dissolving gives up with null on thousands of identical plots', () => {
  assert.equal(dissolve(Array.from({ length: 20_000 }, () => [square(0, 0)])), null);
});

it('dissolving matches the robust union for random sets of squares', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(63), { minLength: 1, maxLength: 60 }), (chosen) => {
      const parts = chosen.map((i): Part => [square(i % 8, Math.floor(i / 8))]);
      const result = dissolve(parts);
      assert.ok(result);
      const [whole, own] = [toGeos(parts), toGeos(result)];
      const other = unaryUnion(whole);
      assert.ok(isValid(own));
      assert.equal(areaOf(own), areaOf(other));
      freeHandles(whole, own, other);
    }),
    { numRuns: 300 },
  );
});
