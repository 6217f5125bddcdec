import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('list_contacts: order, single contact and companies', () => {
  let service: TestService;
  let village: Village;
  let settlement: string;
  const names = ['Ёлочный базар', 'аптека', 'Дежурный', 'Банщик', 'яблоки', 'Ель и сосна', 'Аптека'];
  const ids: string[] = [];
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    settlement = village.settlement.slug;
    for (const [place, name] of names.entries()) {
      const { data } = await village.clients.editor.write_contact({ settlement, name, category: 'trade' });
      ids.push(data.id);
      await service.db`update contact set rating = ${[5, -100, 5, 110, 0, 0, 5][place] ?? 0} where id = ${data.id}`;
    }
  });

  const allPages = async (sort: 'newest' | 'rating' | 'name' | undefined, limit: number) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof village.anonymous.list_contacts>> =
        await village.anonymous.list_contacts({
          settlement,
          ...(sort && { sort }),
          limit,
          ...(cursor && { cursor }),
        });
      seen.push(...page.contacts.map(({ name }) => name));
      cursor = page.cursor;
    } while (cursor !== null);
    return seen;
  };

  it('sorts by rating, or alphabetically with ё as е, across pages', async () => {
    const byRating = ['Банщик', 'Аптека', 'Дежурный', 'Ёлочный базар', 'Ель и сосна', 'яблоки', 'аптека'];
    const byName = ['аптека', 'Аптека', 'Банщик', 'Дежурный', 'Ёлочный базар', 'Ель и сосна', 'яблоки'];
    for (const limit of [1, 2, 3, 100]) {
      assert.deepEqual(await allPages('rating', limit), byRating);
      assert.deepEqual(await allPages('name', limit), byName);
      assert.deepEqual(await allPages(undefined, limit), [...names].reverse());
      assert.deepEqual(await allPages('newest', limit), [...names].reverse());
    }
  });

  it('refuses a cursor of another order, and an unknown order', async () => {
    const { cursor } = await village.anonymous.list_contacts({ settlement, sort: 'rating', limit: 2 });
    for (const sort of ['name', 'newest'] as const)
      await assertRefused(
        village.anonymous.list_contacts({ settlement, sort, limit: 2, cursor: cursor ?? '' }),
        422,
        'cursor',
      );
    await assertRefused(village.anonymous.list_contacts({ settlement, sort: 'age' as never }), 422, 'sort');
  });

  it('continues after a contact that was archived or renamed meanwhile', async () => {
    const first = await village.anonymous.list_contacts({ settlement, sort: 'name', limit: 3 });
    const last = first.contacts.at(-1)?.id ?? '';
    await village.clients.editor.edit_contact({ settlement, contact: last, archived: true });
    const rest = await village.anonymous.list_contacts({
      settlement,
      sort: 'name',
      limit: 3,
      cursor: first.cursor ?? '',
    });
    assert.deepEqual(
      rest.contacts.map(({ name }) => name),
      ['Дежурный', 'Ёлочный базар', 'Ель и сосна'],
    );
    await village.clients.editor.edit_contact({ settlement, contact: last, archived: false });
  });

  it('shows one contact by identifier or slug; an archived one only to the board', async () => {
    const contact = ids[3] ?? '';
    const one = await village.anonymous.list_contacts({ settlement, contact });
    assert.deepEqual(
      one.contacts.map(({ id }) => id),
      [contact],
    );
    const slug = one.contacts[0]?.slug ?? '';
    const again = await village.anonymous.list_contacts({ settlement, contact: slug, category: 'shop' });
    assert.equal(again.contacts[0]?.id, contact);
    assert.equal(again.cursor, null);
    await assertRefused(village.anonymous.list_contacts({ settlement, contact: '9007199254740993' }), 404);
    await assertRefused(village.anonymous.list_contacts({ settlement: village.other.slug, contact }), 404);
    await village.clients.editor.edit_contact({ settlement, contact, archived: true });
    for (const client of [village.anonymous, village.clients.resident, village.clients.moderator])
      await assertRefused(client.list_contacts({ settlement, contact }), 404);
    const kept = await village.clients.editor.list_contacts({ settlement, contact });
    assert.equal(kept.contacts[0]?.archived, true);
    await village.clients.editor.edit_contact({ settlement, contact, archived: false });
  });

  it('includes companies that serve the settlement, on the first page only', async () => {
    const ask = (more: object) =>
      village.anonymous.list_contacts({ settlement, with_companies: true, limit: 2, ...more });
    const first = await ask({});
    assert.deepEqual(
      first.companies?.map(({ id }) => id),
      [village.companyId],
    );
    assert.equal('companies' in (await ask({ cursor: first.cursor ?? '' })), false);
    assert.equal('companies' in (await village.anonymous.list_contacts({ settlement })), false);
    assert.equal((await ask({ q: 'скважины' })).companies?.length, 1);
    assert.deepEqual((await ask({ q: 'аптека' })).companies, []);
    assert.equal((await ask({ category: 'trade', sort: 'rating' })).companies?.length, 1);
    assert.deepEqual((await ask({ category: 'shop' })).companies, []);
    const elsewhere = await village.anonymous.list_contacts({
      settlement: village.other.slug,
      with_companies: true,
    });
    assert.deepEqual(elsewhere.companies, []);
  });

  it('lists what was removed page by page, the newest first, and ends where there is no more', async () => {
    const { editor } = village.clients;
    const removed: string[] = [];
    for (const name of ['Сварщик', 'Кровельщик', 'Печник', 'Стекольщик']) {
      const { data } = await editor.write_contact({ settlement, name, category: 'trade' });
      await editor.edit_contact({ settlement, contact: data.id, removed: true });
      removed.unshift(data.id);
    }
    for (const limit of [2, 3, 4]) {
      const first = await editor.list_contacts({ settlement, removed: true, limit });
      assert.deepEqual(
        first.contacts.map(({ id }) => id),
        removed.slice(0, limit),
      );
      assert.equal(first.cursor === null, limit === 4);
      if (first.cursor === null) continue;
      const rest = await editor.list_contacts({ settlement, removed: true, limit, cursor: first.cursor });
      assert.deepEqual(
        rest.contacts.map(({ id }) => id),
        removed.slice(limit),
      );
      assert.equal(rest.cursor, null);
    }
  });
});
