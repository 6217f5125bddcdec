import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { createKnowledgeSetup, type KnowledgeSetup } from './knowledge-setup.ts';

describe('approving a text that another one overtook', () => {
  let desk: KnowledgeSetup;
  before(async () => {
    desk = await createKnowledgeSetup();
  });
  const first = 'Вода уходит.\n\nТруба лежит.\n\nКонец.';
  /** Two good edits of one text, both waiting. */
  const handInTwo = async (one: string, other: string) => {
    const article = await desk.publish({ body: first });
    const edit = async (client: typeof desk.author, body: string) =>
      (
        await client.edit_knowledge_article({
          article: article.id,
          body,
          base_revision_id: article.revision_id,
        })
      ).revision_id;
    return {
      article: article.id,
      one: await edit(desk.author, one),
      other: await edit(desk.stranger, other),
    };
  };
  const approve = (article: string, revision: string, more: object = {}, client = desk.moderator) =>
    client.approve_knowledge_revision({ article, revision, ...more });
  const read = async (article: string) => (await desk.anonymous.show_knowledge_article({ article })).body;

  it('is refused with who, when and what, until the text in force is named', async () => {
    const { article, one, other } = await handInTwo(`Сперва.\n\n${first}`, 'Труба лежит.\n\nКонец.');
    await approve(article, one);
    const refused = await assertRefused(approve(article, other), 422, 'approved_revision_id');
    const told = refused.body as unknown as Record<string, unknown> & {
      changed: { body: { text: string }[] };
    };
    assert.equal(told.current_revision_id, one);
    assert.deepEqual(told.changed_by, { id: desk.village.accounts.resident, name: 'Resident I.' });
    assert.match(String(told.changed_at), /^\d{4}-.*\+00:00$/);
    assert.ok(told.changed.body.some(({ text }) => text.includes('Сперва')));
    assert.match(await read(article), /Сперва/);
    await assertRefused(
      approve(article, other, { approved_revision_id: other }),
      422,
      'approved_revision_id',
    );
    await approve(article, other, { approved_revision_id: one });
    assert.equal(await read(article), 'Труба лежит.\n\nКонец.');
    const { data } = await desk.moderator.show_knowledge_revision({ article, revision: one });
    assert.match(data.body, /Сперва/, 'what was put away stays in the history');
  });

  it('is refused however close behind the other it comes', async () => {
    const { article, one, other } = await handInTwo(`${first}\n\nА.`, `${first}\n\nБ.`);
    const outcomes = await Promise.allSettled([approve(article, one), approve(article, other)]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  it('joins both where they changed different paragraphs, after the joined text was read', async () => {
    const { article, one, other } = await handInTwo(`Сперва.\n\n${first}`, `${first}\n\nПотом.`);
    await approve(article, one);
    const shown = await assertRefused(approve(article, other, { merge: true }), 422, 'digest');
    const { merged, digest } = shown.body as unknown as { merged: { body: string }; digest: string };
    assert.equal(merged.body, `Сперва.\n\n${first}\n\nПотом.`);
    assert.doesNotMatch(await read(article), /Потом/);
    await assertRefused(approve(article, other, { merge: true, digest: 'x' }), 422, 'digest');
    await assertRefused(approve(article, other, { digest }), 422, 'digest');
    await assertRefused(approve(article, other, { merge: true, body: 'x' }), 422, 'merge');
    const { data } = await approve(article, other, { merge: true, digest });
    assert.equal(data.corrected_by?.id, desk.village.accounts.moderator);
    assert.equal(data.author_user_id, desk.village.accounts.neighbour);
    assert.equal(await read(article), merged.body);
    assert.deepEqual(await approve(article, other, { merge: true, digest }), { data }, 'safe to repeat');
  });

  it('joins titles, sections and tags as well, and nothing where both changed one of them', async () => {
    const article = await desk.publish({ body: first, tags: ['вода', 'труба'] });
    const base = { article: article.id, base_revision_id: article.revision_id };
    await desk.author.edit_knowledge_article({ ...base, title: 'Новое имя', remove_tags: ['труба'] });
    const { revision_id: other } = await desk.stranger.edit_knowledge_article({
      ...base,
      category: 'water_and_well',
      add_tags: ['уклон'],
    });
    const { waiting_revision_id: one } = await desk.author.show_knowledge_article({ article: article.id });
    await approve(article.id, String(one));
    const shown = await assertRefused(approve(article.id, other, { merge: true }), 422, 'digest');
    const { merged, digest } = shown.body as unknown as { merged: Record<string, unknown>; digest: string };
    assert.deepEqual(
      [merged.title, merged.category, merged.tags],
      ['Новое имя', 'water_and_well', ['вода', 'уклон']],
    );
    await approve(article.id, other, { merge: true, digest });
    const both = await handInTwo(
      'Вода стоит.\n\nТруба лежит.\n\nКонец.',
      'Вода течёт.\n\nТруба лежит.\n\nКонец.',
    );
    await approve(both.article, both.one);
    const clash = await assertRefused(approve(both.article, both.other, { merge: true }), 422, 'merge');
    assert.equal((clash.body as { current_revision_id?: string }).current_revision_id, both.one);
  });

  it('does not take a digest of a joined text that is another by now', async () => {
    const { article, one, other } = await handInTwo(`Сперва.\n\n${first}`, `${first}\n\nПотом.`);
    await approve(article, one);
    const shown = await assertRefused(approve(article, other, { merge: true }), 422, 'digest');
    await desk.moderator.edit_knowledge_article({ article, replace: [{ old: 'Сперва', new: 'Сначала' }] });
    const { digest } = shown.body as unknown as { digest: string };
    await assertRefused(approve(article, other, { merge: true, digest }), 422, 'digest');
    assert.doesNotMatch(await read(article), /Потом/);
  });

  it('publishes a pending text only as it was read, when the reader says so', async () => {
    const draft = await desk.write({ publish: true });
    const seen = draft.revision_id;
    const edited = await desk.author.edit_knowledge_article({ article: draft.id, body: 'Совсем другое.' });
    const stale = desk.moderator.publish_knowledge_article({ article: draft.id, revision_id: seen });
    const refused = await assertRefused(stale, 422, 'revision_id');
    const told = refused.body as unknown as { current_revision_id: string; changed: { body: unknown[] } };
    assert.equal(told.current_revision_id, edited.revision_id);
    assert.ok(told.changed.body.length > 0);
    await assertRefused(desk.anonymous.show_knowledge_article({ article: draft.id }), 404);
    const now = { article: draft.id, revision_id: edited.revision_id };
    assert.equal((await desk.moderator.publish_knowledge_article(now)).status, 'published');
    assert.equal((await desk.moderator.publish_knowledge_article(now)).status, 'published', 'safe to repeat');
  });

  it('is refused to people who may not decide', async () => {
    const { article, one, other } = await handInTwo(`Сперва.\n\n${first}`, `${first}\n\nПотом.`);
    await approve(article, one);
    await assertRefused(approve(article, other, { merge: true }, desk.stranger), 403);
    await assertRefused(approve(article, other, { merge: true }, desk.author), 404);
  });
});
