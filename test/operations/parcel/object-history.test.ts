import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createThings } from '../journal/mentioned-things.ts';

describe('the history of an object', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  it('shows a task only to those who may see it: a private one not to the board', async () => {
    const { resident, editor } = village.clients;
    const object = await createThings(service, village).object('Колодец');
    const plot = village.plots.resident;
    const write = async (
      title: string,
      given: { visibility?: 'private' | 'residents'; assign_to?: 'board' },
    ) => {
      const id = service.newId();
      await service.db`
        insert into task (id, settlement_id, parcel_id, object_id, kind, title, visibility, author_id, addressee, created_at, updated_at)
        values (${id}, ${village.settlement.id}, ${plot}, ${object}, 'request', ${title}, ${given.visibility ?? 'private'},
                ${village.accounts.resident}, ${given.assign_to ?? 'self'}, now(), now())`;
    };
    await write('себе', {});
    await write('правлению', { assign_to: 'board' });
    await write('для всех', { visibility: 'residents' });
    const titles = async (client: typeof resident) =>
      (await client.show_parcel_object({ parcel: plot, object })).data.history.tasks.map(
        ({ title }) => title,
      );
    assert.deepEqual(await titles(resident), ['для всех', 'правлению', 'себе']);
    assert.deepEqual(await titles(editor), ['для всех', 'правлению']);
  });

  it('shows articles that name it or a photograph of it, newest first and each once', async () => {
    const { resident, editor } = village.clients;
    const things = createThings(service, village);
    const object = await things.object('Яблоня');
    const shown = await things.photo({ subject: ['object', object] });
    const hidden = await things.photo({ subject: ['object', object], visibility: 'private' });
    const write = async (body: string) =>
      (await resident.write_article({ settlement: 'berezka', parcel_id: '1', title: 'Запись', body })).data
        .id;
    const named = await write(`Цветёт [object:${object}]`);
    const pictured = await write(`Вот она: [media:${shown}]`);
    const both = await write(`[object:${object}] [media:${shown}] [media:${hidden}]`);
    await write('Не о ней');
    const history = async (client: typeof resident) =>
      (await client.show_parcel_object({ parcel: village.plots.resident, object })).data.history.articles.map(
        ({ id }) => id,
      );
    assert.deepEqual(await history(resident), [both, pictured, named]);
    assert.deepEqual(await history(editor), [both, pictured, named]);
    await resident.edit_article({ settlement: 'berezka', article: pictured, body: 'Без неё' });
    assert.deepEqual(await history(resident), [both, named]);
  });
});
