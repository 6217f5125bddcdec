import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Client } from '../../../src/entry/client/client.ts';
import { setTags, type TaggedType } from '../../../src/store/journal/tags.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';
import { createThings } from '../journal/mentioned-things.ts';

describe('list_tagged', () => {
  let service: TestService;
  let village: Village;
  let things: ReturnType<typeof createThings>;
  const settlement = 'berezka';
  const tag = async (type: TaggedType, id: string, ...names: string[]) => {
    const settlementId = type === 'company' || type === 'knowledge_article' ? null : village.settlement.id;
    await setTags(service.db, { subjectType: type, subjectId: id, settlementId }, names, service.newId);
    return id;
  };
  const walk = async (client: Client, input: object) => {
    const items: { type: string; id: string; title: string }[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page: { items: typeof items; cursor: string | null } = await client.list_tagged({
        settlement,
        tag: 'x',
        ...input,
        ...(cursor && { cursor }),
      });
      assert.ok(page.items.length <= 30);
      items.push(...page.items);
      cursor = page.cursor;
      pages += 1;
    } while (cursor !== null && pages < 100);
    assert.equal(cursor, null, 'the list ends');
    return { items, pages };
  };
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
    things = createThings(service, village);
  });

  async function knowledge(title: string, status: 'published' | 'pending'): Promise<string> {
    const [id, revision] = [service.newId(), service.newId()];
    const { moderator } = village.accounts;
    await service.pool.begin(async (db) => {
      await db`insert into knowledge_article (id, author_id, slug, status, approved_revision_id, published_at, created_at, updated_at)
               values (${id}, ${moderator}, ${`k-${id}`}, ${status}, ${status === 'published' ? revision : null}, now(), now(), now())`;
      await db`insert into knowledge_revision (id, article_id, author_id, state, title, body, excerpt, created_at)
               values (${revision}, ${id}, ${moderator}, ${status === 'published' ? 'approved' : 'waiting'}, ${title}, 'т', 'т', now())`;
    });
    return id;
  }

  it('lists all eight types in one order, newest first, as far as each reader may see', async () => {
    const { accounts, clients } = village;
    const article = async (title: string, visibility: 'public' | 'residents') => {
      const { data } = await clients.editor.write_article({
        settlement,
        kind: 'post',
        title,
        body: 'т',
        visibility,
        tags: ['Вода'],
      });
      await clients.editor.publish_article({ settlement, article: data.id });
      return data.id;
    };
    const contact = service.newId();
    await service.db`insert into contact (id, settlement_id, slug, name, category, created_by, created_at, updated_at)
                     values (${contact}, ${village.settlement.id}, 'vodovoz', 'Водовоз', 'trade', ${accounts.editor}, now(), now())`;
    await tag('parcel', village.plots.empty, 'вода');
    await tag('company', village.companyId, 'ВОДА');
    await tag('contact', contact, 'вода');
    const object = await tag('parcel_object', await things.object('Колодец'), 'вода');
    const open = await article('Про воду', 'public');
    const photo = await tag(
      'media',
      await things.photo({ caption: 'Насос', visibility: 'settlement' }),
      'вода',
    );
    const bare = await tag('media', await things.photo({ visibility: 'public' }), 'вода');
    const task = await tag('task', await things.task('Починить кран', accounts.resident), 'вода');
    const base = await tag('knowledge_article', await knowledge('Своя скважина', 'published'), 'вода');
    await tag('knowledge_article', await knowledge('Ещё не проверено', 'pending'), 'вода');
    const closed = await article('Для своих', 'residents');

    const all = [
      { type: 'article', id: closed, title: 'Для своих' },
      { type: 'knowledge_article', id: base, title: 'Своя скважина' },
      { type: 'task', id: task, title: 'Починить кран' },
      { type: 'media', id: bare, title: 'Photograph' },
      { type: 'media', id: photo, title: 'Насос' },
      { type: 'article', id: open, title: 'Про воду' },
      { type: 'parcel_object', id: object, title: 'Колодец' },
      { type: 'contact', id: contact, title: 'Водовоз' },
      { type: 'company', id: village.companyId, title: 'Колодцы и скважины' },
      { type: 'parcel', id: village.plots.empty, title: '12А' },
    ];
    const named = ({ type, id, title }: (typeof all)[number]) => ({ type, id, title });
    const seenBy = async (client: Client) => {
      const reply = await client.list_tagged({ settlement, tag: 'вода' });
      assert.deepEqual(reply.tag, { slug: 'voda', name: 'вода' }, 'as it was typed first');
      return reply.items.map(named);
    };
    assert.deepEqual(await seenBy(clients.resident), all);
    assert.deepEqual(await seenBy(clients.editor), all);
    assert.deepEqual(
      await seenBy(clients.neighbour),
      all.filter(({ id }) => id !== task && id !== object),
    );
    const hiddenFromTied = [closed, task, object];
    assert.deepEqual(
      await seenBy(clients.company),
      all.filter(({ id }) => !hiddenFromTied.includes(id)),
    );
    const hiddenFromStrangers = [...hiddenFromTied, photo];
    for (const client of [clients.outsider, clients.newcomer, clients.moderator, village.anonymous])
      assert.deepEqual(
        await seenBy(client),
        all.filter(({ id }) => !hiddenFromStrangers.includes(id)),
      );

    for (const type of new Set(all.map((item) => item.type)))
      assert.deepEqual(
        (await clients.resident.list_tagged({ settlement, tag: 'вода', type: type as TaggedType })).items.map(
          named,
        ),
        all.filter((item) => item.type === type),
        type,
      );
    const elsewhere = await village.anonymous.list_tagged({ settlement: 'sosny', tag: 'вода' });
    assert.deepEqual(
      elsewhere.items.map(named),
      all.filter(({ id }) => id === base),
      'only what belongs to everybody',
    );
  });

  it('accepts the tag as slug or as typed, and returns nothing for an unused tag', async () => {
    const parcel = await tag('parcel', village.plots.free, 'Ёлки у дороги');
    for (const typed of [
      'elki-u-dorogi',
      'Ёлки у дороги',
      'ЕЛКИ У ДОРОГИ',
      'ёлки  у дороги',
      '#Елки у дороги',
    ]) {
      const reply = await village.anonymous.list_tagged({ settlement, tag: typed });
      assert.deepEqual(reply.tag, { slug: 'elki-u-dorogi', name: 'Ёлки у дороги' });
      assert.deepEqual(
        reply.items.map(({ id }) => id),
        [parcel],
      );
    }
    assert.deepEqual(await village.anonymous.list_tagged({ settlement, tag: 'Пальмы' }), {
      tag: { slug: 'palmy', name: 'Пальмы' },
      items: [],
      cursor: null,
    });
    await assertRefused(village.anonymous.list_tagged({ settlement: 'nowhere', tag: 'вода' }), 404);
    await assertRefused(village.anonymous.list_tagged({ settlement, tag: 'я'.repeat(101) }), 422, 'tag');
    await assertRefused(
      village.anonymous.list_tagged({ settlement, tag: 'вода', type: 'castle' as never }),
      422,
      'type',
    );
  });

  it('pages past thousands of hidden things in bounded steps, and misses nothing', async () => {
    const { db } = service;
    const [row] = await db<
      { id: string }[]
    >`insert into tag (id, slug, name) values (${service.newId()}, 'x', 'x') returning id`;
    const rows = Array.from({ length: 6000 }, (_, index) => ({
      id: service.newId(),
      visibility: index % 100 === 0 ? 'public' : 'private',
    }));
    await db`
      insert into article (id, settlement_id, author_id, slug, title, body, excerpt, kind, status, visibility, about_on_shown, published_at, created_at, updated_at)
      select r.id, ${village.settlement.id}, ${village.accounts.editor}, 'x-' || r.id, 'Т', 'т', 'т', 'post', 'published', r.visibility, '2026-01-01', now(), now(), now()
        from jsonb_to_recordset(${db.json(rows as never)}) r (id bigint, visibility text)`;
    await db`
      insert into tagging (tag_id, subject_type, subject_id, settlement_id)
      select ${row?.id as string}, 'article', id, ${village.settlement.id} from unnest(${rows.map(({ id }) => id)}::bigint[]) id`;
    const open = rows
      .filter((one) => one.visibility === 'public')
      .map(({ id }) => id)
      .reverse();
    const anonymous = await walk(village.anonymous, {});
    assert.deepEqual(
      anonymous.items.map(({ id }) => id),
      open,
    );
    assert.ok(anonymous.pages <= 8, `${anonymous.pages} pages`);
    assert.deepEqual((await walk(village.anonymous, { type: 'article' })).items, anonymous.items);
    const first = await village.clients.editor.list_tagged({ settlement, tag: 'x' });
    assert.deepEqual(
      first.items.map(({ id }) => id),
      rows
        .map(({ id }) => id)
        .reverse()
        .slice(0, 30),
    );
  });

  it('binds the cursor to the tag and the filters', async () => {
    const { cursor } = await village.clients.editor.list_tagged({ settlement, tag: 'x' });
    assert.ok(cursor);
    const list = (more: object) =>
      village.clients.editor.list_tagged({ settlement, tag: 'x', cursor, ...more });
    await list({ tag: 'X' });
    await assertRefused(list({ tag: 'вода' }), 422, 'cursor');
    await assertRefused(list({ type: 'article' }), 422, 'cursor');
    await assertRefused(list({ settlement: 'sosny' }), 422, 'cursor');
  });
});
