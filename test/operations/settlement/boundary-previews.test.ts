import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { insertParcels } from '../../../src/store/land/parcels.ts';
import { insertMembership } from '../../../src/store/land/residents.ts';
import { insertSettlementRole } from '../../../src/store/land/settlement-roles.ts';
import { sweepExpired } from '../../../src/store/system/expiry.ts';
import { waitForLockWaiters } from '../../db/lock-waiters.ts';
import { openService, type TestService } from '../../harness/open-service.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { buildVillage, squarePlot, type Village } from '../../harness/village.ts';
import { createParcelGrid, listMembers, ringAround, snapshotLand } from './land-fixtures.ts';

let service: TestService;
let village: Village;
let settlement: string;
let close: () => Promise<void>;
afterEach(() => close());

/** Unowned land beside the village, with the numbers of its plots 1, 2 and 3. */
async function layClashingLand(): Promise<string[]> {
  const ids = [service.newId(), service.newId(), service.newId(), service.newId()];
  const land = (['1', '2', '3', '40'] as const).map((number, index) => ({
    id: ids[index] as string,
    settlementId: null,
    number,
    cadastralNumber: index === 2 ? null : `50:77:1:${index}`,
    address: '',
    ...squarePlot(1, index),
  }));
  await insertParcels(service.db, land, new Date());
  return ids;
}

const drawing = () => ({ settlement, ring: ringAround([0, 1], [0, 3]) });
const listBoundaries = async () =>
  (await village.clients.editor.show_settlement({ settlement })).data.boundary_history ?? [];

