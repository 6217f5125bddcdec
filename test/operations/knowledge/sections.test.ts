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

  it('is limited to the first two thousand headings, in linear time', { timeout: 20_000 }, () => {
    assert.equal(listSections(`# а\n${'## б\n'.repeat(60_000)}`).length, 2_000);
  });
});
