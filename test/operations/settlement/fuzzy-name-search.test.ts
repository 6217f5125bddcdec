import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { insertSettlement } from '../../../src/store/land/settlements.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('typo-tolerant name search', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
    for (const [slug, name] of [
      ['roshcha', 'КП Берёзовая роща'],
      ['klyuchi', 'СНТ «Серебряные Ключи-2»'],
      ['energetik', 'ДНП Энергетик'],
      ['green', 'Green Valley'],
    ] as const) {
      const { settlement: like } = village;
      const [row] = await service.db<{ placeId: string }[]>`
        select place_id as "placeId" from settlement where id = ${like.id}`;
      const rest = { kind: 'village', status: 'planned', address: '', timeZone: 'Europe/Moscow' };
      const placeId = row?.placeId ?? assert.fail();
      await insertSettlement(service.db, {
        id: service.newId(),
        slug,
        name,
        placeId,
        createdAt: new Date(),
        ...rest,
      });
    }
  });

  const find = async (q: string, more: object = {}) =>
    (await village.anonymous.list_settlements({ q, ...more })).settlements.map(({ slug }) => slug);

  it('settlements: ё, case, inflection, word order, prefixes, look-alike letters', async () => {
    for (const q of [
      'березовая',
      'БЕРЁЗОВАЯ',
      'берёзовой рощи',
      'роща березовая',
      'роща бер',
      'рощу',
      'бере\u0301зовая',
    ])
      assert.deepEqual(await find(q), ['roshcha'], q);
    assert.deepEqual(await find('ключи серебряные'), ['klyuchi']);
    assert.deepEqual(await find('ключ 2'), ['klyuchi']);
    // Latin look-alikes, typed with the other keyboard layout or copied from a document.
    assert.deepEqual(await find('CHT'), ['berezka', 'klyuchi']);
    assert.deepEqual(await find('энepгeтик'), ['energetik']);
    assert.deepEqual(await find('valleys green'), ['green']);
  });

  it('settlements: typos, only without an exact match, in the order of the list', async () => {
    for (const q of ['бирезовая', 'березовоя', 'березваоя', 'берзовая роща', 'березавая рощща', 'рощта'])
      assert.deepEqual(await find(q), ['roshcha'], q);
    assert.deepEqual(await find('инергетик'), ['energetik']);
    assert.deepEqual(await find('grean valey'), ['green']);
    assert.deepEqual(await find('серебрянные клучи'), ['klyuchi']);
    // A prefix with typos.
    assert.deepEqual(await find('сирибр'), [], 'two typos in a beginning are too much');
    assert.deepEqual(await find('сиребр'), ['klyuchi']);
    assert.deepEqual(await find('березка'), ['berezka'], 'what is called so comes alone');
    for (const q of ['дом', 'экскаватор', 'кпп', '!!!', '%']) assert.deepEqual(await find(q), [], q);
    assert.deepEqual(await find('бирезовая', { kind: 'snt' }), [], 'filters hold');
  });

  it('pages stay within one kind of match and end', async () => {
    const [row] = await service.db<{ placeId: string }[]>`
      select place_id as "placeId" from settlement where id = ${village.settlement.id}`;
    for (let n = 0; n < 65; n += 1) {
      const slug = `gorizont-${n}`;
      const rest = { kind: 'village', status: 'planned', address: '', timeZone: 'Europe/Moscow' };
      const entry = {
        id: service.newId(),
        slug,
        name: `Горизонт ${n}`,
        placeId: row?.placeId ?? '',
        createdAt: new Date(),
      };
      await insertSettlement(service.db, { ...entry, ...rest });
    }
    for (const q of ['горизонт', 'горизонты', 'гаризонт']) {
      const seen: string[] = [];
      let cursor: string | number | null | undefined;
      do {
        const page = await village.anonymous.list_settlements({
          q,
          ...(cursor && { cursor: String(cursor) }),
        });
        seen.push(...page.settlements.map(({ slug }) => slug));
        cursor = page.cursor;
      } while (cursor !== null && seen.length < 200);
      assert.deepEqual(
        seen,
        Array.from({ length: 65 }, (_, n) => `gorizont-${n}`),
        q,
      );
    }
    const all = await village.anonymous.list_settlements({ q: 'энергетик' });
    const after = all.settlements[0]?.id ?? assert.fail();
    await service.db`update settlement set name = 'Энергатик' where slug = 'gorizont-64'`;
    const rest = await village.anonymous.list_settlements({ q: 'энергетик', cursor: after });
    assert.deepEqual(rest.settlements, [], 'a page behind the last match does not begin to guess');
  });

  it('contacts: by name, notes and address; archived ones are not found', async () => {
    const { editor } = village.clients;
    const write = async (input: object) =>
      (await editor.write_contact({ settlement, category: 'trade', name: 'Имя', ...input })).data.id;
    const electric = await write({ name: 'Электрик Семён', notes: 'Чинит щитки' });
    const welder = await write({ name: 'Сварщик', address: 'Лесная улица, 4' });
    const gone = await write({ name: 'Трубочист Фёдор' });
    await editor.edit_contact({ settlement, contact: gone, archived: true });
    const ids = async (input: object, client = village.anonymous) =>
      (await client.list_contacts({ settlement, ...input })).contacts.map(({ id }) => id);
    for (const q of ['элетрик', 'электрика', 'ЭЛИКТРИК', 'семен', 'щиток', 'семен электрик'])
      assert.deepEqual(await ids({ q }), [electric], q);
    for (const q of ['сваршик', 'лесной улице', 'лисная']) assert.deepEqual(await ids({ q }), [welder], q);
    for (const q of ['трубочист', 'трубачист', 'федора']) {
      assert.deepEqual(await ids({ q }), [], q);
      assert.deepEqual(await ids({ q }, editor), [], q);
      assert.deepEqual(await ids({ q, archived: true }, editor), [gone], q);
      await assertRefused(village.anonymous.list_contacts({ settlement, q, archived: true }), 403);
    }
    assert.deepEqual(await ids({ q: 'элетрик', category: 'shop' }), []);
    assert.deepEqual(
      await ids({ q: 'элетрик', settlement: village.other.slug }),
      [],
      'nor in another settlement',
    );
    await editor.edit_contact({ settlement, contact: electric, name: 'Плиточник Семён' });
    assert.deepEqual(await ids({ q: 'элетрик' }), [], 'a new name takes the place of the old');
    assert.deepEqual(await ids({ q: 'плиточник' }), [electric]);
  });

  it('companies: by name, and by a complete INN only', async () => {
    const [row] = await service.db<{ inn: string }[]>`
      insert into company (id, inn, slug, name, trades, created_at, updated_at)
      values (${service.newId()}, '7736050003', 'teplye-poly', 'ООО «Тёплые полы и Ко»', '{}', now(), now()) returning inn`;
    const names = async (q: string) =>
      (await village.anonymous.list_companies({ q })).companies.map(({ slug }) => slug);
    for (const q of ['теплые полы', 'тёплый пол', 'полы теплые', 'типлые палы', 'OOO теплые'])
      assert.deepEqual(await names(q), ['teplye-poly'], q);
    assert.deepEqual(await names(row?.inn ?? ''), ['teplye-poly']);
    assert.deepEqual(await names('7736050004'), []);
  });
});
