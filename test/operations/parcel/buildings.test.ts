import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { saveBuildings } from '../../../src/store/land/land-import.ts';
import { setRequiredSetbacks } from '../../../src/store/land/settlements.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, squarePlot, type Village } from '../../harness/village.ts';

describe('list_buildings', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const purposes = ['dwelling', 'garage', 'unknown'];
    const build = (parcelId: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        id: service.newId(),
        changeId: service.newId(),
        cadastralNumber: `${parcelId}:${index}`,
        purpose: purposes[index % 3] as string,
        areaM2: 20.5 + index,
        geometry: index % 3 === 2 ? null : ({ type: 'Polygon', coordinates: [] } as const),
        parcelId,
        setbackM: index % 3 === 2 ? null : index / 2,
      }));
    const { resident, empty } = village.plots;
    const rows = [...build(resident, 40), ...build(empty, 30), ...build(village.outsiderPlot, 3)];
    await saveBuildings(service.db, rows as never, new Date());
  });
  const ask = (input: object) => village.anonymous.list_buildings({ settlement, ...input });

  it('lists in the shape of the contract, without a token', async () => {
    const { buildings, cursor } = await ask({});
    assert.equal(buildings.length, 30);
    assert.ok(cursor !== null && cursor.length <= 40);
    assert.deepEqual(
      buildings.slice(0, 3).map(({ id, ...rest }) => rest),
      [
        {
          purpose: 'dwelling',
          area_m2: 20.5,
          has_geometry: true,
          parcel: { id: village.plots.resident, number: '1' },
          setback_m: 0,
          required_setback_m: 3,
          keeps_setback: false,
        },
        {
          purpose: 'garage',
          area_m2: 21.5,
          has_geometry: true,
          parcel: { id: village.plots.resident, number: '1' },
          setback_m: 0.5,
          required_setback_m: 1,
          keeps_setback: false,
        },
        {
          purpose: 'unknown',
          area_m2: 22.5,
          has_geometry: false,
          parcel: { id: village.plots.resident, number: '1' },
          setback_m: null,
          required_setback_m: 1,
          keeps_setback: null,
        },
      ],
    );
  });

  it('tells which keep the required setback, and filters those too close to the border', async () => {
    const all = async (input: object = {}) => (await ask({ limit: 100, ...input })).buildings;
    const near = await all({ closer_than_m: 2 });
    const expected = (await all()).filter(({ setback_m }) => setback_m !== null && setback_m < 2);
    assert.ok(expected.length > 3);
    assert.deepEqual(near, expected);
    assert.deepEqual(await all({ closer_than_m: '2.0' }), expected, 'as a query string has it');
    const dwelling = async () =>
      (await all({ purpose: 'dwelling' })).map(({ setback_m, keeps_setback }) => [setback_m, keeps_setback]);
    const keeps = (least: number, rows: readonly (readonly unknown[])[]) =>
      rows.every(([setback, kept]) => kept === (setback as number) >= least);
    assert.ok(keeps(3, await dwelling()));
    await setRequiredSetbacks(service.db, village.settlement.id, { dwellingM: 5, otherM: 0 });
    assert.ok(keeps(5, await dwelling()));
    assert.ok((await all({ purpose: 'garage' })).every(({ keeps_setback }) => keeps_setback === true));
    const { data } = await village.anonymous.show_settlement({ settlement });
    assert.deepEqual(data.setbacks, { dwelling_m: 5, other_m: 0 });
    await assert.rejects(
      setRequiredSetbacks(service.db, village.settlement.id, { dwellingM: -1, otherM: 0 }),
      /check constraint/,
    );
    await setRequiredSetbacks(service.db, village.settlement.id, { dwellingM: 3, otherM: 1 });
    for (const closer_than_m of [-1, 1001, 'near'])
      await assertRefused(ask({ closer_than_m }), 422, 'closer_than_m');
    const { cursor } = await ask({ closer_than_m: 2, limit: 1 });
    await assertRefused(ask({ closer_than_m: 3, cursor }), 422, 'cursor');
  });

  it('returns outlines only on request', async () => {
    const { geometry } = squarePlot(0, 3);
    const id = service.newId();
    const house = {
      id,
      changeId: service.newId(),
      cadastralNumber: 'house',
      purpose: 'structure',
      areaM2: 1,
      geometry,
      parcelId: village.plots.empty,
      setbackM: 0,
    };
    await saveBuildings(service.db, [house as never], new Date());
    const [plain] = (await ask({ purpose: 'structure' })).buildings;
    assert.ok(plain !== undefined && !('outline' in plain));
    const [drawn] = (await ask({ purpose: 'structure', geometry: true })).buildings;
    const ring = geometry.coordinates[0]
      ?.slice(0, -1)
      .map(([longitude, latitude]) => ({ latitude, longitude }));
    assert.deepEqual(drawn?.outline, [[ring]]);
    const unknown = (await ask({ purpose: 'unknown', geometry: 'true' })).buildings;
    assert.ok(unknown.every(({ outline }) => outline === null));
    await service.db`delete from building where id = ${id}`;
  });

  it('filters by plot number or identifier and by purpose', async () => {
    const count = async (input: object) => (await ask({ limit: 100, ...input })).buildings.length;
    assert.equal(await count({}), 70);
    assert.equal(await count({ parcel: '12 а' }), 30);
    assert.equal(await count({ parcel: village.plots.empty }), 30);
    assert.equal(await count({ parcel: village.plots.empty, purpose: 'garage' }), 10);
    assert.equal(await count({ purpose: 3 }), 23, 'a stored number is accepted');
    await assertRefused(count({ parcel: village.outsiderPlot }), 422, 'parcel');
    assert.equal(await count({ parcel: '', purpose: '', cursor: '' }), 70, 'empty is absent');
  });

  it('pages, and binds a cursor to its filters', async () => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { buildings: { id: string }[]; cursor: string | null } = await ask({
        limit: 7,
        ...(cursor && { cursor }),
      });
      seen.push(...page.buildings.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== null && seen.length < 200);
    assert.equal(seen.length, 70);
    assert.equal(new Set(seen).size, 70);
    const first = (await ask({ limit: 7 })).cursor as string;
    await assertRefused(ask({ cursor: first, purpose: 'garage' }), 422, 'cursor');
    await assertRefused(
      village.anonymous.list_buildings({ settlement: 'sosny', cursor: first }),
      422,
      'cursor',
    );
    const altered = (first[0] === 'A' ? 'B' : 'A') + first.slice(1);
    await assertRefused(ask({ cursor: altered }), 422, 'cursor');
    await assertRefused(ask({ cursor: 'x'.repeat(41) }), 422, 'cursor');
  });

  it('refuses out-of-range input', async () => {
    await assertRefused(ask({ limit: 0 }), 422, 'limit');
    await assertRefused(ask({ limit: 101 }), 422, 'limit');
    await assertRefused(ask({ purpose: 'castle' }), 422, 'purpose');
    await assertRefused(village.anonymous.list_buildings({ settlement: 'nowhere' }), 404);
  });

  it('moves a building with its plot', async () => {
    await service.db`update parcel set settlement_id = null where id = ${village.plots.empty}`;
    assert.equal((await ask({ limit: 100 })).buildings.length, 40);
    await service.db`update parcel set settlement_id = ${village.settlement.id} where id = ${village.plots.empty}`;
    assert.equal((await ask({ limit: 100 })).buildings.length, 70);
  });
});
