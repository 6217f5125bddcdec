import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, personas, type Village } from '../../harness/village.ts';

describe('contacts', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
  });

  const write = (input: object = {}) =>
    village.clients.editor.write_contact({ settlement, name: 'Сантехник Пётр', category: 'trade', ...input });

  it('writes a card with numbers in E.164, tags and a slug, and shows it to everybody', async () => {
    const { data } = await write({
      name: '  Магазин «Ёлочка» ',
      category: 'shop',
      phones: ['8 (495) 123-45-67', '+7 495 123 45 67', '+44 20 7946 0958'],
      site: 'https://elochka.example/shop',
      address: 'у въезда',
      hours: '9–21',
      notes: 'есть терминал',
      tags: ['Продукты', 'продукты', 'Ёлки'],
    });
    assert.deepEqual(data.phones, ['+74951234567', '+442079460958']);
    assert.equal(data.name, 'Магазин «Ёлочка»');
    assert.equal(data.slug, 'magazin-elochka');
    assert.deepEqual(data.tags, ['Продукты', 'Ёлки']);
    assert.deepEqual(
      [data.rating, data.medals, data.archived],
      [0, { gold: 0, silver: 0, bronze: 0, dung: 0 }, false],
    );
    const { contacts } = await village.anonymous.list_contacts({ settlement });
    assert.deepEqual(
      contacts.find((one) => one.id === data.id),
      data,
    );
  });

  it('is written and edited by the board only', async () => {
    const { data } = await write();
    for (const persona of personas.filter((one) => one !== 'editor')) {
      const client = village.clients[persona];
      await assertRefused(client.write_contact({ settlement, name: 'х', category: 'other' }), 403);
      await assertRefused(client.edit_contact({ settlement, contact: data.id, name: 'х' }), 403);
      await assertRefused(client.list_contacts({ settlement, archived: true }), 403);
    }
    await assertRefused(village.anonymous.write_contact({ settlement, name: 'х', category: 'other' }), 401);
    await assertRefused(
      village.clients.editor.write_contact({ settlement: 'sosny', name: 'х', category: 'other' }),
      403,
    );
    await assertRefused(village.clients.editor.edit_contact({ settlement: 'sosny', contact: data.id }), 404);
    await assertRefused(village.clients.editor.edit_contact({ settlement, contact: 'nobody' }), 404);
    await assertRefused(
      (await service.as(village.accounts.editor, ['mcp:read'])).edit_contact({
        settlement,
        contact: data.id,
      }),
      403,
    );
  });

  it('refuses to overwrite values that changed since they were seen', async () => {
    const { data } = await write({ hours: 'с 9', phones: ['8 495 123-45-67'] });
    const { editor } = village.clients;
    const edit = (change: object) => editor.edit_contact({ settlement, contact: data.id, ...change });
    await edit({ hours: 'с 10', seen: { hours: 'с 9', phones: ['+7 495 123-45-67'] } });
    await assertRefused(
      edit({ hours: 'с 11', notes: 'Новое', seen: { hours: 'с 9', notes: '' } }),
      422,
      'hours',
    );
    const { contacts } = await editor.list_contacts({ settlement, contact: data.id });
    assert.deepEqual([contacts[0]?.hours, contacts[0]?.notes], ['с 10', data.notes], 'nothing half done');
    await edit({ hours: 'с 10', seen: { hours: 'с 9' } });
    await assertRefused(edit({ archived: true, seen: { archived: true } }), 422, 'archived');
    assert.equal((await edit({ hours: 'с 11', seen: { hours: 'с 10' } })).data.hours, 'с 11');
  });

  it('refuses invalid phone numbers, sites and texts', async () => {
    await assertRefused(write({ phones: ['12345'] }), 422, 'phones.0');
    await assertRefused(write({ phones: ['+74951234567', 'позвоните'] }), 422, 'phones.1');
    await assertRefused(write({ phones: ['+7 495 123-45-67 доб. 12'] }), 422, 'phones.0');
    await assertRefused(write({ phones: Array(11).fill('+74951234567') }), 422, 'phones');
    for (const site of [
      'javascript:alert(1)',
      'ftp://a.example',
      'example.org',
      'https://u:p@a.example',
      'https://localhost',
    ]) {
      await assertRefused(write({ site }), 422, 'site');
    }
    await assertRefused(write({ name: '   ' }), 422, 'name');
    await assertRefused(write({ category: 'castle' }), 422, 'category');
    await assertRefused(write({ notes: 'я'.repeat(2001) }), 422, 'notes');
    await assertRefused(write({ phone: '+74951234567' }), 422, 'phone');
    await assertRefused(write({ tags: Array(31).fill('а') }), 422, 'tags');
  });

  it('gives equal names different slugs, also concurrently', async () => {
    const slugs = await Promise.all(
      Array.from({ length: 12 }, async () => (await write({ name: 'Такси' })).data.slug),
    );
    assert.equal(new Set(slugs).size, 12);
    assert.ok(slugs.includes('taksi') && slugs.includes('taksi-2'), slugs.join());
    const long = 'щ'.repeat(200);
    const pair = [(await write({ name: long })).data.slug, (await write({ name: long })).data.slug];
    assert.notEqual(pair[0], pair[1]);
    assert.ok(pair.every((slug) => slug.length <= 120));
  });

  it('edits only what is sent, keeps the slug, and archives', async () => {
    const { data } = await write({
      name: 'Доктор',
      category: 'health',
      phones: ['+74951234567'],
      tags: ['врач'],
    });
    const edited = await village.clients.editor.edit_contact({
      settlement,
      contact: data.slug,
      name: 'Фельдшер',
    });
    assert.deepEqual(edited.data, { ...data, name: 'Фельдшер', updated_at: edited.data.updated_at });
    const cleared = await village.clients.editor.edit_contact({
      settlement,
      contact: data.id,
      phones: [],
      tags: [],
      archived: true,
    });
    assert.deepEqual([cleared.data.phones, cleared.data.tags, cleared.data.archived], [[], [], true]);
    const listed = async (input: object) =>
      (await village.clients.editor.list_contacts({ settlement, category: 'health', ...input })).contacts.map(
        (one) => one.id,
      );
    assert.deepEqual(await listed({}), []);
    assert.deepEqual(await listed({ archived: true }), [data.id]);
    await assertRefused(
      village.clients.resident.edit_contact({ settlement, contact: data.id, name: 'х' }),
      404,
    );
    await village.clients.editor.edit_contact({ settlement, contact: data.id, archived: false });
    assert.deepEqual(await listed({}), [data.id]);
  });

  it('filters by category, words and tag, and pages with an opaque cursor', async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1)
      made.push(
        (
          await write({
            name: `Курьер №${index}`,
            category: 'delivery',
            notes: '100% вовремя',
            tags: ['Привёз'],
          })
        ).data.id,
      );
    const list = (input: object) => village.anonymous.list_contacts({ settlement, ...input });
    const ids = async (input: object) => (await list(input)).contacts.map((one) => one.id);
    assert.deepEqual(await ids({ q: 'КУРЬЕР №3' }), [made[3]]);
    assert.deepEqual(await ids({ q: '0%_' }), []);
    assert.deepEqual(await ids({ q: 'курьёр №1' }), [made[1]]);
    assert.deepEqual(await ids({ tag: 'ПРИВЕЗ' }), made.toReversed());
    assert.deepEqual(await ids({ tag: 'privez' }), made.toReversed());
    assert.deepEqual(await ids({ category: 6, q: '' }), made.toReversed(), 'a stored number is accepted');
    const walked: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { contacts: { id: string }[]; cursor: string | null } = await list({
        category: 'delivery',
        limit: 2,
        ...(cursor !== null && { cursor }),
      });
      walked.push(...page.contacts.map((one) => one.id));
      cursor = page.cursor;
    } while (cursor !== null && walked.length < 10);
    assert.deepEqual(walked, made.toReversed());
    const { cursor: first } = await list({ category: 'delivery', limit: 2 });
    await assertRefused(list({ category: 'shop', limit: 2, cursor: first }), 422, 'cursor');
    await assertRefused(list({ limit: 0 }), 422, 'limit');
    await assertRefused(village.anonymous.list_contacts({ settlement: 'nowhere' }), 404);
    assert.deepEqual((await village.anonymous.list_contacts({ settlement: 'sosny' })).contacts, []);
  });
});
