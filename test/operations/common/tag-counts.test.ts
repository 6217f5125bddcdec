import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '../../../src/entry/client/client.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('tag counts of a settlement, and fields of tagged things', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  let object: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { editor, resident, company } = village.clients;
    const post = async (visibility: 'public' | 'residents' | 'private', tags: string[]) => {
      const { data } = await editor.write_article({
        settlement,
        kind: 'post',
        title: 'О воде',
        body: 'т',
        visibility,
        tags,
      });
      await editor.publish_article({ settlement, article: data.id });
    };
    await post('public', ['Вода', 'дороги']);
    await post('residents', ['вода']);
    await post('private', ['вода', 'тайна']);
    await editor.write_article({ settlement, kind: 'post', title: 'Ч', body: 'т', tags: ['вода'] });
    await editor.write_contact({ settlement, name: 'Водовоз', category: 'delivery', tags: ['вода'] });
    const { data } = await resident.write_parcel_object({
      parcel: village.plots.resident,
      kind: 'well',
      title: 'Колодец',
      tags: ['вода', 'сад'],
    });
    object = data.id;
    await company
      .edit_company({ company: village.companyId, tags: ['вода'] } as never)
      .catch(() => undefined);
  });

  const countsOf = async (client: Client) =>
    Object.fromEntries(
      ((await client.show_settlement({ settlement, tags: true })).data.tags ?? []).map(({ slug, count }) => [
        slug,
        count,
      ]),
    );

  it('count what the reader may see, most used first, only on request', async () => {
    const { resident, neighbour, editor, newcomer } = village.clients;
    assert.deepEqual(await countsOf(village.anonymous), { voda: 2, dorogi: 1 });
    assert.deepEqual(await countsOf(newcomer), { voda: 2, dorogi: 1 });
    assert.deepEqual(await countsOf(neighbour), { voda: 3, dorogi: 1 });
    assert.deepEqual(await countsOf(resident), { voda: 4, dorogi: 1, sad: 1 });
    assert.deepEqual(await countsOf(editor), { voda: 6, dorogi: 1, sad: 1, tayna: 1 });
    const { data } = await village.anonymous.show_settlement({ settlement, tags: true });
    assert.deepEqual(data.tags?.[0], { slug: 'voda', name: 'Вода', count: 2 });
    assert.equal('tags' in (await village.anonymous.show_settlement({ settlement })).data, false);
    await service.db`update membership set state = 'ended' where account_id = ${village.accounts.neighbour}`;
    assert.deepEqual(await countsOf(neighbour), { voda: 2, dorogi: 1 }, 'who has left counts as anybody');
  });

  it('tag counts are at most fifty', async () => {
    const many = (from: number) => Array.from({ length: 30 }, (_, place) => `т${from + place}`);
    for (const from of [100, 200])
      await village.clients.editor.write_contact({
        settlement,
        name: 'К',
        category: 'other',
        tags: many(from),
      });
    const { data } = await village.anonymous.show_settlement({ settlement, tags: true });
    assert.equal(data.tags?.length, 50);
    assert.equal(data.tags?.[0]?.slug, 'voda');
  });

  it('tagged things have the identifiers that their operations take', async () => {
    const { items } = await village.clients.resident.list_tagged({ settlement, tag: 'вода' });
    const of = (type: string) => items.find((item) => item.type === type);
    const article = of('article');
    await village.clients.resident.show_article({
      settlement: article?.settlement_slug ?? '',
      article: article?.slug ?? '',
    });
    const well = of('parcel_object');
    assert.deepEqual([well?.id, well?.parcel_id, well?.slug], [object, village.plots.resident, null]);
    await village.clients.resident.show_parcel_object({
      parcel: well?.parcel_id ?? '',
      object: well?.id ?? '',
    });
    const contact = of('contact');
    const { contacts } = await village.anonymous.list_contacts({
      settlement: contact?.settlement_id ?? '',
      contact: contact?.slug ?? '',
    });
    assert.equal(contacts[0]?.id, contact?.id);
  });
});
