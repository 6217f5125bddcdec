import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { startService, type TestService } from '../../harness/service.ts';
import { buildVillage, type Village } from '../../harness/village.ts';

describe('partial edits of a text (replace)', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });

  const write = async (body: string) =>
    (await village.clients.resident.write_article({ settlement, parcel_id: '1', title: 'Сад', body })).data
      .id;
  const bodyOf = async (article: string) =>
    (await village.clients.resident.show_article({ settlement, article })).data;
  const edit = (article: string, more: object, client = village.clients.resident) =>
    client.edit_article({ settlement, article, ...more });

  it('write the new text, excerpt and mentions', async () => {
    const article = await write('Посадили яблоню.\n\nПолили.');
    const { data: object } = await village.clients.resident.write_parcel_object({
      parcel: village.plots.resident,
      kind: 'tree',
      title: 'Антоновка',
    });
    await edit(article, {
      replace: [
        { old: 'яблоню', new: `[object:${object.id}] и грушу` },
        { old: 'Полили', new: 'Полили и подвязали' },
      ],
    });
    const shown = await bodyOf(article);
    assert.equal(shown.body, `Посадили [object:${object.id}] и грушу.\n\nПолили и подвязали.`);
    assert.equal(shown.mentions_count, 1);
    assert.match(shown.excerpt, /^Посадили и грушу/);
  });

  it('refuse what does not occur exactly once, and write nothing', async () => {
    const article = await write('раз раз два');
    await assertRefused(edit(article, { replace: [{ old: 'раз', new: 'x' }] }), 422, 'replace.0.old');
    const later = [
      { old: 'два', new: 'три' },
      { old: 'два', new: 'x' },
    ];
    await assertRefused(edit(article, { replace: later }), 422, 'replace.1.old');
    await assertRefused(edit(article, { replace: [{ old: '', new: 'x' }] }), 422, 'replace.0.old');
    await assertRefused(edit(article, { replace: [] }), 422, 'replace');
    const many = Array.from({ length: 51 }, () => ({ old: 'два', new: 'два' }));
    await assertRefused(edit(article, { replace: many }), 422, 'replace');
    await assertRefused(edit(article, { replace: [{ old: 'два', new: 'x' }], body: 'y' }), 422, 'replace');
    await assertRefused(edit(article, { replace: [{ old: 'раз раз два', new: ' ' }] }), 422, 'replace');
    await assertRefused(
      edit(article, { replace: [{ old: 'два', new: 'я'.repeat(59_999) }] }),
      422,
      'replace',
    );
    assert.equal((await bodyOf(article)).body, 'раз раз два');
  });

  it('are for editors only, and of two concurrent ones of the same place one wins', async () => {
    const article = await write('один');
    const { neighbour, outsider, newcomer, editor } = village.clients;
    for (const client of [neighbour, outsider, newcomer, village.anonymous])
      await assertRefused(
        edit(article, { replace: [{ old: 'один', new: 'x' }] }, client),
        client === village.anonymous ? 401 : 404,
      );
    const outcomes = await Promise.allSettled([
      edit(article, { replace: [{ old: 'один', new: 'два' }] }),
      edit(article, { replace: [{ old: 'один', new: 'три' }] }, editor),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
  });

  it('in the knowledge base start from the named base, and wait for review like any edit', async () => {
    const { resident, neighbour, moderator } = village.clients;
    const body = '# Септик\n\nУклон два сантиметра.\n\n## Зимой\n\nУтеплить.';
    const { id: article } = await resident.write_knowledge_article({ title: 'Септик', body });
    const first = await moderator.publish_knowledge_article({ article });
    const change = (replace: { old: string; new: string }[], more: object = {}, client = neighbour) =>
      client.edit_knowledge_article({ article, replace, ...more });
    await assertRefused(change([{ old: 'Летом', new: '' }]), 422, 'replace.0.old');
    await assertRefused(change([{ old: 'Зимой', new: 'x' }], { body }), 422, 'replace');
    const waiting = await change([{ old: 'два', new: 'три' }], { base_revision_id: first.revision_id });
    assert.equal(waiting.status, 'pending');
    assert.equal(waiting.body, body.replace('два', 'три'));
    assert.equal((await village.anonymous.show_knowledge_article({ article })).body, body);
    await change([{ old: 'два', new: 'четыре' }], {}, moderator);
    await assertRefused(
      change([{ old: 'Утеплить', new: 'x' }], { base_revision_id: first.revision_id }, moderator),
      422,
      'base_revision_id',
    );
    const broken = [{ old: 'Утеплить.', new: '```mermaid\nflowchart нет(\n```' }];
    await assertRefused(change(broken, {}, moderator), 422, 'body');
  });
});
