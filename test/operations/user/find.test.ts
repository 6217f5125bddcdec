import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '../../../src/entry/client/client.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Persona, type Village } from '../../harness/village.ts';

/** One word stands in everything; a second one tells what it is found in. */
const word = 'колодец';

describe('show_me with find', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { resident, neighbour, editor, moderator } = village.clients;
    const publish = async (client: Client, title: string, more: object) => {
      const { data } = await client.write_article({ settlement, title, body: `${word}.`, ...more });
      await client.publish_article({ settlement, article: data.id });
    };
    await publish(resident, 'Дневник жителя', { parcel_id: '1' });
    await publish(neighbour, 'Тайный дневник соседа', { parcel_id: '2', visibility: 'private' });
    await publish(editor, 'Открытое объявление', { kind: 'announcement', visibility: 'public' });
    await resident.write_article({ settlement, parcel_id: '1', title: 'Черновик', body: `${word}.` });
    await resident.write_task({
      settlement,
      kind: 'reminder',
      title: 'Своё напоминание',
      body: `Почистить ${word}.`,
    });
    await resident.write_task({ settlement, title: 'Просьба для всех', body: word, visibility: 'residents' });
    await resident.write_parcel_object({ parcel: '1', kind: 'well', title: 'Старый колодец' });
    await editor.write_contact({ settlement, name: 'Мастер колодцев', category: 'trade', phones: [] });
    await resident.send_message({ to: 'person', settlement, parcel: '2', body: `Ваш ${word} чистый?` });
    await moderator.write_knowledge_article({ title: 'Как чистить колодец', body: 'Весной.', publish: true });
  });
  const find = async (client: Client, words = word) =>
    (await client.show_me({ find: words })).data.found?.map(({ kind, title }) => `${kind} ${title}`) ?? [];

  const advice = 'knowledge_article Как чистить колодец';
  const open = ['article Открытое объявление', 'contact Мастер колодцев', 'company Колодцы и скважины'];
  const ofResidents = [...open, 'article Дневник жителя', 'task Просьба для всех'];
  const expected: Record<Persona, readonly string[]> = {
    resident: [
      ...ofResidents,
      'article Черновик',
      'task Своё напоминание',
      'object Старый колодец',
      'conversation Plot 2',
      advice,
    ],
    neighbour: [...ofResidents, 'article Тайный дневник соседа', 'conversation Resident Ivanova', advice],
    editor: [...ofResidents, 'article Тайный дневник соседа', advice],
    moderator: [advice],
    newcomer: [advice],
    outsider: [advice],
    company: [advice],
  };
  for (const [persona, titles] of Object.entries(expected) as [Persona, readonly string[]][])
    it(`finds for ${persona} what they may read, and nothing else`, async () => {
      assert.deepEqual((await find(village.clients[persona])).sort(), [...titles].sort());
    });

  it('finds other forms of a word and misspelt names, and tells where each thing is', async () => {
    assert.ok((await find(village.clients.resident, 'старые колодцы')).includes('object Старый колодец'));
    assert.ok((await find(village.clients.resident, 'мастир')).includes('contact Мастер колодцев'));
    const { found = [] } = (await village.clients.resident.show_me({ find: word })).data;
    const task = found.find(({ title }) => title === 'Своё напоминание');
    assert.match(task?.url ?? '', new RegExp(`/tasks/${task?.id}$`));
    assert.match(task?.at ?? '', /^\d{4}-/);
  });

  it('keeps messages and people from a token without mcp:private', async () => {
    const { accounts } = village;
    const reading = await service.as(accounts.resident, ['mcp:read']);
    const titles = await find(reading);
    assert.ok(titles.includes('task Своё напоминание'));
    assert.ok(!titles.some((title) => title.startsWith('conversation')));
    const board = await service.as(accounts.editor, ['mcp:read']);
    assert.deepEqual(await find(board, 'neighbour'), []);
    assert.deepEqual(await find(village.clients.editor, 'neighbour'), ['person Neighbour Ivanova']);
  });

  it('finds nothing of a settlement for a former member', async () => {
    const { newcomer, editor } = village.clients;
    const claim = await newcomer.request_residency({ settlement, parcel: '3' });
    await editor.confirm_resident({ settlement, resident: claim.data.id });
    assert.ok((await find(newcomer)).includes('article Дневник жителя'));
    await editor.remove_resident({ settlement, resident: claim.data.id, reason: 'Продал.' });
    assert.deepEqual(await find(newcomer), [advice]);
  });

  it('gives at most 20, some of every kind', async () => {
    for (let number = 0; number < 8; number += 1)
      await village.clients.resident.write_task({ settlement, kind: 'reminder', title: `${word} ${number}` });
    const titles = await find(village.clients.resident);
    assert.ok(titles.length <= 20);
    for (const kind of ['article', 'task', 'object', 'contact', 'conversation', 'knowledge_article'])
      assert.ok(
        titles.some((title) => title.startsWith(kind)),
        kind,
      );
  });
});
