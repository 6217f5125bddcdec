import { addViews } from '../../store/knowledge/knowledge-changes.ts';
import { mergeTermStatistics } from '../../store/knowledge/search-statistics.ts';
import { readDemoArticles } from './knowledge/load.ts';
import type { DemoPart, World } from './world.ts';

/** Authors of the articles that the moderator has not written. */
const authors = ['resident', 'neighbour', 'editor', 'outsider', 'galina', 'nikolay'] as const;

/** Published articles, pending edits, rejected texts and drafts. */
export const knowledgeBase: DemoPart = {
  name: 'knowledge base',
  async load(world) {
    await publishArticles(world);
    await editArticles(world);
    await createUnpublished(world);
    // The job that merges term statistics cannot see rows of this uncommitted transaction.
    while ((await mergeTermStatistics(world.db)) > 0);
  },
};

async function publishArticles(world: World): Promise<void> {
  const articles = await readDemoArticles();
  const views = new Map<string, number>();
  for (const [index, { title, body, category, tags }] of articles.entries()) {
    world.daysAgo(380 - index * 7);
    const input = { title, body, category: category as never, tags };
    // Submitted by a resident, published two days later; not with diagrams, which would be rendered twice.
    if (index % 2 === 1 && !body.includes('```')) {
      const writer = authors[world.pick(title, authors.length)] ?? 'resident';
      const { id } = await world.run(writer, 'write_knowledge_article', { ...input, publish: true });
      world.daysAgo(378 - index * 7);
      await world.run('moderator', 'publish_knowledge_article', { article: id });
      views.set(id, 40 + world.pick(`${title} views`, 900));
    } else {
      const { id } = await world.run('moderator', 'write_knowledge_article', { ...input, publish: true });
      views.set(id, 20 + world.pick(`${title} views`, 700));
    }
  }
  await addViews(world.db, views);
}

const appendText = (text: string, more: string) => `${text.trimEnd()}\n\n${more}\n`;

async function editArticles(world: World): Promise<void> {
  const find = async (search: string) => {
    const { articles } = await world.run('moderator', 'list_knowledge_articles', { search });
    const [first] = articles;
    if (first === undefined) throw new Error(`The demonstration has no article about ${search}.`);
    return world.run('moderator', 'show_knowledge_article', { article: first.id });
  };

  // Approved after two other edits were started from the older text.
  const pruning = await find('обрезка яблони');
  world.daysAgo(12);
  const base = { article: pruning.id, base_revision_id: pruning.revision_id };
  const passed = await world.run('galina', 'edit_knowledge_article', {
    ...base,
    body: appendText(
      pruning.body,
      '## Чем замазать срез\n\nСрезы толще двух сантиметров закрывают садовым варом или краской на льняном масле в тот же день: за ночь край успевает подсохнуть.',
    ),
    note: 'Добавила про обработку срезов: в сообществе об этом спрашивают каждую весну.',
  });
  world.daysAgo(10);
  await world.run('outsider', 'edit_knowledge_article', {
    ...base,
    title: 'Обрезка яблони: когда, чем и сколько',
    note: 'Название точнее говорит, о чём статья.',
  });
  world.daysAgo(9);
  await world.run('moderator', 'approve_knowledge_revision', {
    article: pruning.id,
    revision: passed.revision_id,
  });

  const septic = await find('септик');
  world.daysAgo(4);
  await world.run('resident', 'edit_knowledge_article', {
    article: septic.id,
    base_revision_id: septic.revision_id,
    body: appendText(
      septic.body,
      '> [!WARNING]\n> Перед откачкой узнайте, подъедет ли машина: рукав обычно 20–30 метров, и шлагбаум должен быть открыт.',
    ),
    note: 'Прошлой осенью машина не дотянулась до люка.',
  });
  world.daysAgo(3);
  await world.run('nikolay', 'edit_knowledge_article', {
    article: septic.id,
    base_revision_id: septic.revision_id,
    tags: [...septic.tags, 'выгребная яма'],
    note: 'Тег, по которому ищут чаще всего.',
  });

  // Rejected with a reason.
  const fence = await find('забор между соседями');
  world.daysAgo(20);
  const returned = await world.run('neighbour', 'edit_knowledge_article', {
    article: fence.id,
    body: appendText(fence.body, 'Лучшие заборы у нас ставит бригада Сергея, телефон дам в личку.'),
    note: 'Совет, к кому обратиться.',
  });
  world.daysAgo(19);
  await world.run('moderator', 'reject_knowledge_revision', {
    article: fence.id,
    revision: returned.revision_id,
    reason: 'Общая база не рекомендует исполнителей. Бригаду можно предложить в справочник посёлка.',
  });
}

async function createUnpublished(world: World): Promise<void> {
  world.daysAgo(2);
  await world.run('neighbour', 'write_knowledge_article', {
    title: 'Как пережить отключение света зимой',
    body: 'За прошлую зиму у нас было шесть отключений, самое долгое — девять часов.\n\n## Что подготовить\n\n- [x] фонари и запас батареек\n- [x] газовая горелка и два баллона\n- [ ] источник бесперебойного питания для котла\n\n## Первые полчаса\n\nПозвоните диспетчеру сетей, выключите приборы из розеток, закройте двери в холодные комнаты.\n\n```mermaid\ngraph TD\n  A[Свет погас] --> B{У соседей есть?}\n  B -->|да| C[Проверьте автоматы]\n  B -->|нет| D[Звоните диспетчеру]\n```\n\n*Схема: с чего начать*',
    category: 'winter_and_absence',
    tags: ['электричество', 'зима'],
    publish: true,
  });
  world.daysAgo(1);
  await world.run('tatiana', 'write_knowledge_article', {
    title: 'Ежи на участке: польза и гостеприимство',
    body: 'Ёж съедает за ночь до двухсот граммов слизней.\n\n## Как пригласить\n\nОставьте под забором лаз 13 × 13 сантиметров и кучу веток в тени. Молоко ежам нельзя, только вода.',
    category: 'land_and_garden',
    tags: ['животные', 'слизни'],
    publish: true,
  });
  await world.run('resident', 'write_knowledge_article', {
    title: 'Сушка трав на чердаке',
    body: 'Черновик: дописать про температуру и про то, как не пересушить мяту.',
    category: 'house_and_building',
    tags: ['травы'],
  });
  world.daysAgo(30);
  const { id, revision_id: revision } = await world.run('andrey', 'write_knowledge_article', {
    title: 'Самодельный счётчик электричества',
    body: 'Расскажу, как собрать учёт на реле и не платить за общий фонарь.',
    category: 'electricity',
    publish: true,
  });
  world.daysAgo(29);
  await world.run('moderator', 'reject_knowledge_revision', {
    article: id,
    revision,
    reason: 'Учёт мимо приборов незаконен и опасен. Напишите, пожалуйста, о поверенных счётчиках.',
  });
}
