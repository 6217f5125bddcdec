import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService } from '../../harness/service.ts';
import { buildVillage } from '../../harness/village.ts';

describe('message search', () => {
  it('finds by words and days, for participants of the conversation only', async () => {
    const village = await buildVillage(await startService());
    const { resident, neighbour, editor } = village.clients;
    const { conversation } = (
      await resident.send_message({ to: 'board', settlement: 'berezka', body: 'Когда откроют 100% воду?' })
    ).data;
    const found = async (input: object) =>
      (await resident.list_conversations(input)).conversations.map(({ id }) => id);
    assert.deepEqual(await found({ q: 'ВОДУ' }), [conversation]);
    assert.deepEqual(await found({ q: '100% в' }), [conversation]);
    assert.deepEqual(await found({ q: '1%0' }), [], 'a percent sign is only that');
    assert.deepEqual(await found({ q: 'ничего такого' }), []);
    assert.deepEqual((await neighbour.list_conversations({ q: 'воду' })).conversations, []);
    assert.equal((await editor.list_conversations({ q: 'воду' })).conversations.length, 1);
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Moscow' }).format(new Date());
    const messages = async (input: object) =>
      (await resident.list_messages({ conversation, ...input })).messages.length;
    assert.equal(await messages({ from: today, to: today }), 1);
    assert.equal(await messages({ to: '2020-01-01' }), 0);
    assert.equal(await messages({ from: '2999-01-01' }), 0);
    assert.equal(await messages({ q: 'воду' }), 1);
    assert.equal(await messages({ q: 'снег' }), 0);
    assert.deepEqual(await found({ from: '2999-01-01' }), []);
    await assertRefused(resident.list_messages({ conversation, from: '2026-02-30' }), 422, 'from');
    await assertRefused(resident.list_conversations({ q: 'x'.repeat(121) }), 422, 'q');
    await assertRefused(neighbour.list_messages({ conversation, q: 'воду' }), 404);
    const [thread] = (await resident.list_conversations({ q: 'воду' })).conversations;
    assert.deepEqual([thread?.settlement_name, thread?.company_name], ['СНТ Берёзка', null]);
  });
});
