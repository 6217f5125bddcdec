import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { loadLand, tverSlug } from '../../src/demo/land.ts';
import { landDetails } from '../../src/demo/land-details.ts';
import { loadPeople } from '../../src/demo/people.ts';
import { createWorld, type World } from '../../src/demo/world.ts';
import { startService, type TestService } from '../harness/service.ts';

describe('the land of the demonstration', () => {
  let service: TestService;
  let people: Awaited<ReturnType<typeof loadPeople>>;
  let settlements: Awaited<ReturnType<typeof loadLand>>;
  before(async () => {
    service = await startService();
    const parts = service.app.kernelParts;
    await service.pool.begin(async (db) => {
      settlements = await loadLand(db, parts.newId, new Date());
      people = await loadPeople(db, settlements, parts.newId, new Date());
      const [settlement, otherSettlement, thirdSettlement] = settlements as unknown as World['settlement'][];
      const plots = Object.fromEntries(settlements.map((one) => [one.slug, one.plots]));
      const places = { settlement, otherSettlement, thirdSettlement } as Pick<
        World,
        'settlement' | 'otherSettlement' | 'thirdSettlement'
      >;
      const moderators = new Set([people.accounts.moderator]);
      await landDetails.load(
        createWorld(parts, db, { accounts: people.accounts, ...places, plots }, moderators),
      );
    });
  });
  const as = (persona: keyof typeof people.access) => service.client(people.access[persona].token);

  it('gives every settlement buildings, some of them known only by their area, and a boundary', async () => {
    const sources: string[] = [];
    for (const { slug, plots } of settlements) {
      const { buildings } = await service.client().list_buildings({ settlement: slug, limit: 100 });
      const built = new Set(buildings.map(({ parcel }) => parcel.number));
      assert.ok(built.size >= Object.keys(plots).length * 0.6, `${slug}: ${built.size}`);
      for (const building of buildings) {
        assert.equal(building.setback_m === null, !building.has_geometry);
        assert.ok(building.area_m2 > 5);
      }
      const { data } = await service.client().show_settlement({ settlement: slug });
      const won = slug === tverSlug ? 4 : 0;
      assert.equal(data.parcels_total, Object.keys(plots).length + won, 'no plot was lost or won unasked');
      assert.ok((data.boundary?.ring.length ?? 0) > 4);
      sources.push(data.boundary?.source ?? '');
    }
    assert.deepEqual(sources.sort(), ['developer', 'egrn', 'manual', 'manual']);
  });

  it('has a boundary that grew, clashing numbers in a preview, and a house too near a border', async () => {
    const moderator = as('moderator');
    const { data } = await moderator.show_settlement({ settlement: tverSlug });
    assert.deepEqual(
      data.boundary_history?.map(({ linked, renamed, standing }) => [linked, renamed, standing]),
      [
        [4, 4, true],
        [0, 0, false],
      ],
    );
    const settlement = settlements[0]?.slug as string;
    const { parcels } = await as('editor').list_parcels({ settlement, near: 100, limit: 100 });
    const free = parcels.filter(({ belongs_to }) => belongs_to === 'none').map(({ id }) => id);
    assert.equal(free.length, 9);
    const own = parcels.filter(({ belongs_to }) => belongs_to === 'this').map(({ id }) => id);
    const shape = await as('editor').shape_settlement_boundary({ settlement, parcels: [...own, ...free] });
    assert.deepEqual([shape.linked, shape.clashing.length], [9, 9]);
    const { buildings } = await service
      .client()
      .list_buildings({ settlement: tverSlug, closer_than_m: 3, limit: 100 });
    const near = buildings.filter(
      ({ purpose, keeps_setback }) => purpose === 'dwelling' && keeps_setback === false,
    );
    assert.ok(near.some(({ parcel }) => parcel.number === '5'));
    const land = await fetch(`${service.url}/settlements/${tverSlug}/land.json`);
    assert.equal(land.status, 200);
    await land.arrayBuffer();
  });

  it('plants gardens, and keeps claims in every state while the newcomer has none', async () => {
    const [own] = (await as('resident').list_my_parcels({})).data;
    const { objects } = await as('resident').list_parcel_objects({ parcel: own?.parcel_id as string });
    assert.ok(objects.length >= 6);
    assert.ok(objects.every((object) => !object.archived));
    const settlement = settlements[0]?.slug as string;
    const states = (await as('editor').list_residents({ settlement, limit: 100 })).residents.map(
      ({ state }) => state,
    );
    for (const state of ['claimed', 'confirmed', 'ended']) assert.ok(states.includes(state as never), state);
    assert.deepEqual((await as('newcomer').show_me({})).data.parcels, []);
  });
});
