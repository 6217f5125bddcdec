import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { importBuildings } from '../../src/features/land-import/buildings.ts';
import { belongsToAnotherSettlement } from '../../src/features/land-import/formats/feature-fields.ts';
import { commandLimits } from '../../src/features/land-import/formats/limits.ts';
import type { ImportRemark } from '../../src/features/land-import/import-report.ts';
import { readLandInWorker } from '../../src/features/land-import/land-reader.ts';
import { importParcels } from '../../src/features/land-import/parcels.ts';
import { waitForLockWaiters } from '../db/lock-waiters.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, squarePlot, type Village } from '../harness/village.ts';

const plot = (row: number, column: number) => squarePlot(row, column).geometry;
const readLand = (chunks: AsyncIterable<Uint8Array>) =>
  readLandInWorker({ chunks, system: 'auto', parameters: '', limits: commandLimits });
const feature = (properties: object | null, geometry: object | null, id?: unknown) =>
  JSON.stringify({ type: 'Feature', properties, geometry, ...(id !== undefined && { id }) });

/** A rectangle inside a plot, in fractions of its width and height. */
function house(
  row: number,
  column: number,
  [x, y, width, height]: readonly [number, number, number, number],
) {
  const [[[west = 0, south = 0] = []] = []] = plot(row, column).coordinates;
  const at = (dx: number, dy: number) => [west + dx * 0.0005, south + dy * 0.0003];
  const ring = [at(x, y), at(x + width, y), at(x + width, y + height), at(x, y + height), at(x, y)];
  return { type: 'MultiPolygon', coordinates: [[ring]] };
}