describe('a preview of a boundary', () => {
  let ids: string[];
  beforeEach(async () => {
    ({ service, close } = await openService());
    village = await buildVillage(service);
    settlement = village.settlement.slug;
    ids = await layClashingLand();
  });

  it('returns moves and number clashes, and changes nothing', async () => {
    const before = await snapshotLand(service);
    const shape = await village.clients.editor.shape_settlement_boundary(drawing());
    assert.deepEqual(Object.keys(shape.data).sort(), ['exclude', 'parcels', 'ring', 'snap']);
    assert.deepEqual([shape.linked, shape.unlinked, shape.kept], [4, 0, 0]);
    assert.deepEqual(shape.clashing, [
      { id: ids[0], number: '1', renamed_to: '50:77:1:0' },
      { id: ids[1], number: '2', renamed_to: '50:77:1:1' },
      { id: ids[2], number: '3', renamed_to: '3/2' },
    ]);
    assert.equal(await snapshotLand(service), before);
    // The reply is accepted by set_settlement_boundary as it is.
    const applied = await village.clients.editor.set_settlement_boundary({ settlement, ...shape.data });
    assert.deepEqual(applied.data.renamed, shape.clashing);
  });

  it('is applied by its handle, idempotently, and renumbers clashing plots', async () => {
    const { editor } = village.clients;
    const { preview, clashing, data } = await editor.shape_settlement_boundary(drawing());
    const applied = await editor.set_settlement_boundary({ settlement, preview });
    assert.deepEqual(applied.data.renamed, clashing);
    assert.deepEqual(applied.data.ring, data.ring);
    assert.deepEqual(await listMembers(service, village.settlement.id), [
      '1',
      '12А',
      '2',
      '3',
      '3/2',
      '40',
      '50:77:1:0',
      '50:77:1:1',
    ]);
    const { parcels } = await village.anonymous.list_parcels({ settlement, parcel: '1' });
    assert.deepEqual(
      parcels.map(({ id }) => id),
      [village.plots.resident],
      'a number still means the plot it meant',
    );
    const [change] = await service.db<{ before: object }[]>`
      select before from parcel_change where parcel_id = ${ids[0] as string}`;
    assert.deepEqual(change?.before, { settlement_id: null, number: '1' }, 'what it was called is kept');
    await assertRefused(editor.set_settlement_boundary({ settlement, preview }), 422, 'preview');
  });

  it('is refused with the list of clashing numbers when on_clash is refuse', async () => {
    const { editor } = village.clients;
    const { preview } = await editor.shape_settlement_boundary(drawing());
    const before = await snapshotLand(service);
    for (const input of [drawing(), { settlement, preview }]) {
      const error = await assertRefused(
        editor.set_settlement_boundary({ ...input, on_clash: 'refuse' }),
        422,
        'on_clash',
      );
      const { clashing } = error.body as unknown as { clashing: { number: string }[] };
      assert.deepEqual(
        clashing.map(({ number }) => number),
        ['1', '2', '3'],
      );
    }
    assert.equal(await snapshotLand(service), before);
    const without = {
      settlement,
      preview: undefined,
      ring: ringAround([0, 1], [0, 3]),
      exclude: ids.slice(0, 3),
    };
    const { data } = await editor.set_settlement_boundary({ ...without, on_clash: 'refuse' });
    assert.deepEqual([data.linked, data.renamed], [1, []]);
  });

  it('is valid for one account and one settlement, for an hour', async () => {
    const { editor, moderator, resident } = village.clients;
    const { preview } = await editor.shape_settlement_boundary(drawing());
    await assertRefused(moderator.set_settlement_boundary({ settlement, preview }), 422, 'preview');
    await assertRefused(resident.set_settlement_boundary({ settlement, preview }), 403);
    await insertSettlementRole(service.db, village.other.id, village.accounts.editor, 'editor', new Date());
    await assertRefused(editor.set_settlement_boundary({ settlement: 'sosny', preview }), 422, 'preview');
    await assertRefused(editor.set_settlement_boundary({ settlement, preview: 'made-up' }), 422, 'preview');
    service.clock.offset = 61 * 60 * 1000;
    await assertRefused(editor.set_settlement_boundary({ settlement, preview }), 422, 'preview');
    await sweepExpired(service.db, new Date(Date.now() + service.clock.offset));
    assert.equal((await service.db`select 1 from boundary_preview`).length, 0);
    service.clock.offset = 0;
    await assertRefused(editor.set_settlement_boundary({ settlement, preview }), 422, 'preview');
  });

  it('expires when the land changes', async () => {
    const { editor } = village.clients;
    const changes = {
      'another plot': () => createParcelGrid(service, [1, 1], [9, 9]),
      'a moved plot': () => service.db`update parcel set updated_at = now() where id = ${ids[0] as string}`,
      'somebody on a plot that would go': () =>
        insertMembership(service.db, {
          id: service.newId(),
          accountId: village.accounts.newcomer,
          parcelId: village.plots.empty,
          role: 'owner',
          state: 'claimed',
          isPrimary: false,
          decidedBy: null,
          now: new Date(),
        }),
    };
    for (const [what, change] of Object.entries(changes)) {
      const wide = what === 'another plot';
      const ring = wide ? ringAround([1, 1], [0, 9]) : ringAround([1, 1], [0, 3]);
      const { preview } = await editor.shape_settlement_boundary({ settlement, ring });
      await change();
      await assertRefused(editor.set_settlement_boundary({ settlement, preview }), 422, 'preview');
    }
    const { preview } = await editor.shape_settlement_boundary(drawing());
    assert.ok(await editor.set_settlement_boundary({ settlement, preview }));
  });

  it('excludes the other ways to give a boundary, and only the last few are stored', async () => {
    const { editor } = village.clients;
    const first = await editor.shape_settlement_boundary(drawing());
    const { preview } = first;
    await assertRefused(editor.set_settlement_boundary({ ...drawing(), preview }), 422, 'preview');
    await assertRefused(
      editor.set_settlement_boundary({ settlement, preview, restore: '1' }),
      422,
      'preview',
    );
    await assertRefused(editor.set_settlement_boundary({ ...drawing(), restore: '1' }), 422, 'restore');
    assert.equal(
      (await editor.shape_settlement_boundary(drawing())).preview,
      preview,
      'the same looked at again',
    );
    for (let time = 0; time < 5; time += 1)
      await editor.shape_settlement_boundary({ settlement, ring: ringAround([0, 1], [0, 4 + time]) });
    await assertRefused(editor.set_settlement_boundary({ settlement, preview }), 422, 'preview');
    assert.equal((await service.db`select 1 from boundary_preview`).length, 5);
  });

  it('accepts own plots by number in both lists', async () => {
    const { editor } = village.clients;
    const shape = await editor.shape_settlement_boundary({
      settlement,
      parcels: ['1', '12 а'],
      exclude: ['3'],
    });
    assert.deepEqual([shape.linked, shape.unlinked + shape.kept], [0, 2]);
    await assertRefused(
      editor.shape_settlement_boundary({ settlement, parcels: ['1', village.plots.resident] }),
      422,
      'parcels.1',
    );
    await assertRefused(
      editor.shape_settlement_boundary({ settlement, parcels: ['1', 'нет'] }),
      422,
      'parcels.1',
    );
  });

  it('is refused for a former editor', async () => {
    const { editor } = village.clients;
    const { preview } = await editor.shape_settlement_boundary(drawing());
    const before = await snapshotLand(service);
    // The call waits for the lock of the settlement; meanwhile its caller leaves the board.
    let call: Promise<unknown> | undefined;
    await service.pool.begin(async (db) => {
      await db`select 1 from settlement where id = ${village.settlement.id} for update`;
      call = editor.set_settlement_boundary({ settlement, preview });
      call.catch(() => {});
      await waitForLockWaiters(db);
      await db`delete from settlement_role where account_id = ${village.accounts.editor}`;
    });
    await assertRefused(call as Promise<unknown>, 403);
    await assertRefused(editor.shape_settlement_boundary(drawing()), 403);
    assert.equal(await snapshotLand(service), before);
    const { data } = await editor.show_settlement({ settlement });
    assert.equal(data.boundary_history, undefined);
  });
});

