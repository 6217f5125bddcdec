import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { LandDocument, LandOutline } from '../../src/engines/geometry/land-document.ts';
import { computeLandExtents } from '../../src/engines/geometry/land-extents.ts';

const square = (x: number, y: number): LandOutline => [
  [
    [
      [x, y],
      [x + 1, y],
      [x + 1, y + 1],
      [x, y + 1],
    ],
  ],
];

const landOf = (...outlines: LandOutline[]): LandDocument => ({
  settlement: { id: '1', slug: 'v', name: 'V', dwellingSetbackM: 3, otherSetbackM: 1 },
  boundary: null,
  plots: outlines.map((outline, index) => ({
    id: String(index),
    number: String(index),
    listing: null,
    outline,
  })),
  buildings: [],
});

it('land extents find plots that intersect or touch an extent, including those of several parts', () => {
  const land = landOf(square(10, 10), [], square(12, 10), [...square(10, 14), ...square(14, 14)]);
  const extents = computeLandExtents(land);
  assert.deepEqual(extents.whole, [10, 10, 15, 15]);
  assert.deepEqual(extents.at(2), [12, 10, 13, 11]);
  assert.equal(extents.at(1), null, 'no outline is known');
  assert.equal(extents.at(99), null);
  assert.deepEqual(extents.within([11, 11, 12, 12]), [0, 2]);
  assert.deepEqual(extents.within([12, 14, 12.5, 14.5]), [3], 'between its parts');
  assert.deepEqual(extents.within([-180, -90, 180, 90]), [0, 2, 3]);
  assert.deepEqual(extents.within([20, 20, 21, 21]), []);
  assert.equal(computeLandExtents(land), extents, 'cached per land document');
});

it('land without outlines has no extent', () => {
  assert.equal(computeLandExtents(landOf([], [])).whole, null);
  assert.equal(computeLandExtents(landOf()).whole, null);
});