describe('importing land', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const tools = () => ({
    pool: service.pool,
    geometry: service.app.services.geometry,
    newId: service.newId,
    now: () => new Date(),
  });
  async function* file(features: readonly string[]) {
    yield* Buffer.from(`{"type":"FeatureCollection","features":[${features.join(',')}]}`)
      .toString()
      .match(/[\s\S]{1,50}/g)
      ?.map((part) => Buffer.from(part)) ?? [];
  }
  const parcels = async (features: string[], settlementId: string | null = null) => {
    const remarks: ImportRemark[] = [];
    const report = await importParcels(
      tools(),
      readLand(file(features)),
      { settlementId },
      {
        onRemark: (remark) => remarks.push(remark),
      },
    );
    return { report, remarks };
  };
  const find = async (cadastralNumber: string) => {
    const [row] = await service.db<
      { id: string; number: string; settlement: string | null; area: number; east: number; address: string }[]
    >`select id, number, settlement_id as settlement, area_m2 as area, center[0] as east, address from parcel where cadastral_number = ${cadastralNumber}`;
    return row;
  };

  it('renames a plot whose number is taken to its cadastral number, idempotently', async () => {
    const { id } = village.settlement;
    const numbers = async () =>
      (
        await service.db<{ number: string }[]>`
          select number from parcel where cadastral_number like '50:8:%' order by cadastral_number`
      ).map(({ number }) => number);
    const land = [
      feature({ cn: '50:8:1:1' }, plot(70, 0)),
      feature({ cn: '50:8:1:81' }, plot(70, 1)),
      feature({ cn: '50:8:2:81' }, plot(70, 2)),
    ];
    const first = await parcels(land, id);
    assert.deepEqual([first.report.added, first.report.renamed], [3, 2]);
    assert.deepEqual(
      first.remarks.map(({ name, outcome, reason }) => [name, outcome, reason.ru]),
      [
        ['50:8:1:1', 'renamed', 'Участок 1 в посёлке уже есть; этот назван 50:8:1:1.'],
        ['50:8:2:81', 'renamed', 'Участок 81 в посёлке уже есть; этот назван 50:8:2:81.'],
      ],
    );
    assert.deepEqual(await numbers(), ['50:8:1:1', '81', '50:8:2:81']);
    const again = await parcels(land, id);
    assert.deepEqual(
      [again.report.unchanged, again.report.renamed],
      [3, 0],
      'importing again changes nothing',
    );
    const exchanged = await parcels([
      feature({ cn: '50:8:1:81', plot_number: '82' }, plot(70, 1)),
      feature({ cn: '50:8:2:81', plot_number: '81' }, plot(70, 2)),
    ]);
    assert.deepEqual([exchanged.report.changed, await numbers()], [2, ['50:8:1:1', '82', '81']]);
    const refusing = await importParcels(
      tools(),
      readLand(file([feature({ cn: '50:8:3:82' }, plot(70, 3)), feature({ cn: '50:8:3:83' }, plot(70, 4))])),
      { settlementId: id, onClash: 'refuse' },
    );
    assert.deepEqual([refusing.added, refusing.refused], [1, 1]);
    assert.deepEqual(await numbers(), ['50:8:1:1', '82', '81', '83']);
    const kept = await parcels([feature({ cn: '50:8:1:81', plot_number: '1' }, plot(70, 1))], id);
    assert.deepEqual([kept.report.unchanged, (await numbers())[1]], [1, '82'], 'a plot keeps its number');
    await service.db`delete from parcel where cadastral_number like '50:8:%' and id not in (select parcel_id from building where parcel_id is not null)`;
  });

  it('imports parcels under various property names and reports why others are refused', async () => {
    const bow = [
      [37.5, 56.31],
      [37.5005, 56.3103],
      [37.5005, 56.31],
      [37.5, 56.3103],
      [37.5, 56.31],
    ];
    const { report, remarks } = await parcels([
      feature({ cadastral_number: '50:1:1:1', plot_number: '12 Б', address: 'Садовая, 12' }, plot(60, 0)),
      feature({ Cad_Num: '50:1:1:2' }, plot(60, 1)),
      feature({ id: '274120000A1225', numero: 'A-1225' }, plot(60, 2)),
      feature(null, plot(60, 3), '50:1:1:4'),
      feature({ cn: '50:1:1:5' }, { type: 'Polygon', coordinates: [bow] }),
      feature({ cn: '50:1:1:6' }, { type: 'Point', coordinates: [37.5, 56.3] }),
      feature(
        { cn: '50:1:1:7' },
        {
          type: 'Polygon',
          coordinates: [
            [
              [500, 1],
              [2, 2],
              [3, 1],
              [500, 1],
            ],
          ],
        },
      ),
      feature({ name: 'no number' }, plot(60, 4)),
      '{"type":"Feature","properties":{"cn":"x"},}',
      feature({ cn: '50:1:1:1' }, plot(60, 5)),
      feature({ cn: '50:1:1:8', area: '600,5' }, null),
      feature({ cn: `50:${'9'.repeat(80)}` }, plot(60, 6)),
    ]);
    assert.deepEqual(report, {
      read: 12,
      added: 6,
      changed: 0,
      unchanged: 0,
      repaired: 1,
      renamed: 0,
      refused: 6,
    });
    assert.deepEqual(
      remarks.map(({ number, outcome }) => [number, outcome]).sort((a, b) => Number(a[0]) - Number(b[0])),
      [
        [5, 'repaired'],
        [6, 'refused'],
        [7, 'refused'],
        [8, 'refused'],
        [9, 'refused'],
        [10, 'refused'],
        [12, 'refused'],
      ],
    );
    assert.ok(remarks.every(({ reason }) => reason.en !== '' && reason.ru !== ''));
    const first = await find('50:1:1:1');
    assert.deepEqual([first?.number, first?.settlement, first?.address], ['12 Б', null, 'Садовая, 12']);
    assert.ok(Math.abs((first?.area ?? 0) - 1033) < 5 && Math.abs((first?.east ?? 0) - 37.50025) < 1e-6);
    assert.equal(
      (await find('50:1:1:2'))?.number,
      '2',
      'the last part of the cadastral number is the default',
    );
    assert.equal((await find('274120000A1225'))?.number, 'A-1225');
    assert.equal((await find('50:1:1:8'))?.area, 600.5);
  });

  it('is idempotent, and records the previous state of a change', async () => {
    const one = (row: number) =>
      feature({ cn: '50:2:1:1', address: row === 70 ? 'старый' : '' }, plot(row, 0));
    assert.equal((await parcels([one(70)])).report.added, 1);
    const before = await find('50:2:1:1');
    assert.deepEqual((await parcels([one(70)])).report.unchanged, 1);
    assert.deepEqual((await parcels([one(71)])).report.changed, 1);
    const after = await find('50:2:1:1');
    assert.deepEqual(
      [after?.id, after?.address],
      [before?.id, 'старый'],
      'an empty address does not overwrite',
    );
    const changes = await service.db<{ before: { geometry: { coordinates: number[][][] } } }[]>`
      select before from parcel_change where parcel_id = ${before?.id as string}`;
    assert.equal(changes.length, 1);
    assert.ok(JSON.stringify(changes[0]?.before.geometry).includes('56.321'));
  });

  it('keeps features before the truncated end of a file', async () => {
    async function* brokenOff() {
      yield Buffer.from(`{"features":[${feature({ cn: '50:7:1:1' }, plot(74, 0))},{"type":`);
    }
    await assert.rejects(
      importParcels(tools(), readLand(brokenOff()), { settlementId: null }),
      /ends in the middle, after feature 1/,
    );
    assert.equal((await find('50:7:1:1'))?.number, '1');
  });

  it('assigns parcels to a settlement unless they belong to another', async () => {
    await parcels(
      [feature({ cn: '50:3:1:1' }, plot(72, 0)), feature({ cn: '50:3:1:2' }, plot(72, 1))],
      village.other.id,
    );
    const { report } = await parcels(
      [
        feature({ cn: '50:3:1:1' }, plot(72, 0)),
        feature({ cn: '50:1:1:2' }, plot(60, 1)),
        feature({ cn: '50:3:1:3' }, plot(72, 2)),
      ],
      village.settlement.id,
    );
    assert.deepEqual([report.added, report.changed, report.unchanged], [1, 1, 1]);
    assert.equal((await find('50:3:1:1'))?.settlement, village.other.id);
    assert.equal((await find('50:1:1:2'))?.settlement, village.settlement.id);
    const { data } = await village.anonymous.show_settlement({ settlement: village.settlement.id });
    assert.equal(data.parcels_total, 6, 'the count is updated');
  });

  it('refuses land that another settlement claims concurrently', async () => {
    const { id: own } = village.settlement;
    const other = service.newId();
    await service.db`
      insert into settlement (id, slug, name, kind, status, place_id, region, address, time_zone, created_at)
      select ${other}, 'at-once', 'At once', kind, status, place_id, region, address, time_zone, created_at
        from settlement where id = ${own}`;
    await parcels([feature({ cn: '50:9:1:91' }, plot(90, 0))]);
    await importBuildings(
      tools(),
      readLand(file([feature({ cn: '50:9:1:92' }, house(90, 0, [0.4, 0.4, 0.2, 0.2]))])),
    );
    const bounds = { settlementId: own, around: null };
    const imports = {
      plots: (remarks: ImportRemark[]) =>
        importParcels(
          tools(),
          readLand(file([feature({ cn: '50:9:1:91' }, plot(90, 5))])),
          { settlementId: own, bounds },
          { onRemark: (remark) => remarks.push(remark) },
        ),
      buildings: (remarks: ImportRemark[]) =>
        importBuildings(
          tools(),
          readLand(file([feature({ cn: '50:9:1:92' }, house(90, 0, [0.1, 0.1, 0.2, 0.2]))])),
          { bounds },
          { onRemark: (remark) => remarks.push(remark) },
        ),
    };
    const before = await service.db<{ land: string }[]>`
      select geometry::text as land from parcel where cadastral_number = '50:9:1:91'
      union all select geometry::text from building where cadastral_number = '50:9:1:92'`;
    for (const start of Object.values(imports)) {
      const remarks: ImportRemark[] = [];
      let running: Promise<unknown> = Promise.resolve();
      await service.pool.begin(async (db) => {
        // In the lock order of setting a boundary: the settlement, its plots, then what moves along.
        await db`select 1 from settlement where id = ${other} for no key update`;
        await db`select 1 from parcel where cadastral_number = '50:9:1:91' for update`;
        await db`update parcel set settlement_id = ${other} where cadastral_number = '50:9:1:91'`;
        await db`update building set settlement_id = ${other} where cadastral_number = '50:9:1:92'`;
        running = start(remarks);
        running.catch(() => {});
        await waitForLockWaiters(db);
      });
      await running;
      assert.deepEqual(
        remarks.map(({ outcome, reason }) => [outcome, reason.en]),
        [['refused', belongsToAnotherSettlement.en]],
      );
      await service.db`update parcel set settlement_id = null where cadastral_number = '50:9:1:91'`;
      await service.db`update building set settlement_id = null where cadastral_number = '50:9:1:92'`;
    }
    assert.deepEqual(
      await service.db<{ land: string }[]>`
        select geometry::text as land from parcel where cadastral_number = '50:9:1:91'
        union all select geometry::text from building where cadastral_number = '50:9:1:92'`,
      before,
    );
  });

  it('assigns each building to the plot it overlaps most, with its setback', async () => {
    const remarks: ImportRemark[] = [];
    const run = (features: string[]) =>
      importBuildings(
        tools(),
        readLand(file(features)),
        { prefix: 'b-' },
        { onRemark: (remark) => remarks.push(remark) },
      );
    const features = [
      feature({ id: 1, building: 'house' }, house(0, 0, [0.25, 0.25, 0.25, 0.25])),
      feature({ id: 2, purpose: 'garage' }, house(0, 0, [0.7, 0.2, 0.4, 0.2])),
      feature({ id: 3, type: 'баня' }, house(500, 500, [0.1, 0.1, 0.2, 0.2])),
      feature({ id: 4, area: 54, parcel: '50:04:00000:2' }, null),
      feature({ id: 5, area: 54 }, null),
    ];
    const report = await run(features);
    assert.deepEqual([report.added, report.refused, remarks[0]?.number], [4, 1, 5]);
    const { buildings } = await village.anonymous.list_buildings({ settlement: village.settlement.slug });
    assert.deepEqual(
      buildings.map(({ purpose, has_geometry, parcel }) => [purpose, has_geometry, parcel.number]),
      [
        ['dwelling', true, '1'],
        ['garage', true, '1'],
        ['unknown', false, '2'],
      ],
    );
    const [dwelling, garage] = buildings;
    assert.ok(Math.abs((dwelling?.setback_m ?? 0) - 7.73) < 0.05, `${dwelling?.setback_m}`);
    assert.equal(garage?.setback_m, 0, 'it crosses the border');
    assert.equal((await run(features)).unchanged, 4);
    const moved = await run([feature({ id: 1, building: 'house' }, house(0, 1, [0.25, 0.25, 0.25, 0.25]))]);
    assert.equal(moved.changed, 1);
    const after = await village.anonymous.list_buildings({
      settlement: village.settlement.slug,
      parcel: '2',
    });
    assert.deepEqual(after.buildings.map(({ id }) => id).includes(dwelling?.id as string), true);
  });

  it('reassigns and remeasures buildings when parcel outlines change', async () => {
    const settlementId = village.other.id;
    const wide = (row: number, column: number, share: number) => {
      const [[[west = 0, south = 0] = []] = []] = plot(row, column).coordinates;
      const [east, north] = [west + 0.0005 * share, south + 0.0003];
      const ring = [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ];
      return { type: 'Polygon', coordinates: [ring] };
    };
    const land = (share: number) => [
      feature({ cn: '50:9:1:1' }, wide(80, 0, share)),
      feature({ cn: '50:9:1:2' }, plot(80, 3)),
    ];
    await parcels(land(1), settlementId);
    const near = feature({ id: 'near' }, house(80, 0, [0.2, 0.2, 0.2, 0.2]));
    const alone = feature({ id: 'alone' }, house(80, 1, [0.2, 0.2, 0.2, 0.2]));
    const still = feature({ id: 'still' }, house(80, 3, [0.2, 0.2, 0.2, 0.2]));
    await importBuildings(tools(), readLand(file([near, alone, still])), { prefix: 'again-' });
    const buildingsNow = async () => {
      const rows = await service.db<
        { name: string; plot: string | null; setback: number | null; settlement: string | null }[]
      >`select b.cadastral_number as name, p.cadastral_number as plot, b.setback_m as setback, b.settlement_id as settlement
          from building b left join parcel p on p.id = b.parcel_id where b.cadastral_number like 'again-%'`;
      return Object.fromEntries(rows.map(({ name, ...rest }) => [name.slice(6), rest]));
    };
    const first = await buildingsNow();
    assert.equal(first.near?.plot, '50:9:1:1');
    assert.deepEqual(first.alone, { plot: null, setback: null, settlement: null });

    assert.equal((await parcels(land(0.5), settlementId)).report.changed, 1);
    const closer = await buildingsNow();
    assert.equal(closer.near?.plot, '50:9:1:1');
    assert.ok((closer.near?.setback as number) < (first.near?.setback as number), 'the border came closer');
    assert.deepEqual(closer.still, first.still);

    await parcels(land(2), settlementId);
    const taken = await buildingsNow();
    assert.equal(taken.alone?.plot, '50:9:1:1', 'a building without a plot is assigned to the wider one');
    assert.equal(taken.alone?.settlement, settlementId);
    assert.ok((taken.alone?.setback as number) > 0);

    await parcels(land(0.1), settlementId);
    assert.deepEqual(await buildingsNow(), {
      near: { plot: null, setback: null, settlement: null },
      alone: { plot: null, setback: null, settlement: null },
      still: first.still,
    });
    const [history] = await service.db<{ n: number }[]>`
      select count(*)::int as n from parcel_change c join parcel p on p.id = c.parcel_id
       where p.cadastral_number = '50:9:1:1' and c.before ? 'building'`;
    assert.equal(history?.n, 4, 'closer, farther, and two removed');
    assert.equal((await parcels(land(0.1), settlementId)).report.unchanged, 2);
  });
});