describe('boundary history', () => {
  beforeEach(async () => {
    ({ service, close } = await openService());
    village = await buildVillage(service);
    settlement = village.settlement.slug;
    await layClashingLand();
  });

  it('is listed for those who may draw, and any entry can be restored', async () => {
    const { editor, moderator, resident } = village.clients;
    const small = await editor.set_settlement_boundary({
      settlement,
      ring: ringAround([0, 0], [0, 3]),
      snap: true,
    });
    const large = await moderator.set_settlement_boundary({ ...drawing(), source: 'egrn' });
    const shown = await listBoundaries();
    assert.deepEqual(
      shown.map(({ applied_at, ...entry }) => {
        assert.match(applied_at, /\+00:00$/);
        return entry;
      }),
      [
        {
          id: large.data.id,
          applied_by: 'Moderator I.',
          source: 'egrn',
          snap: false,
          linked: 4,
          unlinked: 0,
          kept: 0,
          renamed: 3,
          standing: true,
        },
        {
          id: small.data.id,
          applied_by: 'Editor I.',
          source: 'manual',
          snap: true,
          linked: 0,
          unlinked: 0,
          kept: 0,
          renamed: 0,
          standing: false,
        },
      ],
    );
    for (const client of [village.anonymous, resident, village.clients.outsider])
      assert.equal((await client.show_settlement({ settlement })).data.boundary_history, undefined);

    const before = await editor.shape_settlement_boundary({ settlement, restore: small.data.id });
    assert.deepEqual([before.linked, before.unlinked], [0, 4]);
    const back = await editor.set_settlement_boundary({ settlement, restore: small.data.id });
    assert.deepEqual([back.data.unlinked, back.data.ring, back.data.snap], [4, small.data.ring, true]);
    assert.deepEqual(await listMembers(service, village.settlement.id), ['1', '12А', '2', '3']);
    const forth = await editor.set_settlement_boundary({ settlement, restore: large.data.id });
    assert.deepEqual([forth.data.linked, forth.data.renamed, forth.data.source], [4, [], 'egrn']);
    assert.equal((await listBoundaries()).length, 4);
    await assertRefused(editor.set_settlement_boundary({ settlement, restore: '999' }), 422, 'restore');
    await assertRefused(resident.set_settlement_boundary({ settlement, restore: small.data.id }), 403);
    await insertSettlementRole(service.db, village.other.id, village.accounts.editor, 'editor', new Date());
    await assertRefused(
      editor.set_settlement_boundary({ settlement: 'sosny', restore: small.data.id }),
      422,
      'restore',
    );
  });

  it('never duplicates a plot number, also when two editors apply concurrently', async () => {
    await insertSettlementRole(
      service.db,
      village.settlement.id,
      village.accounts.neighbour,
      'editor',
      new Date(),
    );
    const { editor, neighbour } = village.clients;
    const [one, two] = await Promise.all([
      editor.shape_settlement_boundary(drawing()),
      neighbour.shape_settlement_boundary(drawing()),
    ]);
    const replies = await Promise.all([
      editor.send('set_settlement_boundary', { settlement, preview: one.preview }),
      neighbour.send('set_settlement_boundary', { settlement, preview: two.preview }),
    ]);
    assert.deepEqual(
      replies.map(({ status }) => status).sort(),
      [200, 422],
      'the second sees the land moved',
    );
    assert.equal((await listMembers(service, village.settlement.id)).length, 8);
  });

  it('shows the land around to those who may draw', async () => {
    await createParcelGrid(service, [40, 40], [0, 0]);
    const { editor, resident, moderator } = village.clients;
    const around60 = await editor.list_parcels({ settlement, near: 60 });
    const owners = around60.parcels.map(({ belongs_to }) => belongs_to);
    assert.deepEqual([owners.length, owners.filter((owner) => owner === 'none').length], [8, 4]);
    assert.deepEqual((await moderator.list_parcels({ settlement, near: 5000 })).parcels.length, 10);
    const paged: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await editor.list_parcels({ settlement, near: 60, limit: 3, ...(cursor && { cursor }) });
      paged.push(...page.parcels.map(({ id }) => id));
      if (page.cursor === null) break;
      cursor = page.cursor;
    }
    assert.deepEqual(
      paged,
      around60.parcels.map(({ id }) => id),
    );
    await assertRefused(resident.list_parcels({ settlement, near: 60 }), 403);
    await assertRefused(village.anonymous.list_parcels({ settlement, near: 60 }), 403);
    await assertRefused(editor.list_parcels({ settlement, near: 0 }), 422, 'near');
    await assertRefused(editor.list_parcels({ settlement, near: 5001 }), 422, 'near');
    await service.db`delete from settlement_role`;
    await assertRefused(editor.list_parcels({ settlement, near: 60 }), 403);
  });
});
