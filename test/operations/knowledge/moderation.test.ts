import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { upload } from '../media/uploads.ts';
import { createKnowledgeSetup, type KnowledgeSetup } from './knowledge-setup.ts';

describe('moderation of knowledge revisions', () => {
  let desk: KnowledgeSetup;
  before(async () => {
    desk = await createKnowledgeSetup();
  });
  const handIn = async () => {
    const article = await desk.publish();
    const edited = await desk.stranger.edit_knowledge_article({
      article: article.id,
      body: `${article.body}\n\nСтрока ${article.id}.`,
    });
    return { article, revision: edited.revision_id };
  };

  it('shows short names, and full ones to moderators and to the person', async () => {
    const { article, revision } = await handIn();
    const shown = await desk.anonymous.show_knowledge_article({ article: article.id });
    assert.equal(shown.author_name, 'Resident I.');
    const { articles } = await desk.anonymous.list_knowledge_articles({});
    assert.equal(articles.find(({ id }) => id === article.id)?.author_name, 'Resident I.');
    await desk.moderator.approve_knowledge_revision({ article: article.id, revision });
    const nameSeen = async (client: typeof desk.author) =>
      (await client.show_knowledge_revision({ article: article.id, revision })).data;
    assert.equal((await nameSeen(desk.author)).author_name, 'Neighbour I.');
    assert.equal((await nameSeen(desk.stranger)).author_name, 'Neighbour Ivanova');
    const toModerator = await nameSeen(desk.moderator);
    assert.equal(toModerator.author_name, 'Neighbour Ivanova');
    assert.deepEqual(toModerator.decided_by, { id: desk.village.accounts.moderator, name: 'Moderator I.' });
    assert.equal((await nameSeen(desk.stranger)).decided_by, null, 'for other moderators only');
  });

  it('finds one revision by identifier: any for moderators, their own for others', async () => {
    const { article, revision } = await handIn();
    const find = async (client: typeof desk.author) =>
      (await client.list_knowledge_queue({ revision })).revisions.map(({ id, state }) => [id, state]);
    assert.deepEqual(await find(desk.moderator), [[revision, 'waiting']]);
    assert.deepEqual(await find(desk.stranger), [[revision, 'waiting']]);
    assert.deepEqual(await find(desk.author), []);
    assert.deepEqual(await find(desk.village.clients.outsider), []);
    await desk.moderator.reject_knowledge_revision({ article: article.id, revision, reason: 'Сыро' });
    assert.deepEqual(await find(desk.moderator), [[revision, 'rejected']]);
    await assertRefused(desk.anonymous.list_knowledge_queue({ revision }), 401);
  });

  it('lists outdated revisions separately, and own approved ones, newest first', async () => {
    const { article, revision } = await handIn();
    const newer = await desk.moderator.edit_knowledge_article({ article: article.id, body: 'Стало иначе.' });
    const other = await handIn();
    const ids = async (outdated: boolean) =>
      (await desk.moderator.list_knowledge_queue({ outdated })).revisions.map(({ id }) => id);
    assert.deepEqual(
      [(await ids(true)).includes(revision), (await ids(false)).includes(revision)],
      [true, false],
    );
    assert.ok((await ids(false)).includes(other.revision));
    const fresh = await desk.write({ publish: true });
    assert.ok((await ids(false)).includes(fresh.revision_id), 'a first text rests on nothing');
    await desk.moderator.approve_knowledge_revision({
      article: article.id,
      revision,
      approved_revision_id: newer.revision_id,
    });
    await desk.moderator.approve_knowledge_revision({ article: other.article.id, revision: other.revision });
    const passed = async (client: typeof desk.author) =>
      (await client.list_knowledge_queue({ state: 'approved' })).revisions.map(({ id }) => id);
    assert.deepEqual((await passed(desk.stranger)).slice(0, 2), [other.revision, revision]);
    assert.ok(!(await passed(desk.moderator)).includes(revision), 'a moderator’s own as well');
  });

  it('refuses a decision when the state changed since it was seen (seen_state)', async () => {
    const seen = { seen_state: 'waiting' } as const;
    const { article, revision } = await handIn();
    const outcomes = await Promise.allSettled([
      desk.moderator.approve_knowledge_revision({ article: article.id, revision, ...seen }),
      desk.moderator.approve_knowledge_revision({ article: article.id, revision, ...seen }),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    await assertRefused(
      desk.moderator.reject_knowledge_revision({ article: article.id, revision, reason: 'Нет', ...seen }),
      422,
      'seen_state',
    );
    const repeated = await desk.moderator.approve_knowledge_revision({ article: article.id, revision });
    assert.equal(repeated.data.state, 'approved', 'without it repeating stays safe');
  });

  it('shows the pictures of an article to its author and moderators only', async () => {
    const article = await desk.publish();
    const subject = { subject_type: 'knowledge_article', subject_id: article.id } as const;
    const { id: media } = await upload(desk.author, subject);
    const seen = async (client: typeof desk.author, pictures?: boolean) =>
      (
        await client.show_knowledge_article({ article: article.id, ...(pictures && { pictures }) })
      ).pictures?.map(({ id }) => id);
    assert.deepEqual(await seen(desk.author, true), [media]);
    assert.deepEqual(await seen(desk.moderator, true), [media]);
    assert.equal(await seen(desk.author), undefined);
    assert.equal(await seen(desk.stranger, true), undefined);
    assert.equal(await seen(desk.anonymous, true), undefined);
  });
});
