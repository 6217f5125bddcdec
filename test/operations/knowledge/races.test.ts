import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTextReader } from '../../../src/engines/search/text-reader.ts';
import { ApiError } from '../../../src/entry/client/client.ts';
import { reindexKnowledge } from '../../../src/features/knowledge/reindexing.ts';
import { createKnowledgeSetup, type KnowledgeSetup } from './knowledge-setup.ts';

/** Statuses of concurrent calls: 0 for a success. */
async function together(calls: Promise<unknown>[]): Promise<number[]> {
  const settled = await Promise.allSettled(calls);
  return settled.map((each) => {
    if (each.status === 'fulfilled') return 0;
    if (each.reason instanceof ApiError) return each.reason.status;
    throw each.reason;
  });
}

const texts = createTextReader();
after(() => texts.close());

describe('concurrent changes of one knowledge article', () => {
  let desk: KnowledgeSetup;
  before(async () => {
    desk = await createKnowledgeSetup();
  });
  const current = (article: string) => desk.anonymous.show_knowledge_article({ article });

  it('two edits from the same base: one wins, the other is refused and writes nothing', async () => {
    for (let round = 0; round < 5; round += 1) {
      const made = await desk.publish();
      const edit = (body: string) =>
        desk.moderator.edit_knowledge_article({ article: made.id, body, base_revision_id: made.revision_id });
      const statuses = await together([edit('Один.'), edit('Другой.')]);
      assert.deepEqual([...statuses].sort(), [0, 422]);
      const seen = await current(made.id);
      assert.equal(seen.body, statuses[0] === 0 ? 'Один.' : 'Другой.');
      const { revisions } = await desk.moderator.list_knowledge_revisions({ article: made.id });
      assert.equal(revisions.length, 2);
      assert.equal(revisions[0]?.base_revision_id, made.revision_id);

      const draft = await desk.write();
      const rewrite = (title: string) =>
        desk.author.edit_knowledge_article({ article: draft.id, title, base_revision_id: draft.revision_id });
      assert.deepEqual((await together([rewrite('А'), rewrite('Б')])).sort(), [0, 422]);
    }
  });

  it('twenty concurrent publishes: one publication, one notification, one revision', async () => {
    const made = await desk.write();
    const clients = [desk.moderator, desk.author];
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (clients[index % 2] as KnowledgeSetup['author']).publish_knowledge_article({ article: made.id }),
      ),
    );
    assert.ok(replies.every(({ revision_id }) => revision_id === made.revision_id));
    const seen = await current(made.id);
    const published = replies.filter(({ status }) => status === 'published');
    assert.ok(published.length > 0);
    assert.ok(published.every(({ published_at }) => published_at === seen.published_at));
    const { revisions } = await desk.moderator.list_knowledge_revisions({ article: made.id });
    assert.equal(revisions.length, 1);
    const [told] = await desk.service.db<{ count: number }[]>`
      select count(*)::integer as count from notification
       where account_id = ${desk.village.accounts.resident} and url like ${`%${made.slug}%`}`;
    assert.ok((told?.count ?? 0) <= 1);
  });

  it('approve against an edit of the approved text: serialized, never mixed', async () => {
    for (let round = 0; round < 6; round += 1) {
      const made = await desk.publish();
      const waiting = await desk.author.edit_knowledge_article({ article: made.id, body: 'Первая правка.' });
      const [approval, edit] = await together([
        desk.moderator.approve_knowledge_revision({ article: made.id, revision: waiting.revision_id }),
        desk.author.edit_knowledge_article({
          article: made.id,
          body: 'Вторая правка.',
          base_revision_id: waiting.revision_id,
        }),
      ]);
      assert.equal(edit, 0, 'one’s own waiting text, or the approved one, is a good base');
      const seen = await current(made.id);
      if (approval === 0) {
        assert.equal(seen.body, 'Первая правка.');
        assert.equal(seen.revision_id, waiting.revision_id);
      } else {
        assert.equal(approval, 422);
        assert.equal(seen.body, made.body);
      }
      const own = await desk.author.show_knowledge_article({ article: made.id });
      assert.equal(own.status, 'pending');
      assert.equal(own.body, 'Вторая правка.');
    }
  });

  it('remove against approve: the article and everything of it is gone', async () => {
    for (let round = 0; round < 6; round += 1) {
      const made = await desk.publish();
      const waiting = await desk.stranger.edit_knowledge_article({ article: made.id, body: 'Насос гудит.' });
      const [removal, approval] = await together([
        desk.author.remove_knowledge_article({ article: made.id }),
        desk.moderator.approve_knowledge_revision({ article: made.id, revision: waiting.revision_id }),
      ]);
      assert.equal(removal, 0);
      assert.ok(approval === 0 || approval === 404, `${approval}`);
      for (const table of ['knowledge_revision', 'knowledge_passage', 'knowledge_figure']) {
        const { db } = desk.service;
        assert.deepEqual(
          [...(await db`select 1 from ${db(table)} where article_id = ${made.id}`)],
          [],
          table,
        );
      }
    }
  });

  it('approve against reject, and many approvals: one decision each, one current revision', async () => {
    const made = await desk.publish();
    const clients = [desk.author, desk.stranger, desk.village.clients.editor, desk.village.clients.newcomer];
    const waiting = await Promise.all(
      clients.map((client, index) =>
        client.edit_knowledge_article({ article: made.id, body: `Правка ${index}.` }),
      ),
    );
    const statuses = await together(
      waiting.flatMap(({ revision_id: revision }) => [
        desk.moderator.approve_knowledge_revision({ article: made.id, revision }),
        desk.moderator.reject_knowledge_revision({ article: made.id, revision, reason: 'Повтор' }),
      ]),
    );
    waiting.forEach((_, index) => {
      assert.deepEqual(statuses.slice(index * 2, index * 2 + 2).sort(), [0, 422]);
    });
    const { revisions } = await desk.moderator.list_knowledge_revisions({ article: made.id });
    assert.equal(revisions.filter(({ state }) => state === 'waiting').length, 0);
    assert.equal(revisions.filter(({ is_current }) => is_current).length, 1);
    const [passage] = await desk.service.db<{ revisionId: string }[]>`
      select revision_id as "revisionId" from knowledge_passage where article_id = ${made.id}`;
    const currentId = (await current(made.id)).revision_id;
    assert.equal(passage?.revisionId, currentId, 'what is found is what is read');
  });

  it('rebuilding the index during writes, removals and searches: results match the articles', async () => {
    const made = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        desk.publish({ body: `Редкое слово кромвелит, статья ${index}.` }),
      ),
    );
    const unchanged = made.slice(4).map(({ id }) => id);
    const { pool, newId } = desk.service;
    let isDone = false;
    const work = async () => {
      for (let round = 0; round < 3; round += 1)
        await reindexKnowledge({ pool, texts, now: () => new Date(), newId });
      isDone = true;
    };
    const write = async () => {
      for (let round = 0; !isDone || round < 8; round += 1) {
        const article = made[round % 4]?.id ?? '';
        await desk.moderator.edit_knowledge_article({
          article,
          body: `Редкое слово кромвелит, раз ${round}.`,
        });
        if (round > 400) assert.fail('the index is never done');
      }
    };
    const ask = async () => {
      for (let round = 0; !isDone || round < 8; round += 1) {
        const { data } = await desk.anonymous.search_shared_knowledge({ question: 'кромвелит' });
        const found = new Set(data.passages.map(({ source_id }) => source_id));
        assert.ok(unchanged.every((id) => found.has(id)));
        if (round > 2000) assert.fail('the index is never done');
      }
    };
    await Promise.all([work(), write(), ask()]);
    const gone = made.pop()?.id ?? '';
    await Promise.all([
      reindexKnowledge({ pool, texts, now: () => new Date(), newId }),
      desk.moderator.remove_knowledge_article({ article: gone }),
    ]);
    for (const { id } of made) {
      const rows = await desk.service.db<{ text: string; revisionId: string }[]>`
        select text, revision_id as "revisionId" from knowledge_passage where article_id = ${id}`;
      const seen = await current(id);
      assert.deepEqual([...rows], [{ text: seen.body, revisionId: seen.revision_id }]);
    }
    const { data } = await desk.anonymous.search_shared_knowledge({ question: 'кромвелит' });
    assert.equal(data.passages.length, 7);
  });

  it('the same title concurrently gets different slugs', async () => {
    const made = await Promise.all(
      Array.from({ length: 12 }, () => desk.write({ title: 'Одно имя на всех' })),
    );
    const slugs = new Set(made.map(({ slug }) => slug));
    assert.equal(slugs.size, 12);
    assert.ok(slugs.has('odno-imya-na-vsekh') && slugs.has('odno-imya-na-vsekh-12'));
  });
});
