import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { findOrInsertPlacePath, insertPlace } from '../../../src/store/land/places.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

const names =
  'Ивановка,Иваново,Верхняя Ивановка,Нижняя Иваньковка,Дубки,Дубково,Луг,Лужи,Яма,Ям,Ёлкино,Большие Ёлки,Старая Купавна,' +
  'Новая Старая Купавна,Сосновый Бор,Сосновка 2,Посёлок имени 8 Марта,Green Valley,Березняки,Берёзовка,Красноармейское';

describe('misspelt places among many names', () => {
  let service: TestService;
  let village: Village;
  let district: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    // No other place has a similar name.
    await service.db`update place set name = id::text`;
    district = village.places.district;
    for (const name of names.split(',')) await enter(name);
  });
  const enter = async (name: string) => {
    const id = service.newId();
    await insertPlace(service.db, { id, parentId: district, kind: 'locality', name });
    return id;
  };
  const find = async (q: string, more: object = {}) =>
    (await village.anonymous.list_places({ q, ...more })).places.map(({ name }) => name);

  it('are found as by comparing every name of their district', async () => {
    let found = 0;
    for (const name of names.toLowerCase().split(',')) {
      const letters = [...name];
      const at = (place: number, ...instead: string[]) => letters.toSpliced(place, 1, ...instead).join('');
      for (let place = 0; place < letters.length; place += 1)
        for (const q of place % 2
          ? [at(place), at(place, 'щ', letters[place] ?? '')]
          : [at(place, 'ю'), `${at(place)}ю`]) {
          const whole = (await find(q)).filter((each) => !/^\d+$/.test(each));
          assert.deepEqual(whole, await find(q, { parent: district }), q);
          found += whole.length;
        }
    }
    assert.ok(found > 300, String(found));
    assert.deepEqual(await find('Ивоновка'), ['Ивановка', 'Верхняя Ивановка']);
    assert.deepEqual(await find('верхня иваноффка'), ['Верхняя Ивановка']);
    assert.deepEqual(await find('верхняя дубровка'), []);
    assert.deepEqual(await find('лужа яма'), []);
  });

  it('follow a renamed place, and one added for a settlement', async () => {
    const id = await enter('Запрудное');
    assert.deepEqual(await find('запруднае'), ['Запрудное']);
    await service.db`update place set name = 'Чистополье' where id = ${id}`;
    assert.deepEqual(await find('запруднае'), []);
    assert.deepEqual(await find('чыстополье'), ['Чистополье']);
    await findOrInsertPlacePath(service.db, ['Страна', 'Вологодская область'], service.newId);
    assert.deepEqual(await find('валагодская'), ['Вологодская область']);
  });

  it('are paged when more places match than are collected at once', async () => {
    await service.db`
      insert into place (id, parent_id, kind, name, path)
      select n, ${district}, 'locality', 'Заозерье' || n, array[n] from generate_series(1, 1150) n`;
    const ids: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await village.anonymous.list_places({ q: 'Заозурье', ...(cursor ? { cursor } : {}) });
      ids.push(...page.places.map(({ id }) => id));
      cursor = page.cursor;
    } while (cursor !== null && ids.length < 2000);
    assert.deepEqual(
      ids,
      Array.from({ length: 1150 }, (_, index) => String(index + 1)),
    );
    const like = await find('Заозурье77');
    assert.ok(like.includes('Заозерье77') && like.length < 100);
    assert.deepEqual(like, await find('Заозурье77', { parent: district }));
  });
});
