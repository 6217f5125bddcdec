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
});
