import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { createKnowledgeSetup, type KnowledgeSetup } from './knowledge-setup.ts';

describe('corrections by a moderator on approval', () => {
  let desk: KnowledgeSetup;
  before(async () => {
    desk = await createKnowledgeSetup();
  });

  const handIn = async () => {
    const article = await desk.publish();
    const edited = await desk.stranger.edit_knowledge_article({
      article: article.id,
      body: `${article.body}\n\nТруба карочки падает.`,
      note: 'про трубу',
    });
    return { article, revision: edited.revision_id, body: edited.body };
  };
  const approve = (article: string, revision: string, more: object = {}, client = desk.moderator) =>
    client.approve_knowledge_revision({ article, revision, ...more });

  it('keep the author, record the moderator, and leave the submitted text unchanged', async () => {
    const { article, revision, body } = await handIn();
    const right = body.replace('карочки ', '');
    const { data } = await approve(article.id, revision, { body: right, title: '  Дренаж\nи трубы ' });
    assert.notEqual(data.id, revision);
    assert.deepEqual(
      [data.state, data.is_current, data.author_user_id, data.base_revision_id, data.note, data.title],
      ['approved', true, desk.village.accounts.neighbour, revision, 'про трубу', 'Дренаж и трубы'],
    );
    assert.deepEqual(data.corrected_by, { id: desk.village.accounts.moderator, name: 'Moderator I.' });
    assert.equal((await desk.anonymous.show_knowledge_article({ article: article.id })).body, right);
    const found = await desk.anonymous.list_knowledge_articles({ search: 'дренаж и трубы' });
    assert.ok(
      found.articles.some(({ id }) => id === article.id),
      'the corrected text is what is found',
    );
    const own = await desk.stranger.show_knowledge_revision({ article: article.id, revision });
    assert.deepEqual([own.data.state, own.data.body, own.data.corrected_by], ['replaced', body, null]);
    const seen = await desk.stranger.show_knowledge_revision({ article: article.id, revision: data.id });
    assert.equal(seen.data.diff.against_revision_id, revision, 'the writer sees what was corrected');
    const { outsider } = desk.village.clients;
    await assertRefused(outsider.show_knowledge_revision({ article: article.id, revision }), 404);
    const others = await outsider.show_knowledge_revision({ article: article.id, revision: data.id });
    assert.equal(others.data.diff.against_revision_id, article.revision_id);
    const { notifications } = await desk.stranger.list_notifications({});
    assert.equal(notifications[0]?.key, 'notifications.knowledge_passed');
    const { revisions } = await desk.moderator.list_knowledge_queue({});
    assert.equal(
      revisions.some(({ article_id }) => article_id === article.id),
      false,
      'nothing waits any more',
    );
  });

  it('publish a first text too, and are safe to repeat', async () => {
    const draft = await desk.write({ publish: true });
    const again = { title: 'Водоотвод' };
    const first = await approve(draft.id, draft.revision_id, again);
    assert.deepEqual(await approve(draft.id, draft.revision_id, again), first);
    const shown = await desk.anonymous.show_knowledge_article({ article: draft.id });
    assert.deepEqual([shown.title, shown.status, shown.slug], ['Водоотвод', 'published', draft.slug]);
    await assertRefused(approve(draft.id, draft.revision_id, { title: 'Иначе' }), 422, 'revision');
    await assertRefused(approve(draft.id, draft.revision_id), 422, 'revision');
  });

  it('are none when nothing differs, and are refused after approval', async () => {
    const { article, revision, body } = await handIn();
    const { data } = await approve(article.id, revision, { body });
    assert.deepEqual([data.id, data.corrected_by], [revision, null]);
    await assertRefused(approve(article.id, revision, { body: 'Другое' }), 422, 'revision');
  });

  it('of two moderators one wins; a stale comparison or a broken diagram writes nothing', async () => {
    const { article, revision } = await handIn();
    const broken = 'Схема\n\n```mermaid\nflowchart нет(\n```';
    await assertRefused(approve(article.id, revision, { body: broken }), 422, 'body');
    await assertRefused(approve(article.id, revision, { body: 'x', approved_revision_id: revision }), 422);
    await assertRefused(approve(article.id, revision, { title: ' ' }), 422, 'title');
    await assertRefused(approve(article.id, revision, { title: 'я'.repeat(201) }), 422, 'title');
    const outcomes = await Promise.allSettled([
      approve(article.id, revision, { body: 'Первый текст' }),
      approve(article.id, revision, { body: 'Второй текст' }),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  it('are for moderators only', async () => {
    const { article, revision } = await handIn();
    const { editor, outsider } = desk.village.clients;
    await assertRefused(approve(article.id, revision, { body: 'x' }, desk.stranger), 403);
    for (const client of [desk.author, editor, outsider])
      await assertRefused(approve(article.id, revision, { body: 'x' }, client), 404);
    await assertRefused(approve(article.id, revision, { body: 'x' }, desk.anonymous), 401);
  });
});
