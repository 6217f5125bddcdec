import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('measure_shapes', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const point = (longitude: number, latitude: number) => ({ latitude, longitude });
  const measure = async (shapes: unknown[], parcel?: string) =>
    (
      await village.clients.newcomer.measure_shapes({
        settlement: 'berezka',
        shapes: shapes as never,
        ...(parcel && { parcel }),
      })
    ).data.shapes;
  const middle = point(37.50025, 56.30015);

  it('measures lines, rings and the distance to the border of a plot', async () => {
    const ring = [
      point(37.5001, 56.3001),
      point(37.5002, 56.3001),
      point(37.5002, 56.3002),
      point(37.5001, 56.3002),
    ];
    const [spot, line, area] = await measure(
      [
        { type: 'point', points: [middle] },
        { type: 'line', points: [point(37.5001, 56.3001), point(37.5001, 56.3005)] },
        { type: 'ring', points: ring },
      ],
      '1',
    );
    const close = (value: number | null | undefined, expected: number) =>
      assert.ok(
        Math.abs((value ?? Number.NaN) - expected) < expected * 0.01 + 0.01,
        `${value} is not ${expected}`,
      );
    assert.deepEqual(
      [spot?.length_m, spot?.area_m2, spot?.perimeter_m, spot?.within],
      [null, null, null, 'inside'],
    );
    close(spot?.setback_m, 15.47);
    close(line?.length_m, 44.54);
    assert.deepEqual([line?.setback_m, line?.within], [0, 'across']);
    close(area?.area_m2, 68.9);
    close(area?.perimeter_m, 34.66);
    close(area?.setback_m, 6.19);
    const [outside] = await measure([{ type: 'point', points: [point(37.5008, 56.30015)] }], '1');
    assert.equal(outside?.within, 'outside');
    const [alone] = await measure([{ type: 'point', points: [middle] }]);
    assert.deepEqual([alone?.setback_m, alone?.within], [null, null]);
  });

  it('refuses invalid shapes by index, and unknown plots', async () => {
    await assertRefused(measure([]), 422, 'shapes');
    await assertRefused(measure([{ type: 'line', points: [middle] }]), 422, 'shapes.0.points');
    const bow = [point(37.5, 56.3), point(37.501, 56.301), point(37.501, 56.3), point(37.5, 56.301)];
    await assertRefused(
      measure([
        { type: 'point', points: [middle] },
        { type: 'ring', points: bow },
      ]),
      422,
      'shapes.1.points',
    );
    await assertRefused(
      measure([{ type: 'point', points: [point(200, 1)] }]),
      422,
      'shapes.0.points.0.longitude',
    );
    await assertRefused(
      measure([{ type: 'point', points: [{ ...middle, height: 3 }] }]),
      422,
      'shapes.0.points.0.height',
    );
    await assertRefused(measure([{ type: 'point', points: [middle] }], '77'), 422, 'parcel');
    await assertRefused(measure([{ type: 'point', points: [middle] }], village.outsiderPlot), 422, 'parcel');
    await assertRefused(
      village.anonymous.measure_shapes({
        settlement: 'berezka',
        shapes: [{ type: 'point', points: [middle] }],
      }),
      401,
    );
  });

  it('list_parcels returns outlines on request, in the same points', async () => {
    const { parcels } = await village.anonymous.list_parcels({ settlement: 'berezka', geometry: true });
    assert.equal(parcels[0]?.outline?.[0]?.[0]?.length, 4, 'the last point does not repeat the first');
    assert.deepEqual(parcels[0]?.outline?.[0]?.[0]?.[0], point(37.5, 56.3));
    const plain = await village.anonymous.list_parcels({ settlement: 'berezka' });
    assert.equal(plain.parcels[0]?.outline, undefined);
  });
});
