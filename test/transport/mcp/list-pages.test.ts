import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertMembership } from '../../../src/store/land/residents.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { homeAssistantAt } from '../../operations/device/device-fixtures.ts';
import { createMcpClient } from './json-rpc-client.ts';

describe('pages of lists over tools', () => {
  let service: TestService;
  let village: Village;
  let list: (tool: string, given?: object) => Promise<Record<string, unknown>>;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { accounts, clients, plots } = village;
    const { call } = createMcpClient(service, 'resident', await service.token(accounts.resident));
    list = async (tool, given = {}) => {
      const { body } = await call(tool, { ...given });
      assert.equal(body.result?.isError, undefined, JSON.stringify(body));
      return body.result?.structuredContent as Record<string, unknown>;
    };
    for (let number = 0; number < 12; number += 1)
      await clients.resident.write_task({ settlement: 'berezka', kind: 'reminder', title: `Дело ${number}` });
    for (const name of ['Дом', 'Баня', 'Теплица'])
      await clients.resident.connect_device({
        parcel: plots.resident,
        name,
        ...homeAssistantAt('https://ha.example.org'),
        secret: 'x',
      });
    for (const parcelId of [plots.free, plots.empty])
      await insertMembership(service.db, {
        id: service.newId(),
        accountId: accounts.resident,
        parcelId,
        role: 'owner',
        state: 'confirmed',
        isPrimary: false,
        decidedBy: null,
        now: new Date(),
      });
  });

  it('have ten entries unless the call asks for another number', async () => {
    const first = await list('list_tasks');
    assert.equal((first.tasks as object[]).length, 10);
    const rest = await list('list_tasks', { cursor: first.cursor });
    assert.deepEqual([(rest.tasks as object[]).length, rest.cursor], [2, null]);
    const all = await list('list_tasks', { limit: 12 });
    assert.deepEqual([(all.tasks as object[]).length, all.cursor], [12, null]);
    assert.equal((await village.clients.resident.list_tasks({})).tasks.length, 12, 'REST as before');
  });

  for (const [tool, id] of [
    ['list_my_parcels', 'parcel_id'],
    ['list_my_devices', 'id'],
  ] as const)
    it(`of ${tool} go on where the one before ended`, async () => {
      const idsOf = ({ data }: Record<string, unknown>) =>
        (data as Record<string, string>[]).map((one) => one[id]);
      const whole = await list(tool);
      assert.equal(idsOf(whole).length, 3);
      const paged: unknown[] = [];
      let cursor: unknown;
      do {
        const page = await list(tool, { limit: 1, ...(cursor !== undefined && { cursor }) });
        paged.push(...idsOf(page));
        ({ cursor } = page);
      } while (cursor !== null);
      assert.deepEqual(paged, idsOf(whole));
    });

  it('keep the main fields with `detail` summary', async () => {
    const { tasks } = await list('list_tasks', { detail: 'summary', limit: 1 });
    assert.deepEqual(Object.keys((tasks as object[])[0] ?? {}).includes('history_count'), false);
    const { notifications } = await list('list_notifications', { detail: 'summary' });
    assert.deepEqual(notifications, []);
  });
});
