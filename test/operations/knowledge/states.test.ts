import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { createKnowledgeSetup, type KnowledgeSetup } from './knowledge-setup.ts';

describe('the states of a knowledge article', () => {
  let desk: KnowledgeSetup;
  before(async () => {
    desk = await createKnowledgeSetup();
  });
  const show = (client: KnowledgeSetup['author'], article: string) =>
    client.show_knowledge_article({ article });

  it('write: a draft for its author and moderators, in the shape of the contract', async () => {
    const made = await desk.write({
      title: '  Как   выбрать дренаж?  ',
      category: 'soil_and_drainage',
      tags: ['Дренаж', '#вода', 'дренаж'],
    });
    const { id, created_at, updated_at, revision_id, body, ...rest } = made;
    assert.match(id, /^\d+$/);
    assert.match(revision_id, /^\d+$/);
    assert.match(created_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    assert.equal(updated_at, created_at);
    assert.match(body, /^Вода уходит/);
    assert.deepEqual(rest, {
      author_user_id: desk.village.accounts.resident,
      author_name: 'Resident I.',
      slug: 'kak-vybrat-drenazh',
      title: 'Как выбрать дренаж?',
      excerpt: rest.excerpt,
      tags: ['Дренаж', 'вода'],
      category: 'soil_and_drainage',
      status: 'draft',
      views_count: 0,
      published_at: null,
      approved_revision_id: null,
      waiting_revision_id: null,
      cover_media_id: null,
    });
    assert.match(rest.excerpt, /^Вода уходит по трубам\. На метр/);
    await assertRefused(show(desk.anonymous, id), 404);
    await assertRefused(show(desk.stranger, id), 404);
    await assertRefused(show(desk.stranger, made.slug), 404);
    assert.deepEqual(await show(desk.author, made.slug), made);
    assert.equal((await show(desk.moderator, id)).status, 'draft');
  });

  it('write with publish: pending from others, published from a moderator', async () => {
    const pending = await desk.write({ publish: true });
    assert.equal(pending.status, 'pending');
    assert.equal(pending.waiting_revision_id, pending.revision_id);
    assert.equal(pending.published_at, null);
    await assertRefused(show(desk.anonymous, pending.id), 404);
    await assertRefused(show(desk.stranger, pending.id), 404);
    const published = await desk.write({ publish: true }, desk.moderator);
    assert.equal(published.status, 'published');
    assert.equal(published.approved_revision_id, published.revision_id);
    assert.notEqual(published.published_at, null);
    assert.equal((await show(desk.anonymous, published.slug)).status, 'published');
  });

  it('publish: a draft waits, or is published by a moderator; repeated it changes nothing', async () => {
    const { id: article } = await desk.write();
    await assertRefused(desk.anonymous.publish_knowledge_article({ article }), 401);
    await assertRefused(desk.stranger.publish_knowledge_article({ article }), 404);
    const pending = await desk.author.publish_knowledge_article({ article });
    assert.equal(pending.status, 'pending');
    assert.deepEqual(await desk.author.publish_knowledge_article({ article }), pending);
    await assertRefused(desk.stranger.publish_knowledge_article({ article }), 404);
    const published = await desk.moderator.publish_knowledge_article({ article });
    assert.equal(published.status, 'published');
    assert.equal(published.revision_id, pending.revision_id, 'the same text, not a copy');
    assert.notEqual(published.published_at, null);
    for (const client of [desk.author, desk.stranger, desk.moderator]) {
      const again = await client.publish_knowledge_article({ article });
      assert.equal(again.status, 'published');
      assert.equal(again.published_at, published.published_at);
      assert.equal(again.revision_id, published.revision_id);
    }
    const draft = await desk.write();
    assert.equal(
      (await desk.moderator.publish_knowledge_article({ article: draft.slug })).status,
      'published',
    );
  });

  it('edit of a draft or pending text: a new revision each time, the status stays, strangers see nothing', async () => {
    for (const publish of [false, true]) {
      const made = await desk.write({ publish });
      const edited = await desk.author.edit_knowledge_article({ article: made.id, title: 'Новое имя' });
      assert.equal(edited.status, made.status);
      assert.equal(edited.title, 'Новое имя');
      assert.equal(edited.body, made.body);
      assert.equal(edited.slug, made.slug, 'the address stays');
      assert.notEqual(edited.revision_id, made.revision_id);
      const byModerator = await desk.moderator.edit_knowledge_article({ article: made.id, body: 'Правка.' });
      assert.equal(byModerator.status, made.status, 'a correction does not publish');
      assert.equal((await show(desk.author, made.id)).body, 'Правка.');
      await assertRefused(desk.stranger.edit_knowledge_article({ article: made.id, title: 'х' }), 404);
      await assertRefused(desk.anonymous.edit_knowledge_article({ article: made.id, title: 'х' }), 401);
      const { revisions } = await desk.author.list_knowledge_revisions({ article: made.id });
      assert.deepEqual(
        revisions.map(({ state }) => state),
        [publish ? 'waiting' : 'draft', 'replaced', 'replaced'],
      );
    }
  });

  it('edit of a published article: others keep reading the approved text, its author sees pending', async () => {
    const made = await desk.publish({ tags: ['вода'] });
    for (const [client, who] of [
      [desk.author, 'author'],
      [desk.stranger, 'stranger'],
    ] as const) {
      const edited = await client.edit_knowledge_article({
        article: made.slug,
        body: `Текст от ${who}.`,
        tags: ['Новый тег'],
        note: 'уточнение',
      });
      assert.equal(edited.status, 'pending');
      assert.equal(edited.approved_revision_id, made.revision_id);
      assert.equal(edited.waiting_revision_id, edited.revision_id);
      assert.equal(edited.published_at, made.published_at);
      const seen = await show(client, made.id);
      assert.deepEqual(seen, edited);
    }
    for (const client of [desk.anonymous, desk.village.clients.outsider]) {
      const seen = await show(client, made.id);
      assert.equal(seen.status, 'published');
      assert.equal(seen.body, made.body);
      assert.deepEqual(seen.tags, ['вода']);
      assert.equal(seen.waiting_revision_id, null);
    }
    const seen = await show(desk.moderator, made.id);
    assert.equal(seen.status, 'published');
    assert.equal(seen.body, made.body);
    assert.equal(
      seen.waiting_revision_id,
      (await show(desk.author, made.id)).revision_id,
      'the oldest that waits',
    );

    const direct = await desk.moderator.edit_knowledge_article({ article: made.id, title: 'Сразу' });
    assert.equal(direct.status, 'published');
    assert.equal((await show(desk.anonymous, made.id)).title, 'Сразу');
    assert.equal((await show(desk.anonymous, made.id)).published_at, made.published_at);
    assert.equal((await show(desk.author, made.id)).status, 'pending', 'what waited goes on waiting');
    await assertRefused(desk.anonymous.edit_knowledge_article({ article: made.id, title: 'х' }), 401);
  });

  it('roll back: creates a new revision from any state, for review unless by a moderator', async () => {
    const draft = await desk.write();
    await desk.author.edit_knowledge_article({ article: draft.id, title: 'Второй' });
    const undone = await desk.author.roll_back_knowledge_article({
      article: draft.id,
      revision: draft.revision_id,
    });
    assert.equal(undone.title, draft.title);
    assert.equal(undone.status, 'pending');
    assert.notEqual(undone.revision_id, draft.revision_id);
    const again = await desk.author.roll_back_knowledge_article({
      article: draft.id,
      revision: draft.revision_id,
    });
    assert.equal(again.status, 'pending');
    await assertRefused(
      desk.stranger.roll_back_knowledge_article({ article: draft.id, revision: draft.revision_id }),
      404,
    );
    const applied = await desk.moderator.roll_back_knowledge_article({
      article: draft.id,
      revision: draft.revision_id,
    });
    assert.equal(applied.status, 'published');

    const second = await desk.moderator.edit_knowledge_article({ article: draft.id, title: 'Третий' });
    const proposed = await desk.stranger.roll_back_knowledge_article({
      article: draft.slug,
      revision: applied.revision_id,
    });
    assert.equal(proposed.status, 'pending');
    assert.equal(proposed.title, draft.title);
    assert.equal((await show(desk.anonymous, draft.id)).title, 'Третий');
    await assertRefused(
      desk.anonymous.roll_back_knowledge_article({ article: draft.id, revision: applied.revision_id }),
      401,
    );
    const restored = await desk.moderator.roll_back_knowledge_article({
      article: draft.id,
      revision: applied.revision_id,
    });
    assert.equal(restored.status, 'published');
    assert.equal((await show(desk.anonymous, draft.id)).title, draft.title);
    const { revisions } = await desk.moderator.list_knowledge_revisions({ article: draft.id });
    assert.ok(revisions.some(({ id }) => id === second.revision_id));
    assert.equal(revisions.filter(({ is_current }) => is_current).length, 1);
    assert.equal(revisions.length, 8, 'nothing was overwritten');

    const moderatorsDraft = await desk.write({}, desk.moderator);
    const kept = await desk.moderator.roll_back_knowledge_article({
      article: moderatorsDraft.id,
      revision: moderatorsDraft.revision_id,
    });
    assert.equal(kept.status, 'draft', 'an unfinished draft stays one');
    const other = await desk.publish();
    await assertRefused(
      desk.author.roll_back_knowledge_article({ article: other.id, revision: draft.revision_id }),
      422,
      'revision',
    );
  });

  it('remove: permanently, by the author or a moderator', async () => {
    const published = await desk.publish();
    await assertRefused(desk.anonymous.remove_knowledge_article({ article: published.id }), 401);
    await assertRefused(desk.stranger.remove_knowledge_article({ article: published.id }), 403);
    const draft = await desk.write();
    await assertRefused(desk.stranger.remove_knowledge_article({ article: draft.id }), 404);
    assert.deepEqual(await desk.author.remove_knowledge_article({ article: draft.slug }), { removed: true });
    await assertRefused(show(desk.author, draft.id), 404);
    await desk.stranger.edit_knowledge_article({ article: published.id, title: 'Ждёт' });
    assert.deepEqual(await desk.moderator.remove_knowledge_article({ article: published.id }), {
      removed: true,
    });
    for (const client of [desk.author, desk.moderator, desk.anonymous])
      await assertRefused(show(client, published.slug), 404);
    await assertRefused(desk.author.remove_knowledge_article({ article: published.id }), 404);
    const { revisions } = await desk.stranger.list_knowledge_queue({});
    assert.ok(!revisions.some(({ article_id }) => article_id === published.id));
  });

  it('out-of-range and unknown fields are refused by name, and nothing is written', async () => {
    const title = 'Проверка границ';
    const body = 'Текст.';
    const wrong = (input: object, ...fields: string[]) =>
      assertRefused(desk.author.write_knowledge_article({ title, body, ...input }), 422, ...fields);
    await wrong({ title: 'я'.repeat(201) }, 'title');
    await wrong({ title: '   ' }, 'title');
    await wrong({ body: '' }, 'body');
    await wrong({ body: 'я'.repeat(300_001) }, 'body');
    await wrong({ category: 'castles' }, 'category');
    await wrong({ tags: [''] }, 'tags.0');
    await wrong({ publish: 'yes' }, 'publish');
    await wrong({ status: 'published' }, 'status');
    const { revision_id, id } = await desk.write({ category: 2 as never });
    assert.equal((await show(desk.author, id)).category, 'lawn', 'a stored number is accepted');
    await assertRefused(
      desk.author.edit_knowledge_article({ article: id, note: 'я'.repeat(501) }),
      422,
      'note',
    );
    assert.equal((await show(desk.author, id)).revision_id, revision_id);
    const readOnly = await desk.service.as(desk.village.accounts.resident, ['mcp:read']);
    await assertRefused(readOnly.write_knowledge_article({ title, body }), 403);
  });
});
