import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { ringAround } from '../../operations/settlement/land-fixtures.ts';

/** The table of bounds: what is just inside is taken, what is just outside is refused by its field. */
describe('the bound of', () => {
  let service: TestService;
  let village: Village;
  let advice: string;
  const settlement = 'berezka';
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    advice = (await village.clients.resident.write_knowledge_article({ title: 'Совет', body: 'Текст.' })).id;
  });
  const letters = (count: number) => 'я'.repeat(count);
  async function takes<Value>(
    field: string,
    call: (value: Value) => Promise<unknown>,
    inside: readonly Value[],
    outside: readonly Value[],
  ): Promise<void> {
    for (const value of inside) await call(value);
    for (const value of outside) await assertRefused(call(value), 422, field);
  }

  it('a knowledge article’s title is 200 characters', async () => {
    const { resident } = village.clients;
    const write = (title: string) => resident.write_knowledge_article({ title, body: 'Текст.' });
    const edit = (title: string) => resident.edit_knowledge_article({ article: advice, title });
    for (const call of [write, edit]) await takes('title', call, [letters(200)], [letters(201)]);
  });

  it('a knowledge article’s body is 300000 characters', async () => {
    const edit = (body: string) => village.clients.resident.edit_knowledge_article({ article: advice, body });
    await takes('body', edit, [letters(300_000)], [letters(300_001)]);
  });

  it('the search text of the knowledge base is 200 characters', () =>
    takes(
      'search',
      (search: string) => village.anonymous.list_knowledge_articles({ search }),
      [letters(200)],
      [letters(201)],
    ));

  it('the tag filter of the knowledge base is 100 characters', () =>
    takes(
      'tag',
      (tag: string) => village.anonymous.list_knowledge_articles({ tag }),
      [letters(100)],
      [letters(101)],
    ));

  it('the note of an edit is 500 characters', () =>
    takes(
      'note',
      (note: string) =>
        village.clients.resident.edit_knowledge_article({ article: advice, body: note, note }),
      [letters(500)],
      [letters(501)],
    ));

  it('a settlement article’s title is 200 characters, and its body 60000', async () => {
    const { resident } = village.clients;
    const write = (more: object) =>
      resident.write_article({ settlement, parcel_id: '1', title: 'Сад', body: 'Текст.', ...more });
    const { data } = await write({});
    const edit = (more: object) => resident.edit_article({ settlement, article: data.id, ...more });
    for (const call of [write, edit]) {
      await takes('title', (title: string) => call({ title }), [letters(200)], [letters(201)]);
      await takes('body', (body: string) => call({ body }), [letters(60_000)], [letters(60_001)]);
    }
  });

  it('a question to the knowledge base is 500 characters', () =>
    takes(
      'question',
      (question: string) => village.anonymous.search_shared_knowledge({ question }),
      [letters(500)],
      [letters(501)],
    ));

  it('the number of passages is 1 to 20', () =>
    takes(
      'limit',
      (limit: number) => village.anonymous.search_shared_knowledge({ question: 'дренаж', limit }),
      [1, 20],
      [0, 21],
    ));

  it('the words for a settlement’s name are 120 characters', () =>
    takes('q', (q: string) => village.anonymous.list_settlements({ q }), [letters(120)], [letters(121)]));

  it('the number of buildings is 1 to 100', () =>
    takes(
      'limit',
      (limit: number) => village.anonymous.list_buildings({ settlement, limit }),
      [1, 100],
      [0, 101],
    ));

  it('the width of the assistant is 360 to 720 pixels', () =>
    takes(
      'assistant_width',
      (assistant_width: number) => village.clients.resident.save_interface_settings({ assistant_width }),
      [360, 720],
      [359, 721],
    ));

  it('integer cursors, places and notifications is 1', async () => {
    const { resident, editor } = village.clients;
    const calls: [string, (value: number) => Promise<unknown>][] = [
      ['cursor', (cursor) => village.anonymous.list_settlements({ cursor })],
      ['cursor', (cursor) => resident.list_notifications({ cursor })],
      ['cursor', (cursor) => editor.list_change_proposals({ settlement, cursor })],
      ['place', (place) => village.anonymous.list_settlements({ place })],
    ];
    for (const [field, call] of calls) await takes(field, call, [1], [0, -1, 1.5]);
    const read = (notification: number) => resident.read_notification({ notification });
    await assertRefused(read(1), 404);
    for (const wrong of [0, -1]) await assertRefused(read(wrong), 422, 'notification');
  });

  it('a ring is three points, and the last may repeat the first or not', async () => {
    const [a, b, c] = ringAround([0, 0], [0, 3]);
    const shape = (ring: unknown) =>
      village.clients.editor.shape_settlement_boundary({ settlement, ring: ring as never });
    const { data } = await shape([a, b, c]);
    assert.equal(data.ring.length, 3);
    assert.deepEqual((await shape([a, b, c, a])).data.ring, data.ring);
    await assertRefused(shape([a, b]), 422, 'ring');
  });
});
