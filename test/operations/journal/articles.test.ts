import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('writing, publishing, editing and removing articles', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  const diary = (title: string, more: object = {}) => ({
    settlement,
    parcel_id: '1',
    title,
    body: 'Посадили яблоню.',
    ...more,
  });
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  it('writes a draft in the shape of the contract', async () => {
    const { resident } = village.clients;
    const reply = await resident.send(
      'write_article',
      diary('Первая яблоня', { tags: ['Яблони', 'сад', 'САД'] }),
    );
    assert.equal(reply.status, 201);
    const { data } = reply.body as { data: Record<string, unknown> };
    const { id, created_at, about_on, version, ...rest } = data;
    assert.match(String(id), /^\d+$/);
    assert.match(String(created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    assert.match(String(about_on), /^\d{4}-\d\d-\d\d$/);
    assert.deepEqual(rest, {
      settlement_id: village.settlement.id,
      parcel_id: village.plots.resident,
      plot_number: '1',
      author_user_id: village.accounts.resident,
      author_name: 'Resident I.',
      slug: 'pervaya-yablonya',
      title: 'Первая яблоня',
      excerpt: 'Посадили яблоню.',
      kind: 'diary',
      status: 'draft',
      visibility: 'residents',
      mentions_count: 0,
      photos_count: 0,
      published_at: null,
      body: 'Посадили яблоню.',
      mentions: [],
      tags: ['Яблони', 'сад'],
      cover_media_id: null,
    });
    const { data: shown } = await resident.show_article({ settlement, article: 'pervaya-yablonya' });
    assert.deepEqual(shown.mentions, {});
    assert.equal(shown.version, version, 'what was written can be the base of an edit');
    assert.deepEqual(await resident.show_article({ settlement, article: String(id) }), { data: shown });
  });

  it('gives every article a unique slug', async () => {
    const slugs = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await village.clients.resident.write_article(diary('Тот же заголовок'))).data.slug,
      ),
    );
    assert.equal(new Set(slugs).size, 12);
    for (const slug of slugs) assert.match(slug, /^tot-zhe-zagolovok/);
    const { data } = await village.clients.resident.write_article(diary('999999999999999999'));
    assert.match(data.slug, /^n-9+$/);
    assert.match((await village.clients.resident.write_article(diary('🙂'))).data.slug, /^x-/);
  });

  it('lets members write the diary of their plot and the board the rest', async () => {
    const { clients, settlement: home } = village;
    const write = (who: keyof typeof clients, more: object) =>
      clients[who].write_article({ settlement: home.id, title: 'Проба', body: 'Текст', ...more });
    for (const kind of ['post', 'guide', 'announcement'] as const) {
      assert.equal((await write('editor', { kind })).data.parcel_id, null);
      for (const who of ['resident', 'moderator', 'newcomer', 'outsider', 'company'] as const)
        await assertRefused(write(who, { kind }), 403);
      await assertRefused(write('editor', { kind, parcel_id: '1' }), 422, 'parcel_id');
    }
    for (const who of ['neighbour', 'editor', 'moderator', 'newcomer', 'outsider', 'company'] as const)
      await assertRefused(write(who, { parcel_id: '1' }), 403);
    await assertRefused(write('resident', {}), 422, 'parcel_id');
    await assertRefused(write('resident', { parcel_id: null }), 422, 'parcel_id');
    await assertRefused(write('resident', { parcel_id: '77' }), 422, 'parcel_id');
    await assertRefused(write('outsider', { parcel_id: village.outsiderPlot }), 422, 'parcel_id');
    assert.equal((await write('resident', { parcel_id: village.plots.resident })).data.kind, 'diary');
    await assertRefused(village.anonymous.write_article(diary('Проба')), 401);
    await assertRefused(
      (await service.as(village.accounts.resident, ['mcp:read'])).write_article(diary('Проба')),
      403,
    );
    await assertRefused(clients.resident.write_article({ ...diary('Проба'), settlement: 'nowhere' }), 404);
  });

  it('refuses claimants and former members', async () => {
    const { db } = service;
    const [id, account] = [service.newId(), village.accounts.newcomer];
    await db`insert into membership (id, account_id, parcel_id, role, state, created_at) values (${id}, ${account}, ${village.plots.free}, 'owner', 'claimed', now())`;
    const write = () =>
      village.clients.newcomer.write_article({ settlement, parcel_id: '3', title: 'А', body: 'Б' });
    await assertRefused(write(), 403);
    await db`update membership set state = 'confirmed', decided_at = now() where id = ${id}`;
    const { data } = await write();
    await db`update membership set state = 'ended' where id = ${id}`;
    await assertRefused(write(), 403);
    const edit = (input: object) =>
      village.clients.newcomer.edit_article({ settlement, article: data.id, ...input });
    await assertRefused(edit({ title: 'Своё' }), 403);
    await edit({ visibility: 'private' });
  });

  it('limits every field', async () => {
    const { resident, editor } = village.clients;
    const long = 'я'.repeat(200);
    assert.equal((await resident.write_article(diary(long, { body: 'б'.repeat(60_000) }))).data.title, long);
    await assertRefused(resident.write_article(diary('я'.repeat(201))), 422, 'title');
    await assertRefused(resident.write_article(diary('  ')), 422, 'title');
    await assertRefused(resident.write_article(diary('а', { body: 'б'.repeat(60_001) })), 422, 'body');
    await assertRefused(resident.write_article(diary('а', { body: '' })), 422, 'body');
    await assertRefused(resident.write_article(diary('а', { body: '\u0000' })), 422, 'body');
    await assertRefused(resident.write_article(diary('а', { kind: 'novel' })), 422, 'kind');
    await assertRefused(resident.write_article(diary('а', { visibility: 'everybody' })), 422, 'visibility');
    await assertRefused(resident.write_article(diary('а', { about_on: '2026-02-30' })), 422, 'about_on');
    await assertRefused(
      resident.write_article(diary('а', { tags: Array.from({ length: 31 }, (_, n) => `t${n}`) })),
      422,
      'tags',
    );
    await assertRefused(resident.write_article(diary('а', { cover_media_id: 'x' })), 422, 'cover_media_id');
    await assertRefused(resident.write_article(diary('а', { status: 'published' })), 422, 'status');
    await assertRefused(
      resident.write_article({ settlement, parcel_id: '1' } as never),
      422,
      'title',
      'body',
    );
    await assertRefused(
      resident.write_article(
        diary('а', { body: Array.from({ length: 1001 }, (_, n) => `[task:${n + 1}]`).join('') }),
      ),
      422,
      'body',
    );
    const { data } = await editor.write_article({
      settlement,
      kind: 2,
      title: 'По номеру',
      body: 'т',
      visibility: 4,
    });
    assert.deepEqual([data.kind, data.visibility], ['post', 'public'], 'stored numbers are accepted');
  });

  it('publishes once, for the author or the board', async () => {
    const { resident, neighbour, editor } = village.clients;
    const { data: draft } = await resident.write_article(diary('К печати'));
    await assertRefused(neighbour.publish_article({ settlement, article: draft.id }), 404);
    await assertRefused(village.anonymous.publish_article({ settlement, article: draft.id }), 401);
    const reply = await resident.send('publish_article', { settlement, article: draft.id });
    assert.equal(reply.status, 201);
    const { data } = reply.body as { data: typeof draft };
    assert.equal(data.status, 'published');
    assert.match(data.published_at ?? '', /\+00:00$/);
    assert.deepEqual(
      { ...data, status: 'draft', published_at: null },
      { ...draft, told: null, would_tell: null },
    );
    await assertRefused(resident.publish_article({ settlement, article: draft.id }), 422, 'status');
    await assertRefused(editor.publish_article({ settlement, article: draft.slug }), 422, 'status');
    await assertRefused(neighbour.publish_article({ settlement, article: draft.id }), 403);
    const { data: second } = await resident.write_article(diary('Печатает правление'));
    assert.equal((await editor.publish_article({ settlement, article: second.id })).data.status, 'published');
    await assertRefused(editor.publish_article({ settlement: 'sosny', article: second.id }), 404);
  });

  it('edits what is sent, keeps the rest, the slug and the status', async () => {
    const { resident, neighbour } = village.clients;
    const { data: draft } = await resident.write_article(
      diary('Заголовок', { tags: ['один', 'два'], visibility: 'public' }),
    );
    await assertRefused(neighbour.edit_article({ settlement, article: draft.id, title: 'Чужое' }), 404);
    await resident.publish_article({ settlement, article: draft.id });
    await assertRefused(neighbour.edit_article({ settlement, article: draft.id, title: 'Чужое' }), 403);
    const { data } = await resident.edit_article({
      settlement,
      article: draft.slug,
      title: 'Новый',
      body: '**Другой** текст',
    });
    const { version, ...rest } = data;
    assert.notEqual(version, draft.version);
    assert.deepEqual(rest, {
      id: draft.id,
      slug: draft.slug,
      title: 'Новый',
      excerpt: 'Другой текст',
      kind: 'diary',
      status: 'published',
      visibility: 'public',
      tags: ['один', 'два'],
      created_at: draft.created_at,
    });
    assert.deepEqual(
      (await resident.edit_article({ settlement, article: draft.id, tags: ['три'] })).data.tags,
      ['три'],
    );
    assert.deepEqual((await resident.edit_article({ settlement, article: draft.id, tags: null })).data.tags, [
      'три',
    ]);
    assert.deepEqual(
      (await resident.edit_article({ settlement, article: draft.id, tags: [] })).data.tags,
      [],
    );
    assert.deepEqual((await resident.edit_article({ settlement, article: draft.id })).data.title, 'Новый');
    for (const field of ['kind', 'parcel_id', 'slug', 'status', 'author_user_id'])
      await assertRefused(
        resident.edit_article({ settlement, article: draft.id, [field]: 'post' } as never),
        422,
        field,
      );
    await resident.edit_article({ settlement, article: draft.id, visibility: 'private' });
    await assertRefused(neighbour.show_article({ settlement, article: draft.id }), 404);
    assert.equal(
      (await resident.show_article({ settlement, article: draft.id })).data.body,
      '**Другой** текст',
    );
  });

  it('removes permanently, by slug or identifier', async () => {
    const { resident, neighbour } = village.clients;
    const { data: one } = await resident.write_article(diary('На выброс', { tags: ['мусор'] }));
    const { data: two } = await resident.write_article(diary('На выброс'));
    await assertRefused(neighbour.remove_article({ settlement, article: one.slug }), 404);
    await resident.publish_article({ settlement, article: one.id });
    await assertRefused(neighbour.remove_article({ settlement, article: one.slug }), 403);
    assert.deepEqual(await resident.remove_article({ settlement, article: one.slug }), {
      data: { removed: true },
    });
    assert.deepEqual(await resident.remove_article({ settlement, article: two.id }), {
      data: { removed: true },
    });
    await assertRefused(resident.remove_article({ settlement, article: one.slug }), 404);
    await assertRefused(resident.show_article({ settlement, article: one.id }), 404);
    assert.equal((await service.db`select 1 from tagging where subject_id = ${one.id}`).length, 0);
  });

  it('lists one’s own articles, drafts too, page by page', async () => {
    const { neighbour, editor } = village.clients;
    const ids: string[] = [];
    for (let index = 0; index < 65; index += 1) {
      const { data } = await neighbour.write_article({
        settlement,
        parcel_id: '2',
        title: `Запись ${index}`,
        body: 'т',
      });
      ids.unshift(data.id);
      if (index % 2) await neighbour.publish_article({ settlement, article: data.id });
    }
    const walk = async (filter: object) => {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: { articles: { id: string }[]; cursor: string | null } = await neighbour.list_my_articles({
          ...filter,
          ...(cursor && { cursor }),
        });
        seen.push(...page.articles.map((entry) => entry.id));
        cursor = page.cursor;
      } while (cursor !== null && seen.length < 200);
      return seen;
    };
    assert.deepEqual(await walk({}), ids);
    assert.deepEqual(
      await walk({ status: 'draft' }),
      ids.filter((_, place) => place % 2 === 0),
    );
    assert.deepEqual(
      await walk({ status: 'published', settlement }),
      ids.filter((_, place) => place % 2 === 1),
    );
    assert.deepEqual(await walk({ settlement: 'sosny' }), []);
    const { cursor } = await neighbour.list_my_articles({});
    await assertRefused(
      neighbour.list_my_articles({ status: 'draft', cursor: cursor as string }),
      422,
      'cursor',
    );
    await assertRefused(editor.list_my_articles({ cursor: cursor as string }), 422, 'cursor');
    await assertRefused(village.anonymous.list_my_articles({}), 401);
  });
});
