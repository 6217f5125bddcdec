import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { type Box, createGeometry, type Position, ShapeRefusal } from '../../src/engines/geometry/engine.ts';
import { at, box, candidate, polygon } from './generated-village.ts';

const geometry = createGeometry();
after(() => geometry.close());

const candidates = [candidate(1, polygon(box(0, 0, 30, 40))), candidate(2, polygon(box(30, 0, 30, 40)))];
const settlementBox: Box = [37.59, 55.69, 37.61, 55.71];
const good = at(box(-5, -5, 80, 60));

async function refusalOf(ring: Position[], lists: { parcels?: string[]; exclude?: string[] } = {}) {
  const refused = await geometry
    .shapeBoundary({ ring, snap: true, candidates, settlementBox, ...lists })
    .then(() => assert.fail('the ring was accepted'))
    .catch((error: unknown) => error);
  assert.ok(refused instanceof ShapeRefusal, String(refused));
  assert.ok(refused.text.en.length > 0 && refused.text.ru.length > 0);
  return refused;
}

/** Each ring has the named fault and, where possible, all faults further down, to test their precedence. */
const faults: [string, Position[], string, RegExp][] = [
  [
    'a latitude that is no number',
    [
      [37, 55],
      [37, Number.NaN],
    ],
    'ring.1.latitude',
    /latitude of point 2/,
  ],
  [
    'a latitude out of range',
    [
      [37, 55],
      [37, 55],
      [37, 90.5],
    ],
    'ring.2.latitude',
    /-90 to 90/,
  ],
  [
    'a longitude out of range',
    [
      [-180.5, 55],
      [37, 91],
    ],
    'ring.0.longitude',
    /-180 to 180/,
  ],
  [
    'an infinite longitude',
    [...good, [Number.POSITIVE_INFINITY, 55]],
    'ring.4.longitude',
    /longitude of point 5/,
  ],
  ['no points', [], 'ring', /three different points; it has 0/],
  [
    'two points, repeated',
    [
      [-170, 55],
      [170, 55],
      [-170, 55],
      [170, 55],
    ],
    'ring',
    /it has 2/,
  ],
  [
    'a span over half the earth',
    [
      [-170, 55],
      [170, 55],
      [170, 56],
      [-170, 55.5],
    ],
    'ring',
    /180 degrees/,
  ],
  [
    'a box over 50 km',
    at([
      [0, 0],
      [60_000, 60_000],
      [60_000, 0],
      [0, 60_000],
    ]),
    'ring',
    /50 km/,
  ],
  [
    'too many points',
    at(Array.from({ length: 5001 }, (_, i) => [i % 2, i] as const)),
    'ring',
    /at most 5000/,
  ],
  [
    'a spike',
    at([
      [0, 0],
      [60, 0],
      [60, 40],
      [60, 90],
      [60, 40],
      [0, 40],
    ]),
    'ring',
    /turns straight back.*point 4/,
  ],
  [
    'a crossing',
    at([
      [0, 0],
      [60, 40],
      [60, 0],
      [0, 40],
    ]),
    'ring',
    /cross near 55\.70/,
  ],
  [
    'a touch',
    at([
      [0, 0],
      [30, 20],
      [60, 0],
      [60, 40],
      [30, 20],
      [0, 40],
    ]),
    'ring',
    /touch/,
  ],
  ['hardly any area', at(box(0, 0, 0.9, 0.9)), 'ring', /less than one square metre/],
  ['no parcel inside', at(box(500, 500, 50, 50)), 'ring', /No parcel/],
  ['a far place', at(box(500_000, 0, 50, 50)), 'ring', /away from the village/],
  ['latitude and longitude swapped', good.map(([x, y]): Position => [y, x]), 'ring', /swapped/],
];

for (const [name, ring, field, message] of faults) {
  it(`refused: ${name}`, async () => {
    const refusal = await refusalOf(ring);
    assert.equal(refusal.field, field);
    assert.match(refusal.text.en, message);
  });
}

it('a refused crossing gives its coordinates and point index', async () => {
  const { place } = await refusalOf(
    at([
      [0, 0],
      [60, 40],
      [60, 0],
      [0, 40],
    ]),
  );
  const [expected] = at([[30, 20]]);
  assert.ok(place.point && expected);
  assert.ok(Math.abs(place.point[0] - expected[0]) < 1e-9 && Math.abs(place.point[1] - expected[1]) < 1e-9);
  assert.equal(place.index, 0);
});

it('point numbers in refusals count repeated points as sent', async () => {
  const [a, b, c, d] = good as [Position, Position, Position, Position];
  const { text } = await refusalOf([a, a, a, c, b, d]);
  assert.match(text.en, /point 1 to 4 .* point 5 to 6/);
});

it('a ring of 5,000 points is accepted', async () => {
  const circle = at(
    Array.from({ length: 5000 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 5000;
      return [Math.cos(angle) * 200, Math.sin(angle) * 200] as const;
    }),
  );
  const shaped = await geometry.shapeBoundary({ ring: circle, candidates });
  assert.equal(shaped.ring.length, 5000);
});

it('refused: contradictory lists, unknown parcels, empty selection', async () => {
  assert.equal((await refusalOf(good, { parcels: ['1'], exclude: ['2', '1'] })).field, 'exclude.1');
  assert.equal((await refusalOf(good, { parcels: ['1', '77'] })).field, 'parcels.1');
  assert.equal((await refusalOf(good, { exclude: ['78'] })).field, 'exclude.0');
  assert.equal((await refusalOf(good, { exclude: ['1', '2'] })).field, 'exclude');
  await assert.rejects(geometry.shapeBoundary({ candidates }), { name: 'ShapeRefusal', field: 'ring' });
});
