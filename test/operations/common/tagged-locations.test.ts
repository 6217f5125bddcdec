import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { findMarkerPoint } from '../../../src/domain/rules/parcel-objects.ts';
import type { Client } from '../../../src/entry/client/client.ts';
import { setTags, type TaggedType } from '../../../src/store/journal/tags.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createThings } from '../journal/mentioned-things.ts';

const tag = 'вода';

describe('locations of tagged things', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    const { clients, plots } = village;
    const things = createThings(service, village);
    const put = (subjectType: TaggedType, subjectId: string) =>
      setTags(
        service.db,
        { subjectType, subjectId, settlementId: village.settlement.id },
        [tag],
        service.newId,
      );
    await clients.resident.write_parcel_object({
      parcel: plots.resident,
      kind: 'well',
      title: 'Колодец',
      tags: [tag],
      geometry: {
        type: 'ring',
        points: [
          { latitude: 56.3001, longitude: 37.5001 },
          { latitude: 56.3001, longitude: 37.5003 },
          { latitude: 56.3002, longitude: 37.5001 },
        ],
      },
    });
    await clients.resident.write_parcel_object({
      parcel: plots.resident,
      kind: 'borehole',
      title: 'Скважина',
      tags: [tag],
    });
    const { data: entry } = await clients.resident.write_article({
      settlement,
      kind: 'diary',
      parcel_id: plots.resident,
      title: 'Чистили колодец',
      body: 'т',
      visibility: 'public',
      tags: [tag],
    });
    await clients.resident.publish_article({ settlement, article: entry.id });
    const { data: post } = await clients.editor.write_article({
      settlement,
      kind: 'post',
      title: 'О воде',
      body: 'т',
      visibility: 'public',
      tags: [tag],
    });
    await clients.editor.publish_article({ settlement, article: post.id });
    await put('media', await things.photo({ caption: 'Насос', visibility: 'public' }));
    await put('media', await things.photo({ caption: 'Пруд', visibility: 'public', parcel: null }));
    await put('parcel', plots.empty);
    await clients.resident.write_task({
      settlement,
      kind: 'work',
      title: 'Починить кран',
      addressee: 'self',
      parcel_id: plots.resident,
      tags: [tag],
    });
    await clients.editor.write_contact({ settlement, name: 'Водовоз', category: 'delivery', tags: [tag] });
  });

  const placesFor = async (client: Client) =>
    Object.fromEntries(
      (await client.list_tagged({ settlement, tag })).items.map(({ title, place }) => [
        title,
        place && [place.parcel_id, place.plot_number, place.point],
      ]),
    );

  it('are the plot, and the middle of an object that was placed', async () => {
    const { resident, empty } = village.plots;
    const open = {
      'Чистили колодец': [resident, '1', null],
      'О воде': null,
      Насос: [resident, '1', null],
      Пруд: null,
      '12А': [empty, '12А', null],
      Водовоз: null,
    };
    const own = {
      Колодец: [resident, '1', { latitude: 56.30015, longitude: 37.5002 }],
      Скважина: [resident, '1', null],
      'Починить кран': [resident, '1', null],
    };
    assert.deepEqual(await placesFor(village.anonymous), open);
    assert.deepEqual(await placesFor(village.clients.outsider), open);
    assert.deepEqual(await placesFor(village.clients.resident), { ...own, ...open });
    await service.db`update membership set state = 'ended', is_primary = false where account_id = ${village.accounts.resident}`;
    const { Колодец, Скважина, ...left } = await placesFor(village.clients.resident);
    assert.deepEqual([Колодец, Скважина], [undefined, undefined], 'who has left sees no garden');
    assert.deepEqual(
      left,
      { 'Починить кран': own['Починить кран'], ...open },
      'a task of their own stays theirs',
    );
  });

  it('omit a plot that has left the settlement', async () => {
    await service.db`update parcel set settlement_id = null where id = ${village.plots.resident}`;
    const places = await placesFor(village.anonymous);
    assert.deepEqual([places['Чистили колодец'], places.Насос], [null, null]);
  });

  it('are on the line itself, and null without points', () => {
    const at = (latitude: number) => ({ latitude, longitude: latitude });
    assert.deepEqual(findMarkerPoint({ type: 'line', points: [at(1), at(5), at(2)] }), at(5));
    assert.deepEqual(findMarkerPoint({ type: 'point', points: [at(3)] }), at(3));
    assert.equal(findMarkerPoint({ type: 'ring', points: [] }), null);
  });
});
