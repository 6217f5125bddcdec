import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import fc from 'fast-check';
import { createGeometry, type Shape } from '../../src/engines/geometry/engine.ts';
import { at, box, polygon } from './generated-village.ts';

const geometry = createGeometry();
after(() => geometry.close());

const plots = [
  { id: '10', geometry: polygon(box(0, 0, 30, 40)) },
  { id: '20', geometry: polygon(box(30, 0, 30, 40)) },
  { id: '30', geometry: polygon(box(100, 0, 40, 40), box(110, 10, 20, 20)) },
];

async function prepareBuilding(shape: Shape) {
  const [building] = await geometry.prepareBuildings([{ geometry: shape }], plots);
  assert.ok(building?.ok, JSON.stringify(building));
  return building;
}

it('a house within its plot gets area, plot and setback', async () => {
  const house = await prepareBuilding(polygon(box(5, 10, 10, 8)));
  assert.equal(house.parcel, '10');
  assert.ok(Math.abs(house.areaM2 - 80) < 0.01);
  assert.ok(Math.abs((house.setbackM ?? -1) - 5) < 0.001);
});

it('a house across a border belongs to the plot it overlaps most, with setback 0', async () => {
  const house = await prepareBuilding(polygon(box(27, 10, 10, 8)));
  assert.equal(house.parcel, '20');
  assert.equal(house.setbackM, 0);
});

it('setback includes the borders of holes, and a hole is not part of the plot', async () => {
  const shed = await prepareBuilding(polygon(box(103, 15, 5, 5)));
  assert.equal(shed.parcel, '30');
  assert.ok(Math.abs((shed.setbackM ?? -1) - 2) < 0.001);
  const island = await prepareBuilding(polygon(box(115, 15, 5, 5)));
  assert.equal(island.parcel, null);
  assert.equal(island.setbackM, null);
});

it('a building off all plots has no setback; an empty geometry is refused', async () => {
  const lone = await prepareBuilding(polygon(box(500, 500, 10, 10)));
  assert.deepEqual([lone.parcel, lone.setbackM], [null, null]);
  const [none] = await geometry.prepareBuildings([{ geometry: { type: 'Polygon', coordinates: [] } }], plots);
  assert.equal(none?.ok, false);
});

it('a setback is never negative and never exceeds the plot’s diagonal', async () => {
  const coordinate = fc.double({ min: -10, max: 150, noNaN: true });
  const size = fc.double({ min: 0.5, max: 60, noNaN: true });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(coordinate, coordinate, size, size), { minLength: 1, maxLength: 20 }),
      async (boxes) => {
        const features = boxes.map((side) => ({ geometry: polygon(box(...side)) }));
        for (const building of await geometry.prepareBuildings(features, plots)) {
          assert.ok(building.ok);
          assert.equal(building.parcel === null, building.setbackM === null);
          if (building.setbackM !== null)
            assert.ok(building.setbackM >= 0 && building.setbackM <= Math.hypot(40, 40));
        }
      },
    ),
    { numRuns: 40, seed: 1 },
  );
});

it('measure gives length, area and setback of drawn points, lines and rings', async () => {
  const [corner] = plots;
  assert.ok(corner);
  const [point, line, ring, outside] = await geometry.measure(
    [
      { kind: 'point', points: at([[3, 20]]) },
      {
        kind: 'line',
        points: at([
          [10, 10],
          [10, 20],
          [40, 20],
        ]),
      },
      { kind: 'ring', points: at(box(5, 5, 10, 10)) },
      { kind: 'ring', points: at(box(-20, 5, 10, 10)) },
    ],
    corner.geometry,
  );
  const near = (value: number | null | undefined, expected: number) =>
    assert.ok(Math.abs((value ?? Number.NaN) - expected) < 0.01, `${value} is not ${expected}`);
  near(point?.setbackM, 3);
  assert.deepEqual(
    [point?.within, point?.areaM2, point?.lengthM, point?.perimeterM],
    ['inside', null, null, null],
  );
  near(line?.lengthM, 40);
  assert.deepEqual([line?.setbackM, line?.within], [0, 'across']);
  near(ring?.areaM2, 100);
  near(ring?.perimeterM, 40);
  near(ring?.setbackM, 5);
  near(outside?.setbackM, 10);
  assert.equal(outside?.within, 'outside');
  const [alone] = await geometry.measure([{ kind: 'ring', points: at(box(0, 0, 5, 5)) }]);
  assert.deepEqual([alone?.setbackM, alone?.within], [null, null]);
});

it('measure refuses invalid shapes with the path of the field', async () => {
  const good = at(box(0, 0, 5, 5));
  const cases: [Parameters<typeof geometry.measure>[0][number], string][] = [
    [
      {
        kind: 'ring',
        points: at([
          [0, 0],
          [9, 9],
          [9, 0],
          [0, 9],
        ]),
      },
      'shapes.1.points',
    ],
    [
      {
        kind: 'line',
        points: [
          [37, 55],
          [37, 99],
        ],
      },
      'shapes.1.points.1.latitude',
    ],
    [{ kind: 'line', points: [[37, 55]] }, 'shapes.1.points'],
    [{ kind: 'point', points: [] }, 'shapes.1.points'],
  ];
  for (const [shape, field] of cases) {
    await assert.rejects(geometry.measure([{ kind: 'ring', points: good }, shape]), {
      name: 'ShapeRefusal',
      field,
    });
  }
});

it('selectInside returns the ids of centres inside or on a ring', async () => {
  const centres = at([
    [5, 5],
    [50, 5],
    [0, 5],
  ]).map((centre, i) => ({ id: `p${i}`, centre }));
  assert.deepEqual(await geometry.selectInside(at(box(0, 0, 10, 10)), centres), ['p0', 'p2']);
});
