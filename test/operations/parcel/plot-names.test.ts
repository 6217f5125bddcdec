import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertMembership } from '../../../src/store/land/residents.ts';
import { insertSettlementRole } from '../../../src/store/land/settlement-roles.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

/** Every field that names a plot takes its number as people say it, or its identifier. */
describe('a plot by number or identifier', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
  });

  it('resolves to the same plot in every list of a settlement, and is refused when unknown', async () => {
    const { editor } = village.clients;
    const id = village.plots.empty;
    const calls = {
      list_parcels: (parcel: string) => editor.send('list_parcels', { settlement, parcel }),
      list_buildings: (parcel: string) => editor.send('list_buildings', { settlement, parcel }),
      list_media: (parcel: string) => editor.send('list_media', { settlement, parcel }),
      list_residents: (parcel: string) => editor.send('list_residents', { settlement, parcel }),
      list_articles: (parcel_id: string) => editor.send('list_articles', { settlement, parcel_id }),
    };
    for (const [name, call] of Object.entries(calls)) {
      const field = name === 'list_articles' ? 'parcel_id' : 'parcel';
      const byId = await call(id);
      for (const number of ['12А', '12 а', ' 12А ']) {
        const byNumber = await call(number);
        assert.equal(byNumber.status, 200, `${name} ${number}`);
        assert.deepEqual(byNumber.body, byId.body, `${name} ${number}`);
      }
      for (const unknown of ['99', village.outsiderPlot]) {
        const nothing = await call(unknown);
        assert.equal(nothing.status, 422, `${name} ${unknown}`);
        assert.ok(field in (nothing.body as { errors: object }).errors, name);
      }
    }
  });

  it('needs no settlement where the caller lives', async () => {
    const { resident } = village.clients;
    const { data } = await resident.write_parcel_object({ parcel: '1', kind: 'tree', title: 'Яблоня' });
    assert.equal(data.parcel_id, village.plots.resident);
    const { objects } = await resident.list_parcel_objects({ parcel: ' 1' });
    assert.deepEqual(
      objects.map(({ id }) => id),
      [data.id],
    );
    assert.equal((await resident.show_parcel_object({ parcel: '1', object: data.id })).data.id, data.id);
    const edited = await resident.edit_parcel_object({ parcel: '1', object: data.id, title: 'Груша' });
    assert.equal(edited.data.title, 'Груша');

    const task = await resident.write_task({ settlement, title: 'Полить', kind: 'reminder', parcel_id: '1' });
    assert.equal(task.data.parcel_id, village.plots.resident);
    for (const input of [
      { parcel_id: '1' },
      { parcel_id: '1', settlement },
      { parcel_id: village.plots.resident },
    ])
      assert.deepEqual(
        (await resident.list_tasks(input)).tasks.map(({ id }) => id),
        [task.data.id],
      );
    assert.ok((await resident.upload_media({ subject_type: 'parcel', subject_id: '1' })).data.upload_url);
    const settings = { url: 'https://pump.example/', readings: [{ key: 'level', path: 'level' }] };
    const connected = await resident.send('connect_device', {
      parcel: '1',
      provider: 'json_http',
      name: 'Насос',
      settings,
    });
    assert.notEqual(connected.status, 404, 'the plot was found');
  });

  it('is 404 when unknown or not visible', async () => {
    const { resident, newcomer, outsider } = village.clients;
    await assertRefused(resident.list_parcel_objects({ parcel: '99' }), 404);
    await assertRefused(resident.list_parcel_objects({ parcel: '2' }), 404);
    await assertRefused(newcomer.list_parcel_objects({ parcel: '1' }), 404);
    await assertRefused(outsider.write_task({ settlement: 'sosny', title: 'x', parcel_id: '12А' }), 404);
    await assertRefused(resident.list_tasks({ parcel_id: '99' }), 404);
    await assertRefused(resident.upload_media({ subject_type: 'parcel', subject_id: '99' }), 404);
    await assertRefused(
      resident.upload_media({ subject_type: 'object', subject_id: 'яблоня' }),
      422,
      'subject_id',
    );
    const { objects } = await outsider.list_parcel_objects({ parcel: '1' });
    assert.deepEqual(objects, [], 'plot 1 of the settlement where the outsider lives');
  });

  it('is refused when ambiguous between two settlements of one caller', async () => {
    await insertSettlementRole(service.db, village.other.id, village.accounts.editor, 'editor', new Date());
    const reply = await village.clients.editor.send('list_parcel_objects', { parcel: '1' });
    assert.equal(reply.status, 422);
    const body = reply.body as {
      message: string;
      errors: object;
      candidates: { id: string; number: string }[];
    };
    assert.ok('parcel' in body.errors);
    assert.match(body.message, /Берёзка.*Сосны/);
    assert.deepEqual(
      body.candidates.map(({ id }) => id).sort(),
      [village.plots.resident, village.outsiderPlot].sort(),
    );
    await assertRefused(village.clients.editor.list_tasks({ parcel_id: '1' }), 422, 'parcel_id');
    assert.ok(await village.clients.editor.list_tasks({ parcel_id: '1', settlement }), 'said which');
    assert.ok(await village.clients.editor.list_parcel_objects({ parcel: village.plots.resident }));
    await service.db`delete from settlement_role where settlement_id = ${village.other.id}`;
  });

  it('is found by a prefix of its number, in any case', async () => {
    const find = async (q: string) =>
      (await village.anonymous.list_parcels({ settlement, q })).parcels.map(({ number }) => number);
    assert.deepEqual((await find('1')).sort(), ['1', '12А']);
    assert.deepEqual(await find('12 а'), ['12А']);
    for (const nothing of ['2А', '%', '_']) assert.deepEqual(await find(nothing), [], nothing);
    const first = await village.anonymous.list_parcels({ settlement, q: '1', limit: 1 });
    await assertRefused(
      village.anonymous.list_parcels({ settlement, q: '2', limit: 1, cursor: first.cursor as string }),
      422,
      'cursor',
    );
  });

  it('no longer resolves after the membership ended', async () => {
    const { db, newId } = service;
    const account = village.accounts.newcomer;
    const membership = newId();
    await insertMembership(db, {
      id: membership,
      accountId: account,
      parcelId: village.plots.free,
      role: 'tenant',
      state: 'confirmed',
      isPrimary: true,
      decidedBy: null,
      now: new Date(),
    });
    assert.ok(await village.clients.newcomer.list_parcel_objects({ parcel: '3' }));
    await db`update membership set state = 'ended', is_primary = false where id = ${membership}`;
    await assertRefused(village.clients.newcomer.list_parcel_objects({ parcel: '3' }), 404);
    await assertRefused(village.clients.newcomer.list_tasks({ parcel_id: '3' }), 404);
    await assertRefused(village.clients.newcomer.list_parcel_objects({ parcel: village.plots.free }), 404);
  });
});
