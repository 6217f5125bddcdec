import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '../../../src/entry/client/client.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createThings } from './mentioned-things.ts';

describe('article search and mentions', () => {
  let service: TestService;
  let village: Village;
  let things: ReturnType<typeof createThings>;
  const settlement = 'berezka';
  const ids: Record<string, string> = {};
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    things = createThings(service, village);
    const { resident, neighbour, editor } = village.clients;
    await add('яблони', resident, 'Обрезали яблони', 'Весной, пока нет листьев.', { parcel_id: '1' });
    await add('ёлка', resident, 'Про ёлку', 'Поставили у ворот.', { parcel_id: '1', visibility: 'public' });
    await add('тайная', neighbour, 'Ключи', 'Под яблоней лежат ключи.', {
      parcel_id: '2',
      visibility: 'private',
    });
    await add('собрание', editor, 'Собрание', 'Обсудим яблоневую аллею.', {
      kind: 'post',
      visibility: 'public',
    });
    const draft = { settlement, parcel_id: '1', title: 'Черновик', body: 'Яблоки на зиму.' };
    ids.черновик = (await resident.write_article(draft)).data.id;
  });

  async function add(name: string, client: Client, title: string, body: string, more: object) {
    const { data } = await client.write_article({ settlement, title, body, ...more });
    await client.publish_article({ settlement, article: data.id });
    ids[name] = data.id;
  }
  const nameOf = (id: string) => Object.entries(ids).find(([, known]) => known === id)?.[0];
  const find = async (q: string, client: Client, more: object = {}) =>
    (await client.list_articles({ settlement, q, ...more })).articles.map(({ id }) => nameOf(id));
  const findMine = async (q: string, client: Client, more: object = {}) =>
    (await client.list_my_articles({ q, ...more })).articles.map(({ id }) => nameOf(id));

  it('matches title and text in any word form, ё as е, all words, the last as a prefix', async () => {
    const { resident } = village.clients;
    assert.deepEqual(await find('яблоня', resident), ['собрание', 'яблони']);
    assert.deepEqual(await find('ЯБЛОНЕЙ весна', resident), ['яблони']);
    assert.deepEqual(await find('елку', resident), ['ёлка']);
    assert.deepEqual(await find('ёлка ворота', resident), ['ёлка']);
    assert.deepEqual(await find('яблон', resident), ['собрание', 'яблони']);
    assert.deepEqual(await find('яблони ворота', resident), []);
    assert.deepEqual(await find("'' & ! | :* ( \\", resident), []);
    assert.equal((await find('', resident)).length, 3, 'an empty one is none');
    await assertRefused(find('я'.repeat(121), resident), 422, 'q');
  });

  it('returns only what the reader may see', async () => {
    const { resident, neighbour, editor, newcomer, outsider } = village.clients;
    assert.deepEqual(await find('ключи', resident), []);
    assert.deepEqual(await find('ключи', neighbour), ['тайная']);
    assert.deepEqual(await find('ключи', editor), ['тайная']);
    for (const client of [newcomer, outsider, village.anonymous])
      assert.deepEqual(await find('яблон', client), ['собрание']);
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.neighbour}`;
    assert.deepEqual(await find('яблон', neighbour), ['собрание', 'тайная'], 'their own they go on reading');
    await service.db`update membership set state = 'confirmed' where account_id = ${village.accounts.neighbour}`;
  });

  it('combines with other filters and has its own cursor', async () => {
    const { resident, editor } = village.clients;
    assert.deepEqual(await find('яблон', resident, { kind: 'diary' }), ['яблони']);
    assert.deepEqual(await find('яблон', resident, { parcel_id: '2' }), []);
    assert.deepEqual(await findMine('яблок', resident), ['черновик']);
    assert.deepEqual(await findMine('яблон', resident, { status: 'published' }), ['яблони']);
    for (let number = 0; number < 31; number += 1)
      await add(`лист ${number}`, editor, `Листопад ${number}`, 'Убираем листья.', { kind: 'post' });
    const first = await resident.list_articles({ settlement, q: 'листопад' });
    assert.equal(first.articles.length, 30);
    const cursor = first.cursor ?? '';
    const rest = await resident.list_articles({ settlement, q: 'листопад', cursor });
    assert.deepEqual([rest.articles.map(({ id }) => nameOf(id)), rest.cursor], [['лист 0'], null]);
    await assertRefused(resident.list_articles({ settlement, q: 'листья', cursor }), 422, 'cursor');
    await assertRefused(resident.list_articles({ settlement, cursor }), 422, 'cursor');
  });

  it('returns the short author name and the plot number', async () => {
    const { data } = await village.anonymous.show_article({ settlement, article: ids.ёлка ?? '' });
    assert.deepEqual([data.author_name, data.plot_number], ['Resident I.', '1']);
    const post = await village.anonymous.show_article({ settlement, article: ids.собрание ?? '' });
    assert.deepEqual([post.data.author_name, post.data.plot_number], ['Editor I.', null]);
  });

  it('gives the text as typed to every reader, and titles only to who may know them', async () => {
    const { resident, neighbour, editor, outsider } = village.clients;
    const [tree, photo] = [await things.object('Антоновка'), await things.photo({ visibility: 'private' })];
    const task = await things.task('Побелить', village.accounts.resident);
    const body = `Вот [object:${tree}], [media:${photo}] и [task:${task}]; в коде \`[object:5]\`, нет [object:77].`;
    await add('имена', resident, 'Имена', body, { parcel_id: '1', visibility: 'public' });
    const article = ids.имена ?? '';
    const read = async (client: Client) => (await client.show_article({ settlement, article })).data;
    for (const client of [village.anonymous, outsider, neighbour]) {
      const shown = await read(client);
      assert.deepEqual([shown.body, shown.mentions], [body, {}]);
      assert.doesNotMatch(JSON.stringify(shown), /Антоновка|Побелить/);
    }
    const known = Object.keys((await read(resident)).mentions);
    assert.deepEqual(known.sort(), [`media:${photo}`, `object:${tree}`, `task:${task}`]);
    assert.equal((await read(editor)).body, body);
    const found = await resident.list_articles({ settlement, q: 'имена' });
    assert.equal(found.articles[0]?.excerpt, 'Вот; в коде [object:5], нет.');
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.resident}`;
    const former = await read(resident);
    assert.deepEqual(
      [former.body, Object.keys(former.mentions)],
      [body, [`media:${photo}`, `task:${task}`]],
      'their own photograph and task they still see',
    );
    await service.db`update membership set state = 'confirmed' where account_id = ${village.accounts.resident}`;
  });

  it('finds a name of letters and a number joined by a hyphen', async () => {
    await add('подстанция', village.clients.editor, 'Свет', 'Звоните на подстанцию ТП-118.', {
      kind: 'post',
    });
    for (const q of ['ТП-118', 'тп 118', '118', 'подстанция ТП-11'])
      assert.deepEqual(await find(q, village.clients.resident), ['подстанция'], q);
  });

  it('tells of a new or changed text which of its tokens name nothing', async () => {
    const { resident } = village.clients;
    const body = 'У [object:1] и [task:2].';
    const { data } = await resident.write_article({ settlement, parcel_id: '1', title: 'Токены', body });
    assert.deepEqual([data.unknown_mentions, data.body], [['object:1', 'task:2'], body]);
    const plain = await resident.write_article({
      settlement,
      parcel_id: '1',
      title: 'Без',
      body: 'Без них.',
    });
    assert.equal('unknown_mentions' in plain.data, false);
    const article = plain.data.slug;
    const edited = await resident.edit_article({ settlement, article, body: 'Теперь с [object:3].' });
    assert.deepEqual(edited.data.unknown_mentions, ['object:3']);
    const retitled = await resident.edit_article({ settlement, article, title: 'Только название' });
    assert.equal('unknown_mentions' in retitled.data, false, 'the text was not changed');
  });
});
