import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { listSections } from '../../../src/domain/rules/text-section.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { createKnowledgeSetup, type KnowledgeSetup } from './knowledge-setup.ts';

describe('one section of an article', () => {
  let desk: KnowledgeSetup;
  before(async () => {
    desk = await createKnowledgeSetup();
  });
  const body = [
    'Вступление.',
    '## Зимой',
    'Утеплить.',
    '### Трубы',
    'Слить воду.',
    '```text',
    '## не заголовок',
    '```',
    '## Летом ##',
    'Проветрить.',
    '## Зимой',
    'Ещё раз.',
  ].join('\n\n');

  it('is everything under its heading, by heading or anchor; without one the whole text', async () => {
    const { id: article } = await desk.publish({ body });
    const read = async (section: string) =>
      (await desk.anonymous.show_knowledge_article({ article, section })).body;
    assert.match(await read('Зимой'), /^## Зимой\n\nУтеплить\.[\s\S]*## не заголовок\n\n```$/);
    assert.equal(await read('letom'), '## Летом ##\n\nПроветрить.');
    assert.equal(await read('zimoy-2'), '## Зимой\n\nЕщё раз.');
    assert.match(await read('трубы'), /^### Трубы\n\nСлить воду\./);
    assert.equal((await desk.anonymous.show_knowledge_article({ article })).body, body);
    const none = await assertRefused(
      desk.anonymous.show_knowledge_article({ article, section: 'осенью' }),
      422,
      'section',
    );
    assert.deepEqual((none.body as { sections?: unknown }).sections, ['zimoy', 'truby', 'letom', 'zimoy-2']);
    const draft = await desk.write({ body });
    await assertRefused(desk.anonymous.show_knowledge_article({ article: draft.id, section: 'letom' }), 404);
  });

  it('carries the version of the whole text under another name, so that nobody sends it back as the whole', async () => {
    const { id: article, revision_id } = await desk.publish({ body });
    const part = await desk.anonymous.show_knowledge_article({ article, section: 'Летом' });
    assert.deepEqual([part.section, part.whole_version, part.revision_id], ['letom', revision_id, undefined]);
    const whole = await desk.anonymous.show_knowledge_article({ article });
    assert.deepEqual(
      [whole.section, whole.whole_version, whole.revision_id],
      [undefined, undefined, revision_id],
    );
  });

  it('is edited alone: the rest stays letter for letter', async () => {
    const { id: article, revision_id: base_revision_id } = await desk.publish({ body });
    let waiting: string | undefined;
    const edit = async (more: object) => {
      const base = { article, base_revision_id, replace_waiting: waiting };
      const reply = await desk.author.edit_knowledge_article({ ...base, ...more });
      waiting = reply.revision_id;
      return reply;
    };
    const { body: plain } = await edit({ section: 'letom', body: 'Открыть окна.' });
    assert.equal(plain, body.replace('Проветрить.', 'Открыть окна.'), 'the heading stays');
    const { body: renamed } = await edit({ section: 'Летом', body: '## Весной\n\nОткрыть окна.' });
    assert.equal(renamed, body.replace('## Летом ##\n\nПроветрить.', '## Весной\n\nОткрыть окна.'));
    const { body: replaced } = await edit({ section: 'zimoy-2', replace: [{ old: 'Ещё', new: 'И ещё' }] });
    assert.equal(replaced, body.replace('Ещё раз', 'И ещё раз'));
    const nested = await edit({ section: 'zimoy', body: 'Коротко.' });
    assert.equal(nested.body.includes('Трубы'), false, 'deeper headings belong to it');
    assert.ok(nested.body.endsWith('## Летом ##\n\nПроветрить.\n\n## Зимой\n\nЕщё раз.'));
    await assertRefused(
      edit({ section: 'zimoy-2', replace: [{ old: 'Проветрить', new: 'x' }] }),
      422,
      'replace.0.old',
    );
    await assertRefused(edit({ section: 'осенью', body: 'x' }), 422, 'section');
    await assertRefused(edit({ section: 'letom' }), 422, 'section');
    await assertRefused(
      desk.author.edit_knowledge_article({ article, section: 'letom', body: 'x' }),
      422,
      'base_revision_id',
    );
    await assertRefused(edit({ section: 'letom', body: 'я'.repeat(300_000) }), 422, 'body');
  });

  it('is limited to the first two thousand headings, in linear time', { timeout: 20_000 }, () => {
    assert.equal(listSections(`# а\n${'## б\n'.repeat(60_000)}`).length, 2_000);
  });
});
