import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { maxFormerDraftBytes, maxFormerDrafts } from '../../../src/store/knowledge/knowledge-revisions.ts';
import { createKnowledgeSetup, type KnowledgeSetup } from './knowledge-setup.ts';

describe('former texts of a draft that was never published', () => {
  let desk: KnowledgeSetup;
  before(async () => {
    desk = await createKnowledgeSetup();
  });
  const edit = (article: string, body: string) => desk.author.edit_knowledge_article({ article, body });
  const editTimes = async (article: string, times: number, start = 'Текст') => {
    let last = await edit(article, `${start} 0.`);
    for (let count = 1; count < times; count += 1) last = await edit(article, `${start} ${count}.`);
    return last;
  };
  const stored = (article: string) =>
    desk.service.db<{ id: string; state: string; bytes: number }[]>`
      select id, state, octet_length(body) as bytes from knowledge_revision where article_id = ${article} order by id`;

  it('are the newest twenty', async () => {
    const { id, revision_id: first } = await desk.write();
    const last = await editTimes(id, maxFormerDrafts + 5);
    const rows = await stored(id);
    assert.equal(rows.length, maxFormerDrafts + 1);
    assert.deepEqual(rows.at(-1), { ...rows.at(-1), id: last.revision_id, state: 'draft' });
    assert.ok(!rows.some((row) => row.id === first));
    assert.equal((await desk.author.show_knowledge_article({ article: id })).body, last.body);
    const { revisions } = await desk.author.list_knowledge_revisions({ article: id });
    assert.equal(revisions.length, maxFormerDrafts + 1);
    const oldest = await desk.author.show_knowledge_revision({
      article: id,
      revision: rows[0]?.id ?? assert.fail('no rows'),
    });
    assert.equal(oldest.data.body, 'Текст 4.');
  });

  it('take at most five megabytes together', async () => {
    const { id } = await desk.write();
    // Cyrillic: two bytes each.
    const long = 'ж'.repeat(290_000);
    for (let count = 0; count < 12; count += 1) await edit(id, `${long} ${count}`);
    const former = (await stored(id)).filter(({ state }) => state === 'replaced');
    const bytes = former.reduce((sum, row) => sum + row.bytes, 0);
    assert.ok(bytes <= maxFormerDraftBytes, `${bytes}`);
    assert.equal(former.length, Math.floor(maxFormerDraftBytes / 580_003));
  });

  it('stay within both bounds when several edits come at once', async () => {
    const { id } = await desk.write();
    await editTimes(id, maxFormerDrafts - 1);
    await Promise.all(Array.from({ length: 8 }, (_, count) => edit(id, `Сразу ${count}.`)));
    const rows = await stored(id);
    assert.equal(rows.length, maxFormerDrafts + 1);
    assert.equal(rows.filter(({ state }) => state === 'draft').length, 1);
  });

  it('do not include what waited, was rejected or passed, nor what such a text was written against', async () => {
    const { id, revision_id: base } = await desk.write();
    const rejected = await edit(id, 'Отправлен и отклонён.');
    await desk.author.publish_knowledge_article({ article: id });
    await desk.moderator.reject_knowledge_revision({
      article: id,
      revision: rejected.revision_id,
      reason: 'Мало подробностей.',
    });
    const replaced = await edit(id, 'Отправлен и заменён.');
    await desk.author.publish_knowledge_article({ article: id });
    const passed = await edit(id, 'Отправлен и принят.');
    const kept = [base, rejected.revision_id, replaced.revision_id, passed.revision_id];
    await desk.moderator.reject_knowledge_revision({
      article: id,
      revision: passed.revision_id,
      reason: 'Ещё раз.',
    });
    await editTimes(id, maxFormerDrafts + 5);
    const ids = (await stored(id)).map((row) => row.id);
    for (const each of kept) assert.ok(ids.includes(each), each);
    assert.equal(ids.length, kept.length + maxFormerDrafts + 1);
    const compared = await desk.moderator.show_knowledge_revision({
      article: id,
      revision: rejected.revision_id,
    });
    assert.equal(compared.data.base_revision_id, base);
    await desk.moderator.publish_knowledge_article({ article: id });
    assert.equal((await stored(id)).length, kept.length + maxFormerDrafts + 1);
  });

  it('of an installation that did not mark them are kept', async () => {
    const { id } = await desk.write();
    await editTimes(id, 10);
    await desk.service.db`update knowledge_revision set is_former_draft = false where article_id = ${id}`;
    await editTimes(id, maxFormerDrafts + 5, 'После обновления');
    const former = (await stored(id)).length - 1;
    // The draft that was open at the upgrade is marked when it is replaced.
    assert.equal(former, 10 + maxFormerDrafts);
  });
});
