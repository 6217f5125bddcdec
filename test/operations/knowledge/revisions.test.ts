import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { createKnowledgeSetup, type KnowledgeSetup } from './knowledge-setup.ts';

interface Stale {
  current_revision_id: string;
  waiting_revision_id: string | null;
  changed: {
    against_revision_id: string;
    title: { kind: string; text: string }[];
    body: { kind: string; text: string }[];
    category: { before: string | null; after: string | null } | null;
    tags: { added: string[]; removed: string[] } | null;
  } | null;
}

describe('revisions and moderation', () => {
  let desk: KnowledgeSetup;
  before(async () => {
    desk = await createKnowledgeSetup();
  });
  const queueOf = async (client: KnowledgeSetup['author'], input = {}) =>
    (await client.list_knowledge_queue(input)).revisions;

  it('base_revision_id must be the approved or own revision, else refused with the difference', async () => {
    const made = await desk.publish({ body: 'Первая строка.\n\nВторая строка.', tags: ['вода'] });
    const article = made.id;
    const own = await desk.stranger.edit_knowledge_article({
      article,
      body: 'Первая строка.\n\nВторая строка соседа.',
      base_revision_id: made.revision_id,
    });
    const rewritten = await desk.stranger.edit_knowledge_article({
      article,
      title: 'Название соседа',
      base_revision_id: own.revision_id,
    });
    assert.equal(
      rewritten.body,
      'Первая строка.\n\nВторая строка соседа.',
      'starts from the own waiting text',
    );
    const moved = await desk.moderator.edit_knowledge_article({
      article,
      body: 'Первая строка стала иной.\n\nВторая строка.',
      category: 'lawn',
      tags: ['вода', 'газон'],
      base_revision_id: made.revision_id,
    });
    const error = await assertRefused(
      desk.author.edit_knowledge_article({ article, body: 'Поздно.', base_revision_id: made.revision_id }),
      422,
      'base_revision_id',
    );
    const stale = error.body as unknown as Stale;
    assert.equal(stale.current_revision_id, moved.revision_id);
    assert.equal(stale.waiting_revision_id, null);
    assert.equal(stale.changed?.against_revision_id, made.revision_id);
    assert.deepEqual(stale.changed?.title, []);
    assert.ok(stale.changed?.body.some(({ kind, text }) => kind === 'added' && text.includes('стала иной')));
    assert.deepEqual(stale.changed?.category, { before: null, after: 'lawn' });
    assert.deepEqual(stale.changed?.tags, { added: ['газон'], removed: [] });
    assert.equal((await desk.author.show_knowledge_article({ article })).revision_id, moved.revision_id);
    assert.deepEqual(await queueOf(desk.author), [], 'nothing was written');

    await assertRefused(
      desk.stranger.edit_knowledge_article({ article, title: 'x', base_revision_id: own.revision_id }),
      422,
      'base_revision_id',
    );
    const unknown = await assertRefused(
      desk.author.edit_knowledge_article({ article, title: 'x', base_revision_id: '1' }),
      422,
      'base_revision_id',
    );
    assert.equal((unknown.body as unknown as Stale).changed, null);
    const hidden = await assertRefused(
      desk.author.edit_knowledge_article({ article, title: 'x', base_revision_id: rewritten.revision_id }),
      422,
      'base_revision_id',
    );
    assert.equal((hidden.body as unknown as Stale).changed, null, 'another’s waiting text is not shown');
    const kept = await desk.stranger.edit_knowledge_article({
      article,
      title: 'Ещё раз',
      base_revision_id: rewritten.revision_id,
    });
    assert.equal((await queueOf(desk.stranger))[0]?.is_outdated, true, 'it still rests on the older text');
    const fresh = await desk.stranger.edit_knowledge_article({
      article,
      title: 'С начала',
      base_revision_id: moved.revision_id,
    });
    assert.equal(fresh.body, moved.body, 'what is not sent comes from the named base');
    const [waiting] = await queueOf(desk.stranger);
    assert.equal(waiting?.is_outdated, false);
    assert.equal(waiting?.id, fresh.revision_id);
    assert.notEqual(kept.revision_id, fresh.revision_id);
  });

  it('writes nothing when nothing changes', async () => {
    const made = await desk.publish({ tags: ['вода'] });
    const same = await desk.author.edit_knowledge_article({
      article: made.id,
      title: made.title,
      body: made.body,
      tags: ['вода'],
      note: 'ничего',
    });
    assert.equal(same.status, 'published');
    assert.equal(same.revision_id, made.revision_id);
    assert.equal(
      (await desk.author.edit_knowledge_article({ article: made.id })).revision_id,
      made.revision_id,
    );
    const cleared = await desk.moderator.edit_knowledge_article({
      article: made.id,
      tags: [],
      category: null,
    });
    assert.deepEqual(cleared.tags, []);
  });

  it('shows the queue to moderators, and to others their own revisions', async () => {
    const made = await desk.publish();
    const pending = await desk.write({ publish: true });
    const edit = await desk.stranger.edit_knowledge_article({
      article: made.id,
      title: 'От соседа',
      note: 'опечатка',
    });
    const all = await queueOf(desk.moderator);
    const ids = all.map(({ id }) => id);
    assert.ok(ids.includes(pending.revision_id) && ids.includes(edit.revision_id));
    assert.deepEqual(
      ids,
      [...ids].sort((one, other) => (BigInt(one) < BigInt(other) ? -1 : 1)),
    );
    const row = all.find(({ id }) => id === edit.revision_id);
    assert.equal(row?.note, 'опечатка');
    assert.equal(row?.is_new_article, false);
    assert.equal(row?.article_slug, made.slug);
    assert.equal(row?.author_name, 'Neighbour Ivanova');
    assert.ok(
      (await queueOf(desk.author)).every(({ author_user_id }) => author_user_id === made.author_user_id),
    );
    assert.ok(
      (await queueOf(desk.author)).some(
        ({ id, is_new_article }) => id === pending.revision_id && is_new_article,
      ),
    );
    assert.ok(!(await queueOf(desk.author)).some(({ id }) => id === edit.revision_id));
    assert.deepEqual(await queueOf(desk.village.clients.outsider), []);
    assert.deepEqual(await queueOf(desk.moderator, { mine: true }), []);
    await assertRefused(desk.anonymous.list_knowledge_queue({}), 401);
    const draft = await desk.write();
    assert.ok((await queueOf(desk.author, { state: 'draft' })).some(({ id }) => id === draft.revision_id));
    assert.deepEqual(
      await queueOf(desk.moderator, { state: 'draft' }),
      [],
      'unfinished texts are not listed to others',
    );
  });

  it('pages the queue by a cursor bound to its filters', async () => {
    const made = await desk.publish();
    const { db, newId } = desk.service;
    const now = new Date();
    for (let index = 0; index < 65; index += 1) {
      const account = newId();
      await db`insert into account (id, email, email_key, display_name, created_at)
               values (${account}, ${`${index}@q`}, ${`${index}@q`}, 'Q', ${now})`;
      await db`insert into knowledge_revision (id, article_id, author_id, state, base_revision_id, title, body, excerpt, created_at)
               values (${newId()}, ${made.id}, ${account}, 'waiting', ${made.revision_id}, 'Q', 'Q', 'Q', ${now})`;
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page: { revisions: { id: string }[]; cursor: string | null } =
        await desk.moderator.list_knowledge_queue(cursor === null ? {} : { cursor });
      assert.ok(page.revisions.length <= 30);
      seen.push(...page.revisions.map(({ id }) => id));
      cursor = page.cursor;
      if (cursor !== null && seen.length === 30) {
        await assertRefused(desk.moderator.list_knowledge_queue({ cursor, mine: true }), 422, 'cursor');
        await assertRefused(desk.author.list_knowledge_queue({ cursor }), 422, 'cursor');
      }
    } while (cursor !== null);
    assert.ok(seen.length >= 65);
    assert.equal(new Set(seen).size, seen.length);
    await db`delete from knowledge_revision where title = 'Q'`;
  });

  it('approve: publishes and outdates others, for moderators only, and only what waits', async () => {
    const made = await desk.publish();
    const article = made.id;
    const one = await desk.author.edit_knowledge_article({ article, body: 'Правка автора.' });
    const other = await desk.stranger.edit_knowledge_article({ article, body: 'Правка соседа.' });
    await assertRefused(
      desk.anonymous.approve_knowledge_revision({ article, revision: one.revision_id }),
      401,
    );
    await assertRefused(desk.author.approve_knowledge_revision({ article, revision: one.revision_id }), 403);
    await assertRefused(
      desk.stranger.approve_knowledge_revision({ article, revision: one.revision_id }),
      404,
    );
    await assertRefused(desk.moderator.approve_knowledge_revision({ article, revision: '1' }), 404);
    const { data } = await desk.moderator.approve_knowledge_revision({ article, revision: one.revision_id });
    assert.equal(data.state, 'approved');
    assert.equal(data.is_current, true);
    assert.notEqual(data.decided_at, null);
    assert.equal((await desk.anonymous.show_knowledge_article({ article })).body, 'Правка автора.');
    assert.equal((await desk.author.show_knowledge_article({ article })).status, 'published');
    assert.equal((await desk.stranger.show_knowledge_article({ article })).status, 'pending');
    const waiting = (await queueOf(desk.moderator)).find(({ id }) => id === other.revision_id);
    assert.equal(waiting?.is_outdated, true);
    const again = await desk.moderator.approve_knowledge_revision({ article, revision: one.revision_id });
    assert.deepEqual(again.data, data, 'safe to repeat');
    await assertRefused(
      desk.moderator.approve_knowledge_revision({
        article,
        revision: other.revision_id,
        approved_revision_id: made.revision_id,
      }),
      422,
      'approved_revision_id',
    );
    await desk.moderator.approve_knowledge_revision({
      article,
      revision: other.revision_id,
      approved_revision_id: one.revision_id,
    });
    assert.equal((await desk.anonymous.show_knowledge_article({ article })).body, 'Правка соседа.');
    const draft = await desk.write();
    await assertRefused(
      desk.moderator.approve_knowledge_revision({ article: draft.id, revision: draft.revision_id }),
      422,
      'revision',
    );
    const pending = await desk.write({ publish: true });
    await desk.moderator.approve_knowledge_revision({ article: pending.id, revision: pending.revision_id });
    assert.equal((await desk.anonymous.show_knowledge_article({ article: pending.id })).status, 'published');
  });

  it('reject: needs a reason, keeps the published text, and returns a first text as a draft', async () => {
    const made = await desk.publish();
    const article = made.id;
    const edit = await desk.stranger.edit_knowledge_article({ article, body: 'Реклама.' });
    const revision = edit.revision_id;
    await assertRefused(
      desk.moderator.reject_knowledge_revision({ article, revision, reason: ' ' }),
      422,
      'reason',
    );
    await assertRefused(
      desk.moderator.reject_knowledge_revision({ article, revision } as never),
      422,
      'reason',
    );
    await assertRefused(desk.stranger.reject_knowledge_revision({ article, revision, reason: 'сам' }), 403);
    const { data } = await desk.moderator.reject_knowledge_revision({ article, revision, reason: 'Реклама' });
    assert.equal(data.state, 'rejected');
    assert.equal(data.reject_reason, 'Реклама');
    const seen = await desk.stranger.show_knowledge_article({ article });
    assert.equal(seen.status, 'published');
    assert.equal(seen.body, made.body);
    await assertRefused(desk.moderator.approve_knowledge_revision({ article, revision }), 422, 'revision');
    assert.equal((await queueOf(desk.stranger, { state: 'rejected' }))[0]?.reject_reason, 'Реклама');

    const first = await desk.stranger.edit_knowledge_article({ article, body: 'Первая мысль.' });
    await desk.stranger.edit_knowledge_article({ article, body: 'Вторая мысль.' });
    await assertRefused(
      desk.moderator.reject_knowledge_revision({ article, revision: first.revision_id, reason: 'Поздно' }),
      422,
      'revision',
    );

    const pending = await desk.write({ publish: true });
    await desk.moderator.reject_knowledge_revision({
      article: pending.id,
      revision: pending.revision_id,
      reason: 'Мало',
    });
    const returned = await desk.author.show_knowledge_article({ article: pending.id });
    assert.equal(returned.status, 'draft');
    assert.equal(returned.body, pending.body);
    const again = await desk.author.publish_knowledge_article({ article: pending.id });
    assert.equal(again.status, 'pending');
    assert.notEqual(again.revision_id, pending.revision_id, 'the decision stays in the history');
    const edited = await desk.author.edit_knowledge_article({ article: pending.id, body: 'Полнее.' });
    assert.equal((await desk.moderator.publish_knowledge_article({ article: pending.id })).body, edited.body);
  });

  it('notifies authors of decisions, and moderators of waiting revisions', async () => {
    const { db } = desk.service;
    const told = async (accountId: string) =>
      db<
        { topic: string }[]
      >`select topic, key, replacements from notification where account_id = ${accountId} order by id desc`;
    const { accounts } = desk.village;
    const before = {
      moderator: (await told(accounts.moderator)).length,
      writer: (await told(accounts.neighbour)).length,
    };
    const made = await desk.write({ publish: true, title: 'Весть' }, desk.stranger);
    assert.ok((await told(accounts.moderator)).length > before.moderator, 'something waits');
    await desk.moderator.reject_knowledge_revision({
      article: made.id,
      revision: made.revision_id,
      reason: 'Нет источников',
    });
    const after = await told(accounts.neighbour);
    assert.equal(after.length, before.writer + 1);
    assert.equal(after[0]?.topic, 'my_requests');
    assert.ok(JSON.stringify(after[0]).includes('Нет источников'));
  });

  it('shows history and one revision to those who may see them, with a word difference', async () => {
    const made = await desk.publish({ body: 'Труба длиной два метра.' });
    const article = made.id;
    const edit = await desk.stranger.edit_knowledge_article({
      article,
      body: 'Труба длиной три метра.',
      note: 'точнее',
    });
    const listed = async (client: KnowledgeSetup['author']) =>
      (await client.list_knowledge_revisions({ article })).revisions.map(({ id }) => id);
    assert.deepEqual(await listed(desk.author), [made.revision_id]);
    assert.deepEqual(await listed(desk.stranger), [edit.revision_id, made.revision_id]);
    assert.deepEqual(await listed(desk.moderator), [edit.revision_id, made.revision_id]);
    await assertRefused(desk.anonymous.list_knowledge_revisions({ article }), 401);
    const revision = edit.revision_id;
    await assertRefused(desk.author.show_knowledge_revision({ article, revision }), 404);
    const { data } = await desk.moderator.show_knowledge_revision({ article, revision });
    assert.equal(data.body, 'Труба длиной три метра.');
    assert.equal(data.diff.against_revision_id, made.revision_id);
    assert.deepEqual(
      data.diff.body.map(({ kind, text }) => [kind, text]),
      [
        ['same', 'Труба длиной '],
        ['removed', 'два'],
        ['added', 'три'],
        ['same', ' метра.'],
      ],
    );
    assert.deepEqual(data.diff.title, []);
    const first = await desk.author.show_knowledge_revision({ article, revision: made.revision_id });
    assert.equal(first.data.diff.against_revision_id, null);
    const same = await desk.moderator.show_knowledge_revision({ article, revision, against: revision });
    assert.deepEqual(same.data.diff.body, []);
    await assertRefused(desk.moderator.show_knowledge_revision({ article, revision, against: '1' }), 404);
    const draft = await desk.write();
    await assertRefused(desk.stranger.list_knowledge_revisions({ article: draft.id }), 404);
    await assertRefused(
      desk.stranger.show_knowledge_revision({ article: draft.id, revision: draft.revision_id }),
      404,
    );
  });

  it('compares two long texts that share nothing', async () => {
    const long = (word: string) =>
      Array.from({ length: 9000 }, (_, index) => `${word} ${index * 7}`).join('\n');
    const made = await desk.write({ body: long('слово') });
    const edited = await desk.author.edit_knowledge_article({ article: made.id, body: long('иное') });
    const { data } = await desk.author.show_knowledge_revision({
      article: made.id,
      revision: edited.revision_id,
    });
    assert.deepEqual(
      data.diff.body.map(({ kind }) => kind),
      ['removed', 'added'],
    );
  });
});
