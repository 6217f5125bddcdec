import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { ApiError, type Client } from '../../../src/entry/client/client.ts';
import { createKnowledgeSetup, type FullArticle, type KnowledgeSetup } from './knowledge-setup.ts';

const callers = ['author', 'stranger', 'moderator', 'anonymous'] as const;
const states = ['draft', 'pending', 'published'] as const;
type State = (typeof states)[number];
/** The status the caller is shown, `removed`, or the HTTP status of the refusal. */
type Outcome = State | 'removed' | number;

/** The contract’s table of states, a row for every state and action, a column for every caller. */
const table: Record<string, Record<State, readonly [Outcome, Outcome, Outcome, Outcome]>> = {
  publish: {
    draft: ['pending', 404, 'published', 401],
    pending: ['pending', 404, 'published', 401],
    published: ['published', 'published', 'published', 401],
  },
  edit: {
    draft: ['draft', 404, 'draft', 401],
    pending: ['pending', 404, 'pending', 401],
    published: ['pending', 'pending', 'published', 401],
  },
  rollBack: {
    draft: ['pending', 404, 'draft', 401],
    pending: ['pending', 404, 'published', 401],
    published: ['pending', 'pending', 'published', 401],
  },
  remove: {
    draft: ['removed', 404, 'removed', 401],
    pending: ['removed', 404, 'removed', 401],
    published: ['removed', 403, 'removed', 401],
  },
};

const actions: Record<string, (client: Client, article: FullArticle) => Promise<{ status?: State }>> = {
  publish: (client, { id }) => client.publish_knowledge_article({ article: id }),
  edit: (client, { id }) => client.edit_knowledge_article({ article: id, body: 'Новый текст.' }),
  rollBack: (client, { id, revision_id }) =>
    client.roll_back_knowledge_article({ article: id, revision: revision_id }),
  remove: async (client, { id }) => {
    await client.remove_knowledge_article({ article: id });
    return {};
  },
};

describe('actions by state and caller', () => {
  let desk: KnowledgeSetup;
  before(async () => {
    desk = await createKnowledgeSetup();
  });
  const make = async (state: State) => {
    const first = await desk.write({ publish: state !== 'draft' });
    if (state !== 'published') return first;
    return desk.moderator.publish_knowledge_article({ article: first.id });
  };
  const outcomeOf = (call: Promise<{ status?: State }>): Promise<Outcome> =>
    call.then(
      ({ status }) => status ?? 'removed',
      (error: unknown) => {
        if (error instanceof ApiError) return error.status;
        throw error;
      },
    );
  const read = (client: Client, article: string) =>
    client.show_knowledge_article({ article }).then(
      ({ body }) => body,
      () => 'nothing',
    );

  for (const [action, rows] of Object.entries(table)) {
    for (const state of states) {
      it(`${action} of a ${state} article`, async () => {
        for (const [index, caller] of callers.entries()) {
          const made = await make(state);
          const outcome = await outcomeOf(
            actions[action]?.(desk[caller], made) ?? assert.fail('an action without a call'),
          );
          assert.equal(outcome, rows[state][index], caller);
          const isRefused = typeof outcome === 'number';
          const isPublic =
            outcome !== 'removed' && (state === 'published' || (outcome === 'published' && !isRefused));
          const isChanged = action === 'edit' && state === 'published' && caller === 'moderator';
          const seen = await read(desk.anonymous, made.id);
          const expected = !isPublic ? 'nothing' : isChanged ? 'Новый текст.' : made.body;
          assert.equal(seen, expected, `what everybody reads after ${caller}`);
          const [passages] = await desk.service.db<{ count: number }[]>`
            select count(*)::integer as count from knowledge_passage where article_id = ${made.id}`;
          assert.equal((passages?.count ?? 0) > 0, isPublic, `what is found after ${caller}`);
          if (isRefused && caller !== 'anonymous')
            assert.equal(await read(desk.author, made.id), made.body, 'a refusal writes nothing');
        }
      });
    }
  }
});
