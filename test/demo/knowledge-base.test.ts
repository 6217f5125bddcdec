import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { knowledgeBase } from '../../src/entry/demo/knowledge-base.ts';
import { loadLand } from '../../src/entry/demo/land.ts';
import { loadPeople } from '../../src/entry/demo/people.ts';
import { createWorld } from '../../src/entry/demo/world.ts';
import { startService, type TestService } from '../harness/service.ts';

type Place = { id: string; slug: string };

describe('demo data: knowledge base', () => {
  let service: TestService;
  let accounts: Record<string, string>;
  before(async () => {
    service = await startService();
    const { kernelDependencies } = service.app;
    await service.pool.begin(async (db) => {
      const settlements = await loadLand(db, service.newId, new Date());
      const people = await loadPeople(db, settlements, service.newId, new Date());
      accounts = people.accounts;
      const [settlement, otherSettlement, thirdSettlement] = settlements as unknown as [Place, Place, Place];
      const world = createWorld(
        kernelDependencies,
        db,
        { accounts: people.accounts, settlement, otherSettlement, thirdSettlement, plots: {} },
        new Set([people.accounts.moderator]),
      );
      await knowledgeBase.load(world);
    });
  });

  it('finds articles by misspelt words', async () => {
    for (const [wrong, meant] of [
      ['скважена', /скважин/i],
      ['сквожина', /скважин/i],
      ['забар', /забор/i],
      ['септек', /септик/i],
      ['теплеца', /теплиц/i],
      ['фундомент', /фундамент/i],
    ] as const) {
      const { data } = await service.client().search_shared_knowledge({ question: wrong });
      assert.match(data.passages[0]?.title ?? '', meant, wrong);
    }
  });

  it('answers questions about a village, and says that it does not know others', async () => {
    const isFound = async (question: string) =>
      (await service.client().search_shared_knowledge({ question })).data.found;
    for (const question of [
      'Когда обрезать яблоню?',
      'Как часто чистить септик',
      'чем утеплить скважину на зиму',
      'какой забор можно ставить между соседями',
      'обризка яблани',
      'как провести собрание',
      'how to winterise a pump',
    ])
      assert.ok(await isFound(question), question);
    for (const question of [
      'столица Австралии',
      // No article has mosquitoes, and «камера» is another word.
      'камары',
      'кто написал Войну и мир',
      'как сварить борщ',
      'курс доллара на завтра',
      'купить билет на самолёт',
      'Как установить Windows на ноутбук',
      'who won the Super Bowl',
    ])
      assert.ok(!(await isFound(question)), question);
  });

  it('has published articles that can be listed and searched, with figures', async () => {
    const anonymous = service.client();
    const { articles, cursor } = await anonymous.list_knowledge_articles({});
    assert.equal(articles.length, 30);
    assert.notEqual(cursor, null);
    assert.ok(articles.every(({ status, views_count }) => status === 'published' && views_count > 0));
    const { data } = await anonymous.search_shared_knowledge({
      question: 'На каком расстоянии от забора ставить септик?',
    });
    assert.equal(data.passages.length, 8);
    const misspelt = await anonymous.search_shared_knowledge({ question: 'обризка яблани' });
    assert.ok(misspelt.data.passages.length > 0, 'the vocabulary is folded');
    const [drawn] = (await anonymous.search_shared_knowledge({ question: 'схема обрезки', limit: 20 })).data
      .figures;
    assert.ok(drawn);
    const figure = await anonymous.show_knowledge_figure({ article: drawn.article, figure: drawn.id });
    assert.equal((await fetch(figure.data.url)).status, 200);
  });

  it('has revisions in every state, including an outdated edit', async () => {
    const moderator = await service.as(accounts.moderator as string);
    const { revisions } = await moderator.list_knowledge_queue({});
    assert.ok(revisions.filter(({ is_new_article }) => is_new_article).length >= 2);
    assert.ok(revisions.filter(({ is_new_article }) => !is_new_article).length >= 3);
    assert.ok(revisions.some(({ is_outdated }) => is_outdated));
    const resident = await service.as(accounts.resident as string);
    assert.equal((await resident.list_knowledge_queue({ state: 'draft' })).revisions.length, 1);
    assert.equal((await resident.list_knowledge_queue({})).revisions.length, 1);
    const neighbour = await service.as(accounts.neighbour as string);
    assert.equal((await neighbour.list_knowledge_queue({ state: 'rejected' })).revisions.length, 1);
  });
});
