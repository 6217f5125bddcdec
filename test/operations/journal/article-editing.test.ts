import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { recountPhotographs } from '../../../src/store/journal/articles.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createThings } from './mentioned-things.ts';

const settlement = 'berezka';
let service: TestService;
let village: Village;
let things: ReturnType<typeof createThings>;
before(async () => {
  service = await startService();
  village = await buildVillage(service);
  things = createThings(service, village);
});

const write = async (body: string, more: object = {}) => {
  const { data } = await village.clients.resident.write_article({
    settlement,
    parcel_id: '1',
    title: 'Запись',
    body,
    ...more,
  });
  return data.id;
};
const publish = (article: string) => village.clients.resident.publish_article({ settlement, article });
const show = async (article: string, who = village.clients.resident) =>
  (await who.show_article({ settlement, article })).data;

describe('editing an article', () => {
  it('refuses to overwrite a version that the client has not read (base_version)', async () => {
    const article = await write('Первый текст');
    const { resident, editor } = village.clients;
    const { version } = await show(article);
    assert.equal((await show(article, editor)).version, version);
    await resident.edit_article({ settlement, article, body: 'С телефона', base_version: version });
    const late = resident.edit_article({ settlement, article, body: 'Второй текст', base_version: version });
    await assertRefused(late, 422, 'base_version');
    const standing = await show(article);
    assert.equal(standing.body, 'С телефона');
    assert.notEqual(standing.version, version);
    await resident.edit_article({ settlement, article, body: 'Сведено', base_version: standing.version });
    await resident.edit_article({ settlement, article, body: 'Без оглядки' });
    const { version: before } = await show(article);
    for (const change of [
      { title: 'Другой' },
      { visibility: 'private' as const },
      { about_on: '2026-05-01' },
    ]) {
      await resident.edit_article({ settlement, article, ...change });
      assert.notEqual((await show(article)).version, before);
      assert.equal((await show(article)).body, 'Без оглядки');
    }
  });

  it('returns who may edit and who may still remove it', async () => {
    const article = await write('Текст', { visibility: 'public' });
    await publish(article);
    const rights = async (who: typeof village.anonymous) => {
      const { may_edit, may_remove, may_hide } = await show(article, who);
      return [may_edit, may_remove, may_hide];
    };
    assert.deepEqual(await rights(village.clients.resident), [true, true, true]);
    assert.deepEqual(await rights(village.clients.editor), [false, false, true]);
    assert.deepEqual(await rights(village.clients.neighbour), [false, false, false]);
    assert.deepEqual(await rights(village.anonymous), [false, false, false]);
    const of = { parcel: village.plots.resident, account: village.accounts.resident };
    const state = (name: string) =>
      service.db`update membership set state = ${name} where parcel_id = ${of.parcel} and account_id = ${of.account}`;
    await state('ended');
    assert.deepEqual(
      await rights(village.clients.resident),
      [false, true, true],
      'who has left may only hide it',
    );
    await state('confirmed');
  });

  it('lists the photographs the reader may see in text order, one of them as the cover', async () => {
    const open = await things.photo({ visibility: 'public' });
    const hidden = await things.photo({ visibility: 'private' });
    const article = await write(`[media:${hidden}] и [media:${open}]`, { visibility: 'public' });
    const own = await things.photo({ subject: ['article', article], visibility: 'public' });
    await publish(article);
    const ids = async (who: typeof village.anonymous) =>
      (await show(article, who)).photographs.map(({ id }) => id);
    assert.deepEqual(await ids(village.clients.resident), [hidden, open, own]);
    assert.deepEqual(await ids(village.anonymous), [open, own]);
    const cover = async (who: typeof village.anonymous) =>
      (await who.list_articles({ settlement })).articles.find(({ id }) => id === article)?.cover_path;
    assert.match((await cover(village.clients.resident)) ?? '', new RegExp(`^/media/${hidden}/thumb\\?s=`));
    assert.match((await cover(village.anonymous)) ?? '', new RegExp(`^/media/${open}/thumb\\?s=`));
    await village.clients.resident.edit_article({ settlement, article, cover_media_id: open });
    assert.match((await cover(village.clients.resident)) ?? '', new RegExp(`^/media/${open}/`));
    const plain = await write('Снимок только приложен', { visibility: 'public' });
    const attached = await things.photo({ subject: ['article', plain], visibility: 'public' });
    await recountPhotographs(service.db, [plain]);
    await publish(plain);
    const { articles: listed } = await village.anonymous.list_articles({ settlement });
    assert.match(
      listed.find(({ id }) => id === plain)?.cover_path ?? '',
      new RegExp(`^/media/${attached}/thumb`),
      'one that the text does not place',
    );
    const bare = await write('Без снимков', { visibility: 'public' });
    await publish(bare);
    const { articles } = await village.anonymous.list_articles({ settlement });
    assert.equal(articles.find(({ id }) => id === bare)?.cover_path, null);
  });
});

describe('the number of households of a settlement', () => {
  it('is shown to those tied to it', async () => {
    const count = async (who: typeof village.anonymous) =>
      (await who.show_settlement({ settlement })).data.households;
    assert.deepEqual(await count(village.clients.resident), { confirmed: 2, with_claims: 2 });
    await village.clients.newcomer.request_residency({ settlement, parcel: '3', role: 'owner' });
    assert.deepEqual(await count(village.clients.editor), { confirmed: 2, with_claims: 3 });
    assert.equal(await count(village.clients.outsider), null);
    assert.equal(await count(village.anonymous), null);
  });
});
