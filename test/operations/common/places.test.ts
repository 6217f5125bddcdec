import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertPlace } from '../../../src/store/land/places.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('finding a place', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    await insertPlace(service.db, {
      id: service.newId(),
      parentId: village.places.district,
      kind: 'locality',
      name: 'Берёзовка',
    });
  });
  const find = async (q: string, more: object = {}) =>
    (await village.anonymous.list_places({ q, ...more })).places.map(({ name }) => name);

  it('tolerates ё, inflection, word order and typos', async () => {
    for (const q of ['березовка', 'Берёзовк', 'БЕРЕЗОВКУ', 'берозовка'])
      assert.deepEqual(await find(q), ['Берёзовка'], q);
    for (const q of ['московской области', 'область московская', 'масковская область', 'моск'])
      assert.deepEqual(await find(q), ['Московская область'], q);
    assert.deepEqual(await find('область'), ['Московская область', 'Тверская область']);
    assert.deepEqual(
      await find('область', { parent: village.places.country, cursor: village.places.region }),
      ['Тверская область'],
    );
    assert.deepEqual(await find('область', { parent: village.places.region }), []);
    assert.deepEqual(await find('кщшмнр'), []);
    assert.deepEqual(await find('100%_'), []);
    assert.deepEqual(await find(''), ['Россия']);
  });
});
