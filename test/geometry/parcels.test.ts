import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import fc from 'fast-check';
import { createGeometry, type PreparedParcel, type Shape } from '../../src/engines/geometry/engine.ts';
import { packShapes, partsAt } from '../../src/engines/geometry/rings/packed-shapes.ts';
import { planarArea } from '../../src/engines/geometry/rings/planar.ts';
import { createPointLocator } from '../../src/engines/geometry/rings/point-in-polygon.ts';
import { at, box, buildVillage, polygon } from './generated-village.ts';

const geometry = createGeometry();
after(() => geometry.close());

async function prepare(...shapes: unknown[]): Promise<PreparedParcel[]> {
  return geometry.prepareParcels(shapes.map((shape) => ({ geometry: shape })));
}

async function prepareOne(shape: unknown) {
  const [parcel] = await prepare(shape);
  assert.ok(parcel?.ok, JSON.stringify(parcel));
  return parcel;
}

it('a valid plot keeps its corners and gets area and centre', async () => {
  const shape = polygon(box(0, 0, 30, 40));
  const parcel = await prepareOne(shape);
  assert.deepEqual(parcel.geometry, shape);
  assert.equal(parcel.repaired, null);
  assert.ok(Math.abs(parcel.areaM2 - 1200) < 0.01);
  const [[x, y] = [0, 0]] = at([[15, 20]]);
  assert.ok(Math.abs(parcel.centre[0] - x) < 1e-9 && Math.abs(parcel.centre[1] - y) < 1e-9);
});

it('heights, repeated points, open rings and clockwise shells are normalized without a repair remark', async () => {
  const [a, b, c, d] = at(box(0, 0, 30, 40)).map(([x, y]) => [x, y, 120]);
  const parcel = await prepareOne({ type: 'Polygon', coordinates: [[d, c, c, b, a]] });
  assert.equal(parcel.repaired, null);
  assert.equal(parcel.geometry.type, 'Polygon');
  const [ring] = parcel.geometry.coordinates as number[][][];
  assert.equal(ring?.length, 5);
  assert.ok(ring?.every((point) => point.length === 2));
  assert.ok(planarArea(Float64Array.from((ring ?? []).slice(0, 4).flat())) > 0);
});

it('a bow-tie is repaired and reported', async () => {
  const parcel = await prepareOne(
    polygon([
      [0, 0],
      [40, 40],
      [40, 0],
      [0, 40],
    ]),
  );
  assert.equal(parcel.geometry.type, 'MultiPolygon');
  assert.ok(parcel.repaired?.ru);
  assert.ok(Math.abs(parcel.areaM2 - 800) < 0.1);
});

it('holes reduce the area, and the centre of a ring-shaped plot is on its land', async () => {
  const parcel = await prepareOne(polygon(box(0, 0, 30, 30), box(5, 5, 20, 20)));
  assert.ok(Math.abs(parcel.areaM2 - 500) < 0.01);
  assert.ok(createPointLocator(partsAt(packShapes([parcel.geometry]), 0).flat())(...parcel.centre) > 0);
});

it('invalid geometries are refused with a reason without affecting the others', async () => {
  const refused: unknown[] = [
    null,
    { type: 'Point', coordinates: [37, 55] },
    { type: 'Polygon' },
    { type: 'Polygon', coordinates: [[[37, 55], [37.1, 55], 'x']] },
    {
      type: 'Polygon',
      coordinates: [
        [
          [37, 95],
          [37.1, 55],
          [37, 55.1],
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          ['37', 55],
          [37.1, 55],
          [37, 55.1],
        ],
      ],
    },
    {
      type: 'Polygon',
      coordinates: [
        [
          [37, 55],
          [37, 55],
          [37, 55],
        ],
      ],
    },
    { type: 'Polygon', coordinates: [] },
    polygon([
      [0, 0],
      [10, 10],
      [20, 20],
    ]),
    polygon(box(0, 0, 60_000, 10)),
  ];
  const results = await prepare(polygon(box(0, 0, 30, 40)), ...refused, polygon(box(30, 0, 30, 40)));
  assert.equal(results.length, refused.length + 2);
  results.slice(1, -1).forEach((result, i) => {
    assert.ok(
      !result.ok && result.reason.en && result.reason.ru,
      `${JSON.stringify(refused[i])} was accepted`,
    );
  });
  assert.ok(results[0]?.ok && results.at(-1)?.ok);
});

it('centres lie strictly inside, and preparing is idempotent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(100_000), async (seed) => {
      const shapes = buildVillage(seed, 6, 4).map((parcel) => parcel.geometry);
      const once = await prepare(...shapes);
      const again = await prepare(...once.map((parcel) => (parcel.ok ? parcel.geometry : null)));
      assert.deepEqual(again, once);
      for (const parcel of once) {
        assert.ok(parcel.ok && parcel.areaM2 > 0);
        assert.ok(createPointLocator(partsAt(packShapes([parcel.geometry]), 0).flat())(...parcel.centre) > 0);
      }
    }),
    { numRuns: 40, seed: 1 },
  );
});

it('random self-crossing rings are made valid or refused', async () => {
  const number = fc.integer({ min: 0, max: 60 });
  const scribbles = fc.array(fc.array(fc.tuple(number, number), { minLength: 3, maxLength: 9 }), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(scribbles, async (rings) => {
      const [first] = await prepare({ type: 'Polygon', coordinates: rings.map((ring) => at(ring)) });
      if (!first?.ok) return;
      const [second] = await prepare(first.geometry satisfies Shape);
      assert.ok(second?.ok && second.repaired === null, JSON.stringify(rings));
      assert.ok(Math.abs(second.areaM2 - first.areaM2) <= 1e-6 * first.areaM2);
    }),
    { numRuns: 200, seed: 1 },
  );
});
