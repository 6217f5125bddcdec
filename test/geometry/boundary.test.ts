import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import fc from 'fast-check';
import {
  type BoundaryInput,
  createGeometry,
  type Position,
  ShapeRefusal,
} from '../../src/engines/geometry/engine.ts';
import { findSelfIntersection } from '../../src/engines/geometry/rings/self-intersection.ts';
import { at, box, buildVillage, candidate, membersOf, polygon, selections } from './generated-village.ts';

const geometry = createGeometry();
after(() => geometry.close());

const runs = { numRuns: 100, seed: 20261114 };
const sorted = (ids: Iterable<string>) => [...ids].sort();

it('a shaped boundary is one simple ring that contains exactly the members', async () => {
  await fc.assert(
    fc.asyncProperty(selections, async ({ input }) => {
      const shaped = await geometry.shapeBoundary(input);
      assert.deepEqual(sorted(shaped.members), sorted(membersOf(input)));
      assert.deepEqual(sorted(membersOf({ ...input, ...shaped })), sorted(membersOf(input)));
      assert.equal(findSelfIntersection(Float64Array.from(shaped.ring.flat())), null);
      assert.notDeepEqual(shaped.ring[0], shaped.ring.at(-1));
      for (const id of input.parcels ?? []) assert.ok(shaped.parcels.includes(id));
      for (const id of input.exclude ?? []) assert.ok(shaped.exclude.includes(id));
    }),
    runs,
  );
});

it('shaping is idempotent, with snap or without', async () => {
  await fc.assert(
    fc.asyncProperty(selections, async ({ input }) => {
      const once = await geometry.shapeBoundary(input);
      assert.deepEqual(await geometry.shapeBoundary({ ...input, ...once }), once);
      const kept = await geometry.shapeBoundary({ ...input, ...once, snap: false });
      assert.deepEqual(kept, { ...once, snap: false });
    }),
    { ...runs, numRuns: 50 },
  );
});

it('the result is independent of parcel order and ring orientation, and the input is not mutated', async () => {
  await fc.assert(
    fc.asyncProperty(selections, fc.nat(100), async ({ input }, turn) => {
      const before = JSON.stringify(input);
      const shaped = await geometry.shapeBoundary(input);
      assert.equal(JSON.stringify(input), before);
      const ring = [...(input.ring as Position[])];
      const turned = [...ring.slice(turn % ring.length), ...ring.slice(0, turn % ring.length)].reverse();
      const other: BoundaryInput = {
        ...input,
        ring: [...turned, turned[0] as Position],
        candidates: [...input.candidates].reverse(),
        parcels: [...(input.parcels ?? [])].reverse(),
        exclude: [...(input.exclude ?? [])].reverse(),
      };
      assert.deepEqual(await geometry.shapeBoundary(other), shaped);
    }),
    { ...runs, numRuns: 50 },
  );
});

it('parcels far from all members do not change the outline', async () => {
  await fc.assert(
    fc.asyncProperty(selections, async ({ input, village }) => {
      const shaped = await geometry.shapeBoundary(input);
      const far = candidate(999_999, polygon(box(20_000, 20_000, 30, 30)));
      assert.deepEqual(await geometry.shapeBoundary({ ...input, candidates: [far, ...village] }), shaped);
    }),
    { ...runs, numRuns: 30 },
  );
});

const plots = [0, 1, 2].map((i) => candidate(i + 1, polygon(box(i * 30, 0, 30, 40))));

it('without snap the drawn ring is kept, minus repeated points', async () => {
  const ring = at(box(-5, -5, 50, 60));
  const first = ring[0] as Position;
  const kept = await geometry.shapeBoundary({
    ring: [first, first, ...ring.slice(1), first],
    candidates: plots,
  });
  assert.deepEqual(kept, { ring, parcels: [], exclude: [], snap: false, members: ['1', '2'] });
  const lists = await geometry.shapeBoundary({ ring, parcels: ['3'], exclude: ['1'], candidates: plots });
  assert.deepEqual(lists, { ring, parcels: ['3'], exclude: ['1'], snap: false, members: ['2', '3'] });
});

it('a list of parcels without a ring is outlined', async () => {
  const shaped = await geometry.shapeBoundary({ parcels: ['2', '1'], candidates: plots });
  assert.deepEqual(shaped.members, ['1', '2']);
  assert.deepEqual(shaped.parcels, ['1', '2']);
  const corners = at([
    [0, 0],
    [30, 0],
    [60, 0],
    [60, 40],
    [30, 40],
    [0, 40],
  ]);
  const round = ([x, y]: Position) => [x.toFixed(7), y.toFixed(7)].join(' ');
  const expected = new Set(corners.map(round));
  for (const point of shaped.ring) assert.ok(expected.has(round(point)), round(point));
});

it('a near parcel is joined by a corridor, a remote one is listed instead', async () => {
  const near = candidate(10, polygon(box(200, 0, 30, 40)));
  const remote = candidate(11, polygon(box(2000, 0, 30, 40)));
  const candidates = [...plots, near, remote];
  const shaped = await geometry.shapeBoundary({
    ring: at(box(-100, -100, 3000, 300)),
    snap: true,
    candidates,
  });
  assert.deepEqual(shaped.parcels, ['11']);
  assert.deepEqual(shaped.exclude, []);
  assert.equal(shaped.members.length, 5);
});

it('an excluded parcel in the middle is outside the ring', async () => {
  const grid = Array.from({ length: 9 }, (_, i) =>
    candidate(i + 1, polygon(box((i % 3) * 30, Math.floor(i / 3) * 40, 30, 40))),
  );
  const shaped = await geometry.shapeBoundary({
    ring: at(box(-5, -5, 100, 130)),
    snap: true,
    exclude: ['5'],
    candidates: grid,
  });
  assert.deepEqual(shaped.exclude, ['5']);
  assert.equal(membersOf({ ring: shaped.ring, candidates: grid }).has('5'), false);
});

it('a computed outline above the point limit is accepted back, a drawn ring is not', async () => {
  const wavy = Array.from({ length: 6000 }, (_, i) => {
    const angle = (2 * Math.PI * i) / 6000;
    const radius = 3000 + 20 * (i % 2);
    return [Math.cos(angle) * radius, Math.sin(angle) * radius] as const;
  });
  const candidates = [candidate(1, polygon([...wavy]))];
  const shaped = await geometry.shapeBoundary({ parcels: ['1'], candidates });
  assert.ok(shaped.ring.length > 5000);
  for (const snap of [true, false]) {
    assert.deepEqual(await geometry.shapeBoundary({ ...shaped, snap, candidates }), { ...shaped, snap });
  }
  const moved = shaped.ring.map(([x, y]): Position => [x + 1e-6, y]);
  await assert.rejects(
    geometry.shapeBoundary({ ring: moved, snap: true, candidates }),
    (error: ShapeRefusal) => {
      assert.ok(error instanceof ShapeRefusal);
      assert.match(error.text.en, /at most 5000/);
      return true;
    },
  );
});

it('a generated village of a thousand plots gives a simple ring with the right members', async () => {
  const candidates = buildVillage(7, 40, 26);
  const shaped = await geometry.shapeBoundary({
    ring: at(box(-50, -50, 4000, 3000)),
    snap: true,
    candidates,
  });
  assert.deepEqual(sorted(membersOf({ ...shaped, candidates })), sorted(shaped.members));
  assert.equal(findSelfIntersection(Float64Array.from(shaped.ring.flat())), null);
});
