import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { edit_knowledge_article } from '../../../src/features/operations/knowledge/edit_knowledge_article.ts';
import { callOnPage } from '../../harness/page-actions.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { createMcpClient, readRefusal } from '../../transport/mcp/json-rpc-client.ts';
import { createKnowledgeSetup, type KnowledgeSetup } from './knowledge-setup.ts';

interface Conflict {
  current_revision_id?: string;
  waiting_revision_id?: string | null;
  changed?: { body: { kind: string; text: string }[] } | null;
}

/** The refusal of an edit, or null where it was written. */
type Write = (change: Record<string, unknown>) => Promise<Conflict | null>;

describe('an edit of the approved text while an own one waits', () => {
  let desk: KnowledgeSetup;
  let doors: { name: string; write: Write }[];
  before(async () => {
    desk = await createKnowledgeSetup();
    const account = desk.village.accounts.resident;
    const tool = createMcpClient(desk.service, 'resident', await desk.service.token(account));
    doors = [
      {
        name: 'REST',
        write: (change) =>
          desk.author.edit_knowledge_article(change as { article: string }).then(
            () => null,
            (error: { body: Conflict }) => error.body,
          ),
      },
      {
        name: 'tool',
        async write(change) {
          const reply = await tool.call('edit_knowledge_article', change);
          return reply.body.result?.isError ? (readRefusal(reply) as Conflict) : null;
        },
      },
      {
        name: 'page',
        write: (change) =>
          callOnPage(desk.service, account, edit_knowledge_article, change).then(
            () => null,
            (error: { details?: Conflict }) => error.details ?? Promise.reject(error),
          ),
      },
    ];
  });
  const read = async (article: string) => (await desk.author.show_knowledge_article({ article })).body;

  it('is refused by every door where both have the same base, unless the waiting text is named', async () => {
    for (const { name, write } of doors) {
      const made = await desk.publish();
      const base = { article: made.id, base_revision_id: made.revision_id };
      assert.equal(await write({ ...base, body: 'Первое окно.' }), null, name);
      const first = await desk.author.show_knowledge_article({ article: made.id });
      const refused = await write({ ...base, body: 'Второе окно.' });
      assert.equal(refused?.current_revision_id, first.revision_id, name);
      assert.ok(refused?.changed?.body.some(({ text }) => text.includes('Первое окно')));
      assert.equal(await read(made.id), 'Первое окно.', 'nothing was written');
      assert.equal(
        await write({ ...base, body: 'Первое окно.' }),
        null,
        'the same text again is no conflict',
      );

      const followed = { ...base, base_revision_id: refused?.current_revision_id };
      assert.equal(await write({ ...followed, body: 'Оба окна.' }), null, 'what the refusal names is taken');
      const wrong = { ...base, body: 'Третье.', replace_waiting: first.revision_id };
      assert.ok(await write(wrong), 'a text that no longer waits');
      const { revision_id } = await desk.author.show_knowledge_article({ article: made.id });
      assert.equal(await write({ ...base, body: 'С начала.', replace_waiting: revision_id }), null);
      assert.equal(await read(made.id), 'С начала.');
    }
  });

  it('of an older text is put aside over REST alone, and the reply names it', async () => {
    for (const { name, write } of doors) {
      const made = await desk.publish();
      const article = made.id;
      const named = { article, base_revision_id: made.revision_id };
      const first = await desk.author.edit_knowledge_article({ ...named, body: 'Первое.' });
      assert.equal(first.replaced, undefined, 'nothing of one’s own waited');
      const moved = await desk.moderator.edit_knowledge_article({ ...named, body: 'Принято другое.' });
      const fresh = { article, base_revision_id: moved.revision_id, body: 'С начала.' };
      if (name !== 'REST') {
        assert.equal((await write(fresh))?.current_revision_id, first.revision_id, name);
        continue;
      }
      const second = await desk.author.edit_knowledge_article(fresh);
      assert.deepEqual(second.replaced, { revision_id: first.revision_id, at: first.updated_at });
      const { data } = await desk.author.show_knowledge_revision({ article, revision: first.revision_id });
      assert.equal(data.body, 'Первое.', 'it stays readable to its author');
    }
  });

  it('without any base says which text it replaced; a stale base is refused with the next one', async () => {
    const made = await desk.publish();
    const article = made.id;
    const first = await desk.author.edit_knowledge_article({ article, body: 'Первое.' });
    const blind = await desk.author.edit_knowledge_article({ article, body: 'Второе.' });
    assert.equal(blind.replaced?.revision_id, first.revision_id);
    const named = { article, body: 'Третье.', base_revision_id: blind.revision_id };
    assert.equal((await desk.author.edit_knowledge_article(named)).replaced, undefined);
    const late = { ...named, body: 'Четвёртое.' };
    const stale = await assertRefused(desk.author.edit_knowledge_article(late), 422, 'base_revision_id');
    const { current_revision_id } = stale.body as unknown as Conflict;
    const next = { ...late, base_revision_id: String(current_revision_id) };
    assert.equal((await desk.author.edit_knowledge_article(next)).body, 'Четвёртое.');
  });

  it('three at once: one is written, and the others are refused with its text', async () => {
    for (const { name, write } of doors) {
      const made = await desk.publish();
      const outcomes = await Promise.all(
        ['Один.', 'Два.', 'Три.'].map((body) =>
          write({ article: made.id, base_revision_id: made.revision_id, body }),
        ),
      );
      const { revision_id, body } = await desk.author.show_knowledge_article({ article: made.id });
      const refused = outcomes.filter((outcome) => outcome !== null);
      assert.equal(refused.length, 2, name);
      for (const { current_revision_id, changed } of refused) {
        assert.equal(current_revision_id, revision_id, name);
        assert.ok(
          changed?.body.some(({ text }) => text.includes(body)),
          name,
        );
      }
    }
  });
});
