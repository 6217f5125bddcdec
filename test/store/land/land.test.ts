import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { packShapes } from '../../../src/engines/geometry/rings/packed-shapes.ts';
import type { Position, Shape } from '../../../src/engines/geometry/types.ts';
import { findLandDigests, listLandById, listLandInBox, listOwnLand } from '../../../src/store/land/land.ts';
import { insertParcels } from '../../../src/store/land/parcels.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

const square = (x: number, y: number, size: number): Position[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

describe('reading parcels for the boundary computation', () => {
  let service: TestService;
  let village: Village;
  const shapes = new Map<string, Shape | null>();
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const odd: (Shape | null)[] = [
      { type: 'Polygon', coordinates: [square(1, 1, 0.1), square(1.01, 1.01, 0.02)] },
      {
        type: 'MultiPolygon',
        coordinates: [[square(2, 1, 0.123456789012345)], [square(3, 1, 1e-7), square(3, 1, 3e-8)]],
      },
      { type: 'Polygon', coordinates: [square(-179.99999999, -89.5, 1 / 3)] },
      // An unclosed ring keeps its length.
      { type: 'Polygon', coordinates: [square(4, 1, 0.1).slice(0, 4)] },
      null,
    ];
    const many = Array.from(
      { length: 4100 },
      (_, i): Shape => ({
        type: 'Polygon',
        coordinates: [square(10 + (i % 64) / 100, 1 + Math.floor(i / 64) / 100, 0.009)],
      }),
    );
    const rows = [...odd, ...many].map((geometry, i) => {
      const id = service.newId();
      shapes.set(id, geometry);
      const corner = geometry?.coordinates.flat(2) as number[] | Position[] | undefined;
      const [x, y] = (typeof corner?.[0] === 'number' ? corner : (corner?.[0] ?? [])) as number[];
      return {
        id,
        settlementId: i % 3 === 0 ? village.other.id : null,
        number: String(i + 2),
        cadastralNumber: `land:${i}`,
        address: '',
        areaM2: null,
        geometry,
        center: geometry === null ? null : ([x, y] as [number, number]),
      };
    });
    await insertParcels(service.db, rows, new Date());
  });

  it('returns each outline packed exactly as from its GeoJSON, ordered by id', async () => {
    const ids = [...shapes.keys()];
    const { rows } = await listLandById(service.db, ids);
    assert.deepEqual(
      rows.map(({ id }) => id),
      ids,
    );
    for (const { id, outline, centre } of rows) {
      const shape = shapes.get(id) ?? null;
      assert.equal(outline === null, shape === null);
      assert.equal(centre === null, shape === null);
      if (outline !== null && shape !== null)
        assert.deepEqual(packShapes([outline]), packShapes([shape]), JSON.stringify(shape));
    }
    const apart =
      await service.db`select id from parcel where outline is distinct from packed_outline(geometry)`;
    assert.deepEqual([...apart], []);
  });

  it('the trigger keeps outline and geometry consistent whichever of them is written', async () => {
    const { db } = service;
    const id = service.newId();
    const shape = (x: number) => db.json({ type: 'Polygon', coordinates: [square(x, 50, 0.1)] } as never);
    const check = async (hasOutline: boolean) => {
      const [row] = await db<{ known: boolean; same: boolean }[]>`
        select outline is not null as known, outline is not distinct from packed_outline(geometry) as same
          from parcel where id = ${id}`;
      assert.deepEqual({ ...row }, { known: hasOutline, same: true });
    };
    await db`
      insert into parcel (id, number, number_key, geometry, center, created_at, updated_at)
      values (${id}, 'x', 'x', ${shape(50)}, point(50.05, 50.05), now(), now())`;
    await check(true);
    await db`update parcel set geometry = ${shape(51)} where id = ${id}`;
    await check(true);
    await db`update parcel set outline = ${'\\x00'}::bytea where id = ${id}`;
    await check(true);
    await db`update parcel set geometry = null, center = null where id = ${id}`;
    await check(false);
    await db`update parcel set outline = ${'\\x00'}::bytea where id = ${id}`;
    await check(false);
    await db`delete from parcel where id = ${id}`;
  });

  it('listLandInBox reads across blocks, with limit and without the known box', async () => {
    const all = await listLandInBox(service.db, [10, 1, 11, 2], 10_000);
    assert.equal(all.rows.length, 4100);
    assert.equal(all.rows.filter(({ settlementId }) => settlementId === village.other.id).length, 1367);
    const rest = await listLandInBox(service.db, [10, 1, 11, 2], 10_000, [10, 1, 10.3, 2]);
    assert.ok(rest.rows.length > 0 && rest.rows.length < 4100);
    assert.ok(rest.rows.every(({ centre }) => (centre as Position)[0] > 10.3));
    assert.equal((await listLandInBox(service.db, [10, 1, 11, 2], 7)).rows.length, 7);
  });

  it('digests are equal in the database and in the readings, and change with any parcel', async () => {
    const { db } = service;
    const [near, wide] = [
      [10, 1, 10.2, 1.2],
      [9, 0.5, 10.4, 1.4],
    ] as const;
    const listed = [...shapes.keys()].slice(0, 5);
    const read = async () =>
      [
        (await listOwnLand(db, village.other.id)).digest,
        (await listLandById(db, listed)).digest,
        (await listLandInBox(db, near, 10_000)).digest,
        (await listLandInBox(db, wide, 10_000, near)).digest,
      ].join();
    const marks = () => findLandDigests(db, { settlementId: village.other.id, listed, near, wide });
    const first = await read();
    assert.equal(await marks(), first);
    const touched = [
      db`update parcel set address = 'x' where id = ${listed[4] as string}`,
      db`update parcel set address = 'x' where cadastral_number = 'land:5'`,
      db`delete from parcel where cadastral_number = 'land:7'`,
    ];
    let last = first;
    for (const touch of touched) {
      await touch;
      const next = await marks();
      assert.notEqual(next, last);
      assert.equal(next, await read());
      last = next;
    }
  });
});
