import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assertRefused } from '../../harness/refusals.ts';
import { createKnowledgeSetup, type KnowledgeSetup } from './knowledge-setup.ts';

describe('listing, searching and quoting knowledge articles', () => {
  let desk: KnowledgeSetup;
  before(async () => {
    desk = await createKnowledgeSetup();
  });
  type ListInput = Parameters<KnowledgeSetup['author']['list_knowledge_articles']>[0];
  const titles = async (input: ListInput, client = desk.anonymous) =>
    (await client.list_knowledge_articles(input)).articles.map(({ title }) => title);

  it('lists what is published, newest first, in the shape of a list entry', async () => {
    const first = await desk.publish({ title: 'Первая', category: 'lawn', tags: ['Газон'] });
    desk.service.clock.offset += 1000;
    await desk.publish({ title: 'Вторая', category: 'land_and_garden' });
    desk.service.clock.offset += 1000;
    await desk.publish({ title: 'Третья', category: 'electricity', tags: ['газон', 'Свет'] });
    const draft = await desk.write({ title: 'Черновик' });
    const pending = await desk.write({ title: 'Ждущая', publish: true });
    for (const client of [desk.anonymous, desk.author, desk.stranger, desk.moderator])
      assert.deepEqual(await titles({}, client), ['Третья', 'Вторая', 'Первая']);
    const { articles, cursor } = await desk.anonymous.list_knowledge_articles({});
    assert.equal(cursor, null);
    assert.deepEqual(articles[2], {
      id: first.id,
      author_user_id: first.author_user_id,
      author_name: 'Resident I.',
      slug: 'pervaya',
      title: 'Первая',
      excerpt: first.excerpt,
      tags: ['Газон'],
      category: 'lawn',
      status: 'published',
      views_count: 0,
      published_at: first.published_at,
      created_at: first.created_at,
    });
    await desk.author.remove_knowledge_article({ article: draft.id });
    await desk.author.remove_knowledge_article({ article: pending.id });
  });

  it('gives as many as asked, up to thirty, listed and searched', async () => {
    assert.deepEqual(await titles({ limit: 2 }), ['Третья', 'Вторая']);
    const { cursor } = await desk.anonymous.list_knowledge_articles({ limit: 2 });
    assert.deepEqual(await titles({ limit: 1, cursor: cursor ?? undefined }), ['Первая']);
    assert.equal((await titles({ search: 'газон', limit: 1 })).length, 1);
    for (const limit of [0, 31])
      await assertRefused(desk.anonymous.list_knowledge_articles({ limit }), 422, 'limit');
  });

  it('counts the published articles of each category on request, whatever the filters', async () => {
    const counts = [
      { category: 'electricity', articles: 1 },
      { category: 'land_and_garden', articles: 1 },
      { category: 'lawn', articles: 1 },
    ];
    const draft = await desk.write({ title: 'Черновик', category: 'lawn' });
    for (const input of [{}, { category: 'lawn' }, { search: 'Первая' }] as const)
      assert.deepEqual(
        (await desk.anonymous.list_knowledge_articles({ ...input, sections: true })).sections,
        counts,
      );
    assert.equal((await desk.anonymous.list_knowledge_articles({})).sections, undefined);
    await desk.author.remove_knowledge_article({ article: draft.id });
  });

  it('counts an article where its approved text puts it, until it is removed', async () => {
    const read = async () => {
      const { sections = [] } = await desk.anonymous.list_knowledge_articles({ sections: true });
      return sections
        .filter(({ category }) => category === 'lawn' || category === 'fencing')
        .map(({ category, articles }) => `${category} ${articles}`);
    };
    const { id: article, revision_id } = await desk.publish({ category: 'lawn' });
    assert.deepEqual(await read(), ['lawn 2']);
    const moved = await desk.author.edit_knowledge_article({
      article,
      base_revision_id: revision_id ?? '',
      category: 'fencing',
    });
    assert.deepEqual(await read(), ['lawn 2'], 'not before it is approved');
    await desk.moderator.approve_knowledge_revision({ article, revision: moved.revision_id });
    assert.deepEqual(await read(), ['fencing 1', 'lawn 1']);
    await desk.service.db`delete from knowledge_article where id = ${article}`;
    assert.deepEqual(await read(), ['lawn 1']);
  });

  it('filters by category, a top one with its subcategories, and by tag as typed or by slug', async () => {
    assert.deepEqual(await titles({ category: 'lawn' }), ['Первая']);
    assert.deepEqual(await titles({ category: 'land_and_garden' }), ['Вторая', 'Первая']);
    assert.deepEqual(await titles({ category: 2 as never }), ['Первая']);
    assert.deepEqual(await titles({ category: 'utilities' }), ['Третья']);
    assert.deepEqual(await titles({ tag: 'газон' }), ['Третья', 'Первая']);
    assert.deepEqual(await titles({ tag: 'ГАЗОН' }), ['Третья', 'Первая']);
    assert.deepEqual(await titles({ tag: 'gazon' }), ['Третья', 'Первая']);
    assert.deepEqual(await titles({ tag: 'gazon', category: 'land_and_garden' }), ['Первая']);
    assert.deepEqual(await titles({ tag: 'нет такого' }), []);
    assert.equal((await titles({ tag: '', category: '' as never, search: '', cursor: '' })).length, 3);
    await assertRefused(desk.anonymous.list_knowledge_articles({ search: 'я'.repeat(201) }), 422, 'search');
    await assertRefused(desk.anonymous.list_knowledge_articles({ tag: 'я'.repeat(101) }), 422, 'tag');
    await assertRefused(desk.anonymous.list_knowledge_articles({ category: 'x' as never }), 422, 'category');
  });

  it('searches titles, tags and texts on one page, ignores the cursor, keeps filters', async () => {
    const pump = await desk.publish({
      title: 'Скважинный насос',
      body: 'Как выбрать глубинный насос для скважины.',
      tags: ['Водоснабжение'],
      category: 'water_and_well',
    });
    await desk.publish({
      title: 'Полив огорода',
      body: 'Насос качает воду из бочки.',
      tags: ['водоснабжение'],
    });
    const found = await desk.anonymous.list_knowledge_articles({ search: 'насос', cursor: 'ignored' });
    assert.equal(found.cursor, null);
    assert.deepEqual(
      found.articles.map(({ title }) => title),
      ['Скважинный насос', 'Полив огорода'],
    );
    assert.deepEqual(await titles({ search: 'насос', category: 'utilities' }), ['Скважинный насос']);
    assert.equal((await titles({ search: 'насос', tag: 'ВОДОСНАБЖЕНИЕ' })).length, 2);
    assert.deepEqual(await titles({ search: 'насос', tag: 'иное' }), []);
    assert.deepEqual(
      await titles({ search: 'водоснабжение скважина' }).then((all) => all[0]),
      'Скважинный насос',
    );

    await desk.stranger.edit_knowledge_article({ article: pump.id, body: 'Бетономешалка вместо насоса.' });
    await desk.write({ title: 'Бетономешалка', body: 'Бетономешалка своими руками.', publish: true });
    for (const client of [desk.anonymous, desk.stranger, desk.author, desk.moderator]) {
      assert.deepEqual(
        await titles({ search: 'бетономешалка' }, client),
        [],
        'only approved texts are found',
      );
      const { data } = await client.search_shared_knowledge({ question: 'бетономешалка' });
      assert.deepEqual(data, { found: false, passages: [], figures: [] });
    }
    await desk.author.remove_knowledge_article({ article: pump.id });
    assert.deepEqual(await titles({ search: 'скважинный насос' }), ['Полив огорода']);
  });

  it('pages by a signed cursor while articles are added and removed', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 64; index += 1) {
      ids.push(
        (
          await desk.write(
            { title: `Прогулка ${index}`, category: 'disputes', publish: true },
            desk.moderator,
          )
        ).id,
      );
      // Some have the same time: then the identifier decides.
      if (index % 3 === 0) desk.service.clock.offset += 5;
    }
    const seen: string[] = [];
    let cursor: string | null = null;
    let turn = 0;
    do {
      const page: { articles: { id: string }[]; cursor: string | null } =
        await desk.anonymous.list_knowledge_articles({
          category: 'disputes',
          ...(cursor !== null && { cursor }),
        });
      assert.ok(page.articles.length <= 30);
      seen.push(...page.articles.map(({ id }) => id));
      cursor = page.cursor;
      if (cursor !== null) {
        await assertRefused(desk.anonymous.list_knowledge_articles({ cursor }), 422, 'cursor');
        await assertRefused(
          desk.anonymous.list_knowledge_articles({ category: 'disputes', cursor: `${cursor}A` }),
          422,
          'cursor',
        );
      }
      turn += 1;
      await desk.moderator.remove_knowledge_article({ article: ids[turn * 2] as string });
      await desk.write({ title: 'Новая', category: 'disputes', publish: true }, desk.moderator);
    } while (cursor !== null && turn < 9);
    assert.deepEqual(
      seen,
      [...ids].reverse().filter((id) => seen.includes(id)),
      'newest first, nothing twice',
    );
    assert.ok(ids.filter((id) => !seen.includes(id)).length <= 3, 'only what was removed is missing');
  });

  it('links to the passage in the page, also after edits elsewhere in the text', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, n) => `| Хомут ${n} | ставят на трубу сечением ${n} миллиметров |`,
    );
    const body = [
      'Хомуты держат трубу на стене и не дают ей провиснуть.',
      '## Размеры',
      `| Хомут | Куда |\n|---|---|\n${rows.join('\n')}`,
      '- хомут червячный для шланга, его затягивают отвёрткой\n- хомут ремонтный закрывает свищ на трубе до приезда мастера',
      '```dot Хомут на стене\ndigraph { хомут -> стена }\n```',
      'Хомут ржавеет на улице, поэтому берут оцинкованный.[^1]',
      '[^1]: Оцинкованный хомут служит лет двадцать, окрашенный хомут меньше.',
    ].join('\n\n');
    const made = await desk.publish({ title: 'Хомуты', body });
    const { data } = await desk.anonymous.search_shared_knowledge({ question: 'хомут', limit: 20 });
    const stored = await desk.service.pool<{ id: string; text: string }[]>`
      select id, text from knowledge_passage where article_id = ${made.id} order by position`;
    assert.ok(stored.length > 5 && data.passages.length > 0);
    const html = await (await fetch(`${desk.service.url}/knowledge/${made.slug}`)).text();
    for (const { id } of stored)
      assert.equal(html.split(`<a id="passage-${id}"></a>`).length, 2, 'once each');
    for (const { link } of data.passages) assert.ok(html.includes(`id="${new URL(link).hash.slice(1)}"`));
    // In text order, and right before the words the passage begins with.
    const places = stored.map(({ id }) => html.indexOf(`passage-${id}"`));
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
    const middle =
      stored.find(({ text }) => text.includes('Хомут 40 ')) ?? assert.fail('the table is divided');
    const firstRow = middle.text.split('\n')[1]?.split(' | ')[0] ?? '';
    assert.ok(html.includes(`<a id="passage-${middle.id}"></a>${firstRow}<`), firstRow);

    const edited = await desk.author.edit_knowledge_article({
      article: made.id,
      body: `${body}\n\nДописано позже, и ждёт модератора.`,
    });
    assert.notEqual(edited.revision_id, edited.approved_revision_id);
    const after = await (await fetch(`${desk.service.url}/knowledge/${made.slug}`)).text();
    assert.ok(after.includes(`passage-${middle.id}"`) && !after.includes('Дописано позже'));
    await desk.moderator.approve_knowledge_revision({ article: made.id, revision: edited.revision_id });
    const approved = await (await fetch(`${desk.service.url}/knowledge/${made.slug}`)).text();
    assert.ok(approved.includes('Дописано позже'));
    const kept = await desk.service.pool<{ id: string }[]>`
      select id from knowledge_passage where article_id = ${made.id}`;
    assert.ok(kept.some(({ id }) => id === middle.id));
    for (const { id } of kept) assert.ok(approved.includes(`<a id="passage-${id}"></a>`));
  });

  it('finds passages with their figures, and quotes them', async () => {
    const made = await desk.publish({
      title: 'Септик для дачи',
      body: 'Септик ставят ниже дома.\n\n## Схема\n\n```mermaid Путь стоков\ngraph TD\n  A[Дом] --> B[Отстойник]\n```\n\nСтоки идут самотёком.',
    });
    const { data } = await desk.anonymous.search_shared_knowledge({ question: 'Куда ставить септик?' });
    const passage = data.passages[0];
    assert.ok(passage);
    assert.deepEqual(
      { ...passage, id: '', indexed_at: '', text: '' },
      {
        id: '',
        source_id: made.id,
        parcel_id: null,
        kind: 'shared_article',
        title: 'Септик для дачи',
        text: '',
        link: `${desk.service.url}/knowledge/septik-dlya-dachi#passage-${passage.id}`,
        indexed_at: '',
      },
    );
    const drawn = await desk.anonymous.search_shared_knowledge({ question: 'отстойник схема' });
    assert.match(drawn.data.passages[0]?.text ?? '', /\[figure:1\] .*Отстойник/);
    assert.deepEqual(drawn.data.figures, [
      { id: '1', article: made.id, article_title: 'Септик для дачи', caption: 'Путь стоков' },
    ]);
    const quoted = await desk.anonymous.quote_knowledge_article({ passage: passage.id });
    assert.deepEqual(quoted.data, {
      id: passage.id,
      text: passage.text,
      article: { id: made.id, title: 'Септик для дачи', url: passage.link },
    });
    await assertRefused(desk.anonymous.quote_knowledge_article({ passage: '12345' }), 404);
    await assertRefused(desk.anonymous.quote_knowledge_article({ passage: 'x' }), 422, 'passage');
    await assertRefused(desk.anonymous.search_shared_knowledge({ question: ' ' }), 422, 'question');
    await assertRefused(
      desk.anonymous.search_shared_knowledge({ question: 'я'.repeat(501) }),
      422,
      'question',
    );
    await assertRefused(desk.anonymous.search_shared_knowledge({ question: 'я', limit: 21 }), 422, 'limit');
    assert.equal(
      (await desk.anonymous.search_shared_knowledge({ question: 'уклон трубы', limit: 1 })).data.passages
        .length,
      1,
    );
  });

  it('gives tables and lists line by line and, asked to mark, the sentence that answers', async () => {
    await desk.publish({
      title: 'Компостер',
      body: 'Компостер бывает таким:\n\n| Вид | Объём |\n|---|---|\n| ящик компостера | 600 л |\n| яма | 900 л |\n\n## Закладка\n\n1. ветки вниз\n2. трава в компостер слоями\n3. земля',
    });
    const search = async (question: string, mark?: 'true') =>
      (await desk.anonymous.search_shared_knowledge({ question, mark })).data.passages[0];
    const table = await search('ящик компостера объём', 'true');
    assert.equal(table?.text, 'Компостер бывает таким:\n\nВид | Объём\nящик компостера | 600 л\nяма | 900 л');
    assert.equal(table?.sentence, 'ящик компостера | 600 л');
    const steps = await search('трава слоями в компостер', 'true');
    assert.equal(steps?.text, '1. ветки вниз\n2. трава в компостер слоями\n3. земля');
    assert.equal(steps?.sentence, 'трава в компостер слоями');
    assert.equal((await search('трава слоями в компостер'))?.sentence, undefined);
    assert.equal(
      (await search('Какова закладка', 'true'))?.sentence,
      undefined,
      'the heading alone has the word',
    );
  });

  it('says when nothing answers, and gives no passages then', async () => {
    await desk.publish({
      title: 'Погреб',
      body: 'Погреб проветривают осенью.\n\nПолки в нём ставят из осины.',
    });
    const ask = async (question: string) =>
      (await desk.anonymous.search_shared_knowledge({ question, mark: 'true' })).data;
    const answered = await ask('когда проветривать погреб');
    assert.deepEqual([answered.found, answered.unknown], [true, []]);
    assert.match(answered.passages[0]?.text ?? '', /проветривают/);
    const refused = await ask('Сколько осенью стоит билет до Красноярска');
    assert.deepEqual([refused.found, refused.passages, refused.figures], [false, [], []]);
    assert.deepEqual(refused.unknown, ['стоит', 'билет', 'красноярска']);
  });

  it('keeps the identifier of a passage while its text stays, and follows the approved text', async () => {
    const paragraph = (name: string) => `## ${name}\n\n${`${name} описана подробно. `.repeat(20)}`;
    const made = await desk.publish({
      title: 'Теплица',
      body: ['Форточка', 'Стекло', 'Дорожка'].map(paragraph).join('\n\n'),
    });
    const find = async (question: string) =>
      (await desk.anonymous.search_shared_knowledge({ question })).data.passages.find(
        ({ source_id, text }) => source_id === made.id && text.startsWith(question),
      );
    const kept = await find('Дорожка');
    const changed = await find('Стекло');
    assert.ok(kept && changed);
    const body = ['Форточка', 'Поликарбонат', 'Дорожка'].map(paragraph).join('\n\n');
    const edit = await desk.stranger.edit_knowledge_article({
      article: made.id,
      body,
      title: 'Тёплая теплица',
    });
    assert.equal((await find('Стекло'))?.id, changed.id, 'what waits changes nothing');
    await desk.moderator.approve_knowledge_revision({ article: made.id, revision: edit.revision_id });
    assert.equal((await find('Дорожка'))?.id, kept.id);
    const quoted = await desk.anonymous.quote_knowledge_article({ passage: kept.id });
    assert.equal(quoted.data.article.title, 'Тёплая теплица');
    assert.equal(quoted.data.text, kept.text);
    await assertRefused(desk.anonymous.quote_knowledge_article({ passage: changed.id }), 404);
    assert.ok(await find('Поликарбонат'));
    await desk.moderator.remove_knowledge_article({ article: made.id });
    await assertRefused(desk.anonymous.quote_knowledge_article({ passage: kept.id }), 404);
  });

  it('keeps quoting a paragraph after changes around it, moves and renumbered figures', async () => {
    const said = (name: string) => `Совет о том, как сделать ${name}, занимает один абзац.`;
    const [well, stove, bench] = [said('колодец'), said('печь'), said('скамейку')];
    const drawn = '```dot\ndigraph { калитка -> крыльцо }\n```';
    const made = await desk.publish({ title: 'Советы', body: [well, stove, bench, drawn].join('\n\n') });
    const { data } = await desk.anonymous.search_shared_knowledge({ question: 'совет сделать скамейку' });
    const quoted = data.passages.find(({ source_id }) => source_id === made.id);
    assert.equal(quoted?.text, bench, 'a paragraph is a passage');
    const found = await desk.anonymous.search_shared_knowledge({ question: 'калитка крыльцо' });
    const figure = found.data.passages.find(({ source_id }) => source_id === made.id);
    assert.match(figure?.text ?? '', /^\[figure:1\] калитка, крыльцо/);
    const other = '```mermaid\ngraph TD\n a[Ведро] --> b[Лейка]\n```';
    for (const body of [
      [bench, other, well, said('баню'), drawn],
      ['## Новый раздел', said('баню'), bench, other, drawn],
    ]) {
      const edit = await desk.author.edit_knowledge_article({ article: made.id, body: body.join('\n\n') });
      await desk.moderator.approve_knowledge_revision({ article: made.id, revision: edit.revision_id });
      const again = await desk.anonymous.quote_knowledge_article({ passage: quoted.id });
      assert.equal(again.data.text, bench);
      const moved = await desk.anonymous.quote_knowledge_article({ passage: figure?.id ?? '' });
      assert.match(moved.data.text, /^\[figure:2\] калитка, крыльцо/, 'the mark follows the figure');
      const shown = await desk.anonymous.show_knowledge_figure({ article: made.id, figure: 2 });
      assert.equal(shown.data.text, 'калитка, крыльцо');
    }
    // A rejected edit, and submitting the same text again, leave every passage unchanged.
    const edit = await desk.author.edit_knowledge_article({ article: made.id, body: said('баню') });
    await desk.moderator.reject_knowledge_revision({
      article: made.id,
      revision: edit.revision_id,
      reason: 'Куда делась скамейка?',
    });
    assert.equal((await desk.anonymous.quote_knowledge_article({ passage: quoted.id })).data.text, bench);
  });

  it('counts views in batches, and loses none on shutdown', async () => {
    const made = await desk.publish();
    const views = async () =>
      (await desk.author.list_knowledge_articles({ search: made.title })).articles.find(
        ({ id }) => id === made.id,
      )?.views_count;
    await Promise.all(
      Array.from({ length: 25 }, () => desk.anonymous.show_knowledge_article({ article: made.slug })),
    );
    await desk.service.app.services.knowledgeViews.flush();
    assert.equal(await views(), 25);
    await desk.stranger.edit_knowledge_article({ article: made.id, title: 'Моя' });
    await desk.stranger.show_knowledge_article({ article: made.id });
    await desk.anonymous.show_knowledge_article({ article: made.id });
    await desk.service.app.services.knowledgeViews.flush();
    assert.equal(await views(), 26, 'one’s own waiting text is not a view');
  });
});
