import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, personas, type Village } from '../../harness/village.ts';
import { createParcelGrid, listMembers, ringAround, snapshotLand } from './land-fixtures.ts';

/** The village's own four plots: two with residents, two without references. */
describe('set_settlement_boundary', () => {
  let service: TestService;
  let village: Village;
  let free: Record<string, string>;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    free = await createParcelGrid(service, [1, 4], [0, 5]);
  });
  const place = (input: object) =>
    ({ settlement: village.settlement.slug, ...input }) as { settlement: string };
  const set = async (input: object) =>
    (await village.clients.editor.set_settlement_boundary(place(input))).data;
  const shape = async (input: object) =>
    (await village.clients.editor.shape_settlement_boundary(place(input))).data;

  it('links plots inside, unlinks plots outside, and keeps referenced ones', async () => {
    const ring = ringAround([1, 2], [0, 2]);
    const { id, ...applied } = await set({ ring });
    assert.match(id, /^\d+$/);
    assert.deepEqual(applied, {
      ring,
      parcels: [],
      exclude: [],
      snap: false,
      source: 'manual',
      linked: 6,
      unlinked: 2,
      kept: 2,
      renamed: [],
    });
    assert.deepEqual(await listMembers(service, village.settlement.id), [
      '1',
      '1-0',
      '1-1',
      '1-2',
      '2',
      '2-0',
      '2-1',
      '2-2',
    ]);
    const { data } = await village.anonymous.show_settlement({ settlement: village.settlement.id });
    assert.deepEqual(data.boundary, { ring, parcels: [], exclude: [], snap: false, source: 'manual' });
    assert.equal(data.parcels_total, 8);
  });

  it('is idempotent, and counts the kept plots again', async () => {
    const ring = ringAround([1, 2], [0, 2]);
    const again = await set({ ring });
    assert.deepEqual([again.linked, again.unlinked, again.kept], [0, 0, 2]);
  });

  it('gives the same plots for a shaped boundary as for the drawing, and shaping stores nothing', async () => {
    const drawing = {
      ring: ringAround([1, 3], [1, 4]),
      parcels: [free['4-5']],
      exclude: [free['2-2']],
      snap: true,
    };
    const before = await snapshotLand(service);
    const shaped = await shape(drawing);
    assert.equal(await snapshotLand(service), before);
    assert.ok(shaped.ring.length > 4);
    assert.deepEqual(await shape(shaped), shaped, 'shaping what was shaped changes nothing');
    await set(drawing);
    const members = await listMembers(service, village.settlement.id);
    assert.deepEqual(members.filter((number) => number.includes('-')).length, 12);
    const { data } = await village.anonymous.show_settlement({ settlement: village.settlement.id });
    assert.deepEqual(data.boundary?.ring, shaped.ring);
    const second = await set(shaped);
    assert.deepEqual([second.linked, second.unlinked], [0, 0]);
    assert.deepEqual(await listMembers(service, village.settlement.id), members);
  });

  it('restores an earlier boundary, and each is stored with its moves', async () => {
    const ring = ringAround([1, 2], [0, 2]);
    const applied = await set({ ring, source: 'egrn' });
    assert.equal(applied.source, 'egrn');
    assert.deepEqual(
      (await listMembers(service, village.settlement.id)).filter((number) => number.includes('-')),
      ['1-0', '1-1', '1-2', '2-0', '2-1', '2-2'],
    );
    const history = await service.db<{ linked: string[]; unlinked: string[]; appliedBy: string }[]>`
      select linked, unlinked, applied_by as "appliedBy" from settlement_boundary order by id`;
    assert.equal(history.length, 5);
    const first = history[0];
    assert.deepEqual([first?.linked.length, first?.unlinked.length], [6, 2]);
    assert.ok(history.every((entry) => entry.appliedBy === village.accounts.editor));
    const [changes] = await service.db<{ n: number }[]>`select count(*)::int as n from parcel_change`;
    const moved = history.reduce((sum, entry) => sum + entry.linked.length + entry.unlinked.length, 0);
    assert.equal(changes?.n, moved, 'what each plot was is written down');
  });

  it('keeps a plot for each kind of reference, and only as long as it exists', async () => {
    const { db, newId } = service;
    const { id: settlement } = village.settlement;
    const plots = await createParcelGrid(service, [8, 8], [0, 7], settlement);
    const at = (column: number) => plots[`8-${column}`] as string;
    const { resident } = village.accounts;
    const now = new Date();
    await db`update parcel set listing = 'for_sale' where id = ${at(0)}`;
    await db`insert into parcel_object (id, parcel_id, kind, title, created_by, created_at, updated_at) values (${newId()}, ${at(1)}, 'tree', 'x', ${resident}, ${now}, ${now})`;
    await db`insert into task (id, settlement_id, parcel_id, kind, title, author_id, addressee, created_at, updated_at) values (${newId()}, ${settlement}, ${at(2)}, 'work', 'x', ${resident}, 'self', ${now}, ${now})`;
    await db`
      insert into article (id, settlement_id, parcel_id, author_id, slug, title, body, excerpt, kind, status, about_on_shown, created_at, updated_at)
      values (${newId()}, ${settlement}, ${at(3)}, ${resident}, 'x', 'x', 'x', 'x', 'diary', 'draft', '2026-01-01', ${now}, ${now})`;
    await db`insert into device_connection (id, account_id, parcel_id, name, provider, next_poll_at, created_at) values (${newId()}, ${resident}, ${at(4)}, 'x', 'x', ${now}, ${now})`;
    await db`insert into media (id, settlement_id, parcel_id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes, created_at) values (${newId()}, ${settlement}, ${at(5)}, 'parcel', ${at(5)}, ${resident}, ${Buffer.alloc(32)}, '{}', 'image/png', 1, ${now})`;
    await db`insert into membership (id, account_id, parcel_id, role, state, created_at) values (${newId()}, ${resident}, ${at(6)}, 'owner', 'ended', ${now}), (${newId()}, ${resident}, ${at(7)}, 'owner', 'claimed', ${now})`;
    const applied = await set({ ring: ringAround([1, 2], [0, 2]) });
    assert.deepEqual([applied.unlinked, applied.kept], [1, 9]);
    assert.deepEqual(
      (await listMembers(service, settlement)).filter((number) => number.startsWith('8-')),
      [0, 1, 2, 3, 4, 5, 7].map((column) => `8-${column}`),
      'only the plot whose one membership has ended is let go',
    );
    await db`update parcel set listing = null where id = ${at(0)}`;
    await db`update membership set state = 'ended' where parcel_id = ${at(7)}`;
    const again = await set({ ring: ringAround([1, 2], [0, 2]) });
    assert.deepEqual([again.unlinked, again.kept], [2, 7]);
  });

  it('computes the outline from listed plots only', async () => {
    const listed = [free['1-0'], free['1-1'], free['3-3']];
    const { ring, parcels, linked, unlinked } = await set({ parcels: listed });
    assert.ok(ring.length >= 4);
    assert.deepEqual(new Set(parcels), new Set(listed));
    assert.deepEqual([linked, unlinked], [1, 4]);
  });

  it('never takes land of another settlement, whatever the line covers', async () => {
    const foreign = await createParcelGrid(service, [6, 6], [0, 1], village.other.id);
    const near = await createParcelGrid(service, [6, 6], [2, 3]);
    for (const snap of [false, true]) {
      const result = await set({ ring: ringAround([6, 6], [0, 3]), snap });
      assert.deepEqual(result.exclude, [], 'they need not be named');
      assert.deepEqual(
        (await listMembers(service, village.settlement.id)).filter((number) => number.startsWith('6-')),
        ['6-2', '6-3'],
      );
    }
    assert.deepEqual(
      (await listMembers(service, village.other.id)).filter((number) => number.startsWith('6-')),
      ['6-0', '6-1'],
    );
    await assertRefused(set({ parcels: [near['6-2'], foreign['6-0']] }), 422, 'parcels.1');
    await assertRefused(
      set({ ring: ringAround([6, 6], [2, 3]), exclude: [foreign['6-0']] }),
      422,
      'exclude.0',
    );
  });

  it('refuses lists with unknown, duplicate or contradictory plots', async () => {
    const ring = ringAround([1, 2], [0, 2]);
    const one = free['1-0'];
    const before = await snapshotLand(service);
    for (const ask of [set, shape]) {
      await assertRefused(ask({ ring, parcels: [one, '999'] }), 422, 'parcels.1');
      await assertRefused(ask({ ring, exclude: ['999'] }), 422, 'exclude.0');
      await assertRefused(ask({ ring, parcels: [one, free['1-1'], one] }), 422, 'parcels.2');
      await assertRefused(ask({ ring, exclude: [one, one] }), 422, 'exclude.1');
      await assertRefused(ask({ ring, parcels: [one], exclude: [free['1-1'], one] }), 422, 'exclude.1');
      await assertRefused(ask({ ring, parcels: ['x'] }), 422, 'parcels.0');
      await assertRefused(ask({ ring, parcels: [12] }), 422, 'parcels.0');
      await assertRefused(ask({ parcels: [one], exclude: [one] }), 422, 'exclude.0');
    }
    assert.equal(await snapshotLand(service), before);
  });

  it('refuses an invalid ring with the index of the error', async () => {
    const [a, b, c, d] = ringAround([1, 2], [0, 2]) as [never, never, never, never];
    const far = (ring: { latitude: number; longitude: number }[], north: number) =>
      ring.map((point) => ({ ...point, latitude: point.latitude + north }));
    const before = await snapshotLand(service);
    const cases: [object, string, RegExp][] = [
      [{}, 'ring', /ring|list/i],
      [{ ring: [a, b] }, 'ring', /at least 3/],
      [{ ring: [a, a, b, a] }, 'ring', /three different/],
      [{ ring: [a, b, c, { latitude: 95, longitude: 37 }] }, 'ring.3.latitude', /-90 to 90/],
      [{ ring: [a, b, c, { latitude: 56, longitude: 181 }] }, 'ring.3.longitude', /-180 to 180/],
      [{ ring: [a, b, c, { latitude: 'x', longitude: 1 }] }, 'ring.3.latitude', /number/],
      [{ ring: [a, b, c, { latitude: 56 }] }, 'ring.3.longitude', /required/],
      [{ ring: [a, c, b, d] }, 'ring', /cross/],
      [{ ring: far([a, b, c, d], 1) }, 'ring', /km away|No parcel/],
      [
        {
          ring: [a, b, c, d].map(({ latitude, longitude }) => ({ latitude: longitude, longitude: latitude })),
        },
        'ring',
        /swapped/,
      ],
      [{ ring: [a, b, { latitude: 57.5, longitude: 37.5 }] }, 'ring', /50 km/],
      [{ ring: ringAround([20, 22], [0, 2]) }, 'ring', /No parcel/],
      [{ ring: ringAround([1, 1], [0, 0]), exclude: [free['1-0']] }, 'exclude', /excluded/],
      [{ ring: [a, b, c, d], colour: 'red' }, 'colour', /no such field/],
    ];
    for (const [input, field, message] of cases) {
      for (const ask of [set, shape]) {
        const error = await assertRefused(ask(input), 422, field);
        assert.match(error.body.message, message, JSON.stringify(input));
      }
    }
    assert.equal(await snapshotLand(service), before);
  });

  it('is for the board and for moderators', async () => {
    const input = { settlement: village.settlement.id, ring: ringAround([1, 2], [0, 2]) };
    for (const persona of personas) {
      const client = village.clients[persona];
      if (persona === 'editor' || persona === 'moderator') {
        await client.shape_settlement_boundary(input);
        await client.set_settlement_boundary(input);
      } else {
        await assertRefused(client.shape_settlement_boundary(input), 403);
        await assertRefused(client.set_settlement_boundary(input), 403);
      }
    }
    await assertRefused(village.anonymous.shape_settlement_boundary(input), 401);
    await assertRefused(village.anonymous.set_settlement_boundary(input), 401);
    const reader = await service.as(village.accounts.editor, ['mcp:read']);
    await reader.shape_settlement_boundary(input);
    await assertRefused(reader.set_settlement_boundary(input), 403);
    await assertRefused(
      village.clients.editor.set_settlement_boundary({ ...input, settlement: 'nowhere' }),
      404,
    );
  });
});
