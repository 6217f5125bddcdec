import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { startService } from '../harness/service.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { findHtmlFaults } from './html-rules.ts';
import { visibleText } from './sign-in.ts';

describe('reading the knowledge base without script', () => {
  let actors: OAuthTestClient;
  let slug: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService({}, { jobs: true }));
    const { moderator } = actors.village.clients;
    ({ slug } = await moderator.write_knowledge_article({
      title: 'Скважина зимой',
      body: [
        '## Если замёрзло',
        'Если скважина замёрзла у оголовка, прогрейте трубу тёплой водой. <b>Лампой</b> греть нельзя.',
        '## Как утеплить',
        'Оголовок закрывают ящиком с утеплителем, трубу ведут ниже глубины промерзания.',
        '## Чем греть',
        'Греющий кабель включают до морозов.',
      ].join('\n\n'),
      publish: true,
    }));
    await moderator.write_knowledge_article({ title: 'Забор', body: 'Столбы ставят весной.', publish: true });
  });
  const open = (language: 'en' | 'ru' = 'ru') => openBrowser(actors.service, actors.service.url, language);
  const ask = (question: string) => `${paths.knowledge}?${new URLSearchParams({ question })}`;

  it('finds passages for a misspelt question, highlights the matched words and shows the correction', async () => {
    const page = await open().get(ask('замерзла скважена что делать'));
    assert.equal(page.status, 200);
    const marked = [...page.html.matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, word]) => word);
    assert.ok(marked.includes('скважина') && marked.includes('замёрзла'), marked.join());
    assert.ok(!marked.includes('трубу'));
    assert.match(visibleText(page.html), /В статьях нет слов «скважена», «делать»\. Искали также: скважина/);
    const words = visibleText(page.html);
    assert.ok(words.includes('Ответы из статей'));
    assert.match(page.html, new RegExp(`href="/knowledge/${slug}#passage-\\d+"`));
    assert.match(page.html, /value="замерзла скважена что делать"/, 'the question stays in the field');
    assert.match(
      page.html,
      /hidden[^>]*data-copy="quote-/,
      'without script there is no button that does nothing',
    );
  });

  it('shows tables as tables, diagrams as pictures, five lines of a passage, and each article once', async () => {
    const { moderator } = actors.village.clients;
    const sentence = 'Компрессор продувает зимний летний шланг до последней капли, потом сливают остаток. ';
    await moderator.write_knowledge_article({
      title: 'Продувка шланга',
      body: [
        '## Порядок',
        sentence.repeat(9),
        '## Давление',
        'Компрессор и шланг по давлению:',
        '| Шланг | Давление |\n|---|---|\n| тонкий | 2 бара |\n| толстый | 3 бара |',
        '## Схема',
        'Компрессор и шланг вместе:',
        '```mermaid\ngraph LR\n  A[Ресивер] --> B[Шлангопровод]\n```',
      ].join('\n\n'),
      publish: true,
    });
    const { html } = await open().get(ask('компрессор шланг давление'));
    assert.deepEqual(findHtmlFaults(html), []);
    const answers = html
      .slice(html.indexOf('id="answers"'), html.indexOf('id="articles"'))
      // What the button copies is not shown.
      .replaceAll(/<span hidden[\s\S]*?<\/span>/g, '');
    assert.equal(answers.match(/<h3 [^>]*><a [^>]*>Продувка шланга<\/a>/g)?.length, 1, 'one entry');
    assert.match(answers, /<th scope="col">(<mark>)?Шланг/);
    assert.match(answers, /<td>2 бара<\/td>/);
    assert.doesNotMatch(answers, / \| /);
    assert.doesNotMatch(answers, /Ресивер|Шлангопровод/, 'words on a diagram are no text');
    const [, short = ''] = /<blockquote class="short"><p>((?:(?!<\/p>)[\s\S])*…)<\/p>/.exec(answers) ?? [];
    assert.ok(short.length > 80 && visibleText(short).length < 350, `${short.length}`);
    assert.match(answers, /<details class="whole"><summary[^>]*>Показать целиком/);
  });

  it('marks the sentence that answers, shows it in the excerpt, and numbers the steps', async () => {
    const { moderator } = actors.village.clients;
    const filler = 'Водосток чистят осенью, когда опали листья, и ещё раз весной после снега. ';
    const answer = 'Желоб крепят кронштейнами через каждые 60 см.';
    await moderator.write_knowledge_article({
      title: 'Водосток',
      body: [
        `${filler.repeat(5)}${answer} Потом проверяют водой.`,
        '## Порядок',
        'Желоб и кронштейны ставят так:',
        '1. размечают уклон\n2. крепят кронштейны\n3. кладут желоб',
        '## Сколько кронштейнов',
        '|  | Кронштейнов |\n|---|---|\n| желоб 3 м | шесть |\n| желоб 2 м |  |',
      ].join('\n\n'),
      publish: true,
    });
    const { html } = await open().get(ask('через сколько крепят кронштейны желоба'));
    assert.deepEqual(findHtmlFaults(html), []);
    const shorts = [...html.matchAll(/<blockquote class="short">([\s\S]*?)<\/blockquote>/g)].map(
      ([, content = '']) => content,
    );
    const paragraph = shorts.find((content) => content.includes('60 см')) ?? '';
    const [, sentence = ''] = /^<p>… <mark class="sentence">([\s\S]*?60 см\.)<\/mark>/.exec(paragraph) ?? [];
    assert.equal(visibleText(sentence).trim(), answer);
    assert.match(sentence, /<mark>кронштейнами<\/mark>/);
    const steps = (await open().get(ask('как кладут желоб после разметки'))).html;
    assert.match(steps, /<ol start="1"><li>.*?<\/li><li>крепят кронштейны<\/li><li><mark class="sentence">/s);
    const table = (await open().get(ask('сколько кронштейнов на желоб 2 м'))).html;
    assert.match(table, /<td><mark class="sentence"><mark>желоб<\/mark> .*?<\/mark><\/td><td><\/td>/);
    assert.doesNotMatch(visibleText(table.replaceAll(/<span hidden[\s\S]*?<\/span>/g, '')), /\|/);
  });

  it('shows a figure with its caption and quotes only the text around it', async () => {
    const { moderator } = actors.village.clients;
    const { slug: article } = await moderator.write_knowledge_article({
      title: 'Гидроаккумулятор',
      body: [
        'Гидроаккумулятор держит давление между включениями насоса:',
        '```mermaid\ngraph LR\n  A[Мембранник] --> B[Воздушник]\n```',
        '*Рис. 1. Устройство бака*',
      ].join('\n\n'),
      publish: true,
    });
    const { html } = await open().get(ask('мембранник гидроаккумулятора'));
    const drawn =
      /<figure><a href="[^"]+\.svg"><img [^>]*alt="Рис. 1. Устройство бака"[^>]*><\/a><figcaption[^>]*>Рис. 1. Устройство бака/;
    const [, quote = ''] = /<span hidden id="quote-\d+">([\s\S]*?)<\/span>/.exec(html) ?? [];
    const [, passage = ''] = /id="quote-(\d+)"/.exec(html) ?? [];
    assert.match(html, drawn);
    assert.match(quote, new RegExp(`^«Гидроаккумулятор держит.*:»\n— Гидроаккумулятор\n.*${article}#`));
    const alone = (await open().get(fillPath(paths.knowledgePassage, { passage }))).html;
    assert.deepEqual(findHtmlFaults(alone), []);
    assert.match(alone, drawn);
    for (const page of [html, alone])
      assert.doesNotMatch(
        page.replace(/value="[^"]*"|<title>.*?<\/title>/g, ''),
        /Мембранник|Воздушник|\[figure/,
      );
    assert.equal(visibleText(alone).split('Рис. 1.').length - 1, 1, 'the caption once');
  });

  it('has each article once, in the order of its best passage, with at most two', async () => {
    const { moderator } = actors.village.clients;
    const say = (what: string) =>
      `Мансарду утепляют так: ${what}. Вату кладут плотно, без щелей, в два слоя.`;
    const parts = ['плёнка снизу', 'зазор сверху', 'вата вразбежку', 'рейка поперёк', 'скобы часто'];
    const bodies = [parts.map(say).join('\n\n'), say('лист гипсокартона'), say('доска внахлёст')];
    for (const [index, body] of bodies.entries())
      await moderator.write_knowledge_article({ title: `Мансарда ${index}`, body, publish: true });
    const question = 'как утепляют мансарду ватой';
    const { html } = await open().get(ask(question));
    const { data } = await actors.village.anonymous.search_shared_knowledge({ question, limit: '10' });
    const entries = html.split('<section class="answer-of"').slice(1);
    assert.deepEqual(
      entries.map((entry) => /<h3 [^>]*><a [^>]*>([^<]*)/.exec(entry)?.[1]),
      [...new Set(data.passages.map(({ title }) => title.split(' › ')[0]))],
    );
    assert.ok(entries.length >= 3, 'the long article leaves room for others');
    const first = data.passages[0]?.id ?? '';
    assert.ok(entries[0]?.includes(`id="quote-${first}"`), 'the best passage first');
    for (const entry of entries) assert.ok(entry.split('class="passage"').length <= 3);
  });

  it('never searches for another word than the one that was asked', async () => {
    for (const word of ['скважность', 'камары', 'забей', 'блокчейн']) {
      const { data } = await actors.village.anonymous.search_shared_knowledge({
        question: word,
        mark: 'true',
      });
      assert.deepEqual([data.found, data.unknown], [false, [word]], word);
      const shown = visibleText((await open().get(ask(word))).html);
      assert.ok(shown.includes(`В статьях нет слова «${word}»`), word);
    }
    const layout = visibleText((await open().get(ask('crdf;byf'))).html);
    assert.match(layout, /Искали также: скважина/);
  });

  it('says when nothing is found, escapes the question and accepts an overlong one', async () => {
    const none = await open().get(ask('ъъъъъъ'));
    assert.match(visibleText(none.html), /В статьях нет слова «ъъъъъъ»\..*В статьях нет ответа на это/);
    const little = visibleText((await open().get(ask('Какой краской покрывают столбы крыльца'))).html);
    assert.match(little, /В статьях нет слов «краской», «покрывают», «крыльца»/);
    assert.match(little, /В статьях нет ответа на это.*Статьи о похожем.*Забор/);
    const hostile = await open().get(ask('<script>alert(1)</script> скважина'));
    assert.equal(hostile.status, 200);
    assert.doesNotMatch(hostile.html, /<script>alert/);
    assert.equal((await open().get(ask('я'.repeat(900)))).status, 200);
  });

  it('has one search field with autofocus', async () => {
    const { html } = await open().get(paths.knowledge);
    assert.match(html, /<input[^>]*name="question"[^>]*autofocus/);
    assert.equal(html.split('name="question"').length - 1, 1);
  });

  it('links from the contents and from a passage to anchors of the article', async () => {
    const { html } = await open().get(fillPath(paths.knowledgeArticle, { article: slug }));
    const contents = [...html.matchAll(/<a href="#(section-[^"]+)">([^<]+)<\/a>/g)];
    assert.deepEqual(
      contents.map(([, , text]) => text),
      ['Если замёрзло', 'Как утеплить', 'Чем греть'],
    );
    for (const [, id] of contents) assert.ok(html.includes(`<h2 id="${id}">`));
    const found = await open().get(ask('греющий кабель'));
    const place = new RegExp(`href="/knowledge/${slug}#(passage-\\d+)"`).exec(found.html)?.[1] ?? 'none';
    assert.ok(html.includes(`id="${place}"`));
  });

  it('shows a passage with its source for copying, and asks to sign in where there is none', async () => {
    const { data } = await actors.village.anonymous.search_shared_knowledge({
      question: 'скважина замёрзла',
    });
    const [passage] = data.passages;
    assert.equal(passage?.found, undefined, 'told only where it is asked for');
    const address = fillPath(paths.knowledgePassage, { passage: passage?.id ?? '' });
    const page = await open().get(address);
    assert.equal(page.status, 200);
    const shown = /<blockquote[^>]*>([\s\S]*?)<\/blockquote>/.exec(page.html)?.[1] ?? '';
    assert.match(
      visibleText(shown),
      /прогрейте трубу тёплой водой.*— Скважина зимой/,
      'to select without script',
    );
    const quote = /<span hidden id="quote">([\s\S]*?)<\/span>/.exec(page.html)?.[1] ?? '';
    assert.match(quote, /прогрейте трубу тёплой водой/);
    assert.match(quote, new RegExp(`— Скважина зимой\\n.*/knowledge/${slug}#passage-`));
    assert.match(page.html, /hidden[^>]*data-share="quote"/);
    for (const gone of ['1', 'x']) {
      const missing = await open().get(fillPath(paths.knowledgePassage, { passage: gone }));
      assert.match(missing.location ?? '', /^\/login\?/, gone);
    }
  });
});
