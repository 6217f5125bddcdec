import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { texts as noticeTexts } from '../../src/entry/web/pages/knowledge/article-form-notices.tsx';
import { texts as bringBackTexts } from '../../src/entry/web/pages/knowledge/roll-back.tsx';
import { texts as writingTexts } from '../../src/entry/web/pages/knowledge/save-article.ts';
import { startService } from '../harness/service.ts';
import { noise } from '../media/sample-pictures.ts';
import { type Browser, openBrowser, type Page } from '../oauth/browser.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { makeRenditions } from '../operations/media/uploads.ts';
import { readFields, submitForm } from './form-submission.ts';
import { signIn, visibleText } from './sign-in.ts';

const diagram = (lines: string) => `Начало\n\n\`\`\`mermaid\n${lines}\n\`\`\`\n\nКонец`;

describe('editing the knowledge base without script', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
  });
  const clients = () => actors.village.clients;
  let count = 0;
  const publish = () => {
    count += 1;
    return clients().moderator.write_knowledge_article({
      title: `Насос ${count}`,
      body: 'Слейте воду в октябре.\n\nЗакройте кран.',
      category: 'water_and_well',
      tags: ['насос'],
      publish: true,
    });
  };
  const edit = (article: string) => fillPath(paths.editKnowledgeArticle, { article });
  const send = (browser: Browser, page: Page, changes: Record<string, string>, files?: Buffer[]) =>
    submitForm(actors.service, browser, page, 'article', changes, files);
  const follow = async (browser: Browser, page: Page) => {
    assert.equal(page.status, 303, visibleText(page.html).slice(0, 900));
    return browser.get(page.location ?? '');
  };

  it('corrects one paragraph by its words alone, and shows what it reads now to whoever was late', async () => {
    const article = await publish();
    const address = fillPath(paths.correctKnowledge, { article: article.slug });
    const browser = await signIn(actors.service, 'neighbour', 'ru');
    const list = await browser.get(address);
    const choice = /href="([^"]*[?]line=2)"/.exec(list.html)?.[1] ?? '';
    const page = await browser.get(choice);
    const sent = await browser.submit(page, address, { words: 'Закройте оба крана.', note: 'Их два' });
    assert.ok(visibleText((await follow(browser, sent)).html).includes(writingTexts.sent.ru));
    const own = await clients().neighbour.show_knowledge_article({ article: article.id });
    assert.equal(own.body, 'Слейте воду в октябре.\n\nЗакройте оба крана.');

    const other = await publish();
    const otherAddress = fillPath(paths.correctKnowledge, { article: other.slug });
    const late = await browser.get(`${otherAddress}?line=2`);
    await clients().moderator.edit_knowledge_article({
      ...{ article: other.id, base_revision_id: other.revision_id },
      replace: [{ old: 'Закройте кран.', new: 'Закройте кран у бака.' }],
    });
    const refused = await browser.submit(late, otherAddress, { words: 'Закройте кран на вводе.' });
    assert.equal(refused.status, 422);
    assert.match(visibleText(refused.html), /Закройте кран у бака\./);
    assert.match(refused.html, /Закройте кран на вводе\.<\/textarea>/, 'what was typed is kept');
    assert.equal(
      (await clients().moderator.show_knowledge_article({ article: other.id })).body,
      'Слейте воду в октябре.\n\nЗакройте кран у бака.',
    );
  });

  it('shows the diff before an edit can be sent, and sends it with note and base revision', async () => {
    const article = await publish();
    const browser = await signIn(actors.service, 'neighbour', 'ru');
    const page = await browser.get(edit(article.slug));
    assert.deepEqual(
      readFields(page.html, 'article').filter(([name]) => ['title', 'tags', 'base'].includes(name)),
      [
        ['base', article.revision_id],
        ['title', article.title],
        ['tags', 'насос'],
      ],
    );
    assert.doesNotMatch(page.html, /value="send"/, 'nothing is sent unseen');
    const body = 'Слейте воду до морозов.\r\n\r\nЗакройте кран.';
    const compared = await send(browser, page, { body, tags: 'насос, зима', do: 'compare' });
    assert.equal(compared.status, 200);
    assert.match(compared.html, /<del>(?:(?!<\/del>).)*октябре/);
    assert.match(compared.html, /<ins>(?:(?!<\/ins>).)*морозов/);
    assert.match(compared.html, /<ins>(?:(?!<\/ins>).)*зима/);
    assert.match(compared.html, /value="send"/);
    const sent = await send(browser, compared, { note: 'Октябрь тут ни при чём', do: 'send' });
    const after = await follow(browser, sent);
    assert.ok(visibleText(after.html).includes(writingTexts.sent.ru));
    assert.match(visibleText(after.html), /Ваша правка ждёт модератора/);
    const [waiting] = (await clients().moderator.list_knowledge_queue({})).revisions.filter(
      ({ article_id }) => article_id === article.id,
    );
    assert.deepEqual(
      [waiting?.note, waiting?.base_revision_id, waiting?.tags],
      ['Октябрь тут ни при чём', article.revision_id, ['насос', 'зима']],
    );
    const { data } = await clients().moderator.show_knowledge_revision({
      article: article.id,
      revision: waiting?.id ?? '',
    });
    assert.equal(
      data.body,
      'Слейте воду до морозов.\n\nЗакройте кран.',
      'lines as the rest of the text has them',
    );
    const mine = await browser.get(paths.myEdits);
    assert.match(visibleText(mine.html), new RegExp(article.title));
  });

  it('creates no revision when nothing changed, and says so', async () => {
    const article = await publish();
    const browser = await signIn(actors.service, 'neighbour', 'ru');
    const page = await browser.get(edit(article.slug));
    const compared = await send(browser, page, { do: 'compare' });
    assert.match(visibleText(compared.html), /Тексты не отличаются/);
    assert.doesNotMatch(compared.html, /value="send"/);
    const after = await follow(browser, await send(browser, page, { do: 'send' }));
    assert.ok(visibleText(after.html).includes(writingTexts.nothing.ru));
  });

  it('reports an edit conflict with both diffs, keeps the typed text, and accepts the merged text', async () => {
    const article = await publish();
    const browser = await signIn(actors.service, 'resident', 'ru');
    const page = await browser.get(edit(article.slug));
    await clients().moderator.edit_knowledge_article({
      article: article.id,
      body: 'Слейте воду в сентябре.\n\nЗакройте кран.',
    });
    const own = 'Слейте воду в октябре.\n\nЗакройте кран и вентиль.';
    const refused = await send(browser, page, { body: own, do: 'send' });
    assert.equal(refused.status, 422);
    const words = visibleText(refused.html);
    assert.ok(words.includes(writingTexts.moved.ru));
    assert.ok(words.includes(noticeTexts.theirs.ru) && words.includes(noticeTexts.own.ru));
    assert.match(refused.html, /<ins>.*?сентябре/, 'what the others wrote');
    assert.doesNotMatch(words, /revision_id/);
    const fields = new Map(readFields(refused.html, 'article'));
    assert.equal(fields.get('body'), own, 'nothing typed is lost');
    assert.notEqual(fields.get('base'), article.revision_id);
    const merged = 'Слейте воду в сентябре.\n\nЗакройте кран и вентиль.';
    await follow(browser, await send(browser, refused, { body: merged, do: 'send' }));
    const seen = await clients().resident.show_knowledge_article({ article: article.id });
    assert.deepEqual([seen.body, seen.status], [merged, 'pending']);
    const [waiting] = (await clients().resident.list_knowledge_queue({ mine: true })).revisions;
    assert.equal(waiting?.is_outdated, false);
  });

  it('renders diagrams in a preview, names the line of a broken one, and refuses to publish it', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const page = await browser.get(paths.newKnowledgeArticle);
    const title = 'Схема полива';
    const good = await send(browser, page, {
      title,
      body: diagram('flowchart TD\n  a[Бак] --> b[Кран]'),
      do: 'preview',
    });
    assert.match(good.html, /<img src="data:image\/svg\+xml;base64,/);
    const bad = diagram('flowchart TD\n  a[Бак --> b');
    const preview = await send(browser, page, { title, body: bad, do: 'preview' });
    assert.equal(preview.status, 200);
    assert.match(visibleText(preview.html), /Строка 5: схему mermaid нарисовать нельзя/);
    assert.match(preview.html, /<code class="language-mermaid">/, 'it stays as it was written');
    const refused = await send(browser, preview, { do: 'send' });
    assert.equal(refused.status, 422);
    assert.match(visibleText(refused.html), /Строка 5/);
    assert.equal(new Map(readFields(refused.html, 'article')).get('body'), bad);
  });

  it('refuses oversized diagrams with an error, and keeps serving', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const page = await browser.get(paths.newKnowledgeArticle);
    const arrows = Array.from({ length: 900 }, (_, index) => `  n${index} --> n${(index * 7) % 300}`).join(
      '\n',
    );
    const bombs = [
      diagram(`flowchart TD\n${arrows}`),
      diagram(
        'flowchart TD\n  a & b & c & d & e & f & g & h & i & j & k & l & m & n & o --> p & q & r & s & t & u & v & w & x & y & z & aa & bb & cc',
      ),
      `\`\`\`dot\ndigraph { ${'subgraph { '.repeat(2000)}a -> b${' }'.repeat(2000)} }\n\`\`\``,
      diagram('flowchart TD\n  a["<script>alert(1)</script>"] --> b').repeat(70),
    ];
    for (const body of bombs) {
      const preview = await send(browser, page, { title: 'Бомба', body, do: 'preview' });
      assert.ok([200, 422].includes(preview.status), `${preview.status}`);
      assert.match(visibleText(preview.html), /Строка \d+: /);
      assert.doesNotMatch(preview.html, /<script>alert/);
      const sent = await send(browser, page, { title: 'Бомба', body, do: 'send' });
      assert.equal(sent.status, 422);
      assert.match(visibleText(sent.html), /Строка \d+: /);
    }
    assert.equal((await browser.get(paths.knowledge)).status, 200);
  });

  it('checks diagrams for the editor script: needs a session and the form token, limits the length', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const { html } = await browser.get(paths.newKnowledgeArticle);
    const token = new Map(readFields(html, 'article')).get('csrf') ?? '';
    const check = (body: string, headers: Record<string, string> = { 'x-form-token': token }) =>
      browser.post(paths.checkDiagrams, { body }, headers);
    const broken = await check(diagram('flowchart TD\n  a[Бак --> b'));
    assert.match(JSON.parse(broken.html).faults[0], /^Строка 5: /);
    const fine = await check(diagram('flowchart TD\n  a --> b'));
    assert.deepEqual(JSON.parse(fine.html), { faults: [] });
    assert.equal((await check('x', {})).status, 403);
    assert.equal((await check('я'.repeat(300_001))).status, 422);
    const nobody = openBrowser(actors.service);
    const login = await nobody.get('/login');
    const foreign = /name="csrf" value="([^"]+)"/.exec(login.html)?.[1] ?? '';
    assert.equal(
      (await nobody.post(paths.checkDiagrams, { body: 'x' }, { 'x-form-token': foreign })).status,
      403,
    );
  });

  it('new article with a picture: draft, submitted, rejected, corrected, published, cover chosen', async () => {
    const browser = await signIn(actors.service, 'resident', 'ru');
    const page = await browser.get(paths.newKnowledgeArticle);
    const picture = await noise(80, 60).jpeg().toBuffer();
    const kept = await send(
      browser,
      page,
      { title: 'Дымоход', body: 'Чистят осенью.', category: 'gas_and_heating', do: 'draft' },
      [picture],
    );
    const shown = await follow(browser, kept);
    assert.ok(visibleText(shown.html).includes(writingTexts.draftKept.ru));
    const article = kept.location?.split('/').at(-1) ?? '';
    await makeRenditions(actors.service);
    const draft = await clients().resident.show_knowledge_article({ article, pictures: true });
    assert.match(draft.body, new RegExp(`!\\[Снимок\\]\\(media:${draft.pictures?.[0]?.id}\\)$`));
    assert.match(
      (await browser.get(kept.location ?? '')).html,
      /<img src="\/media\/\d+/,
      'its author sees the picture',
    );
    const again = await browser.get(edit(article));
    await follow(browser, await send(browser, again, { do: 'send' }));
    const handed = await clients().resident.show_knowledge_article({ article });
    assert.equal(handed.status, 'pending');
    await clients().moderator.reject_knowledge_revision({
      article,
      revision: handed.revision_id ?? '',
      reason: 'Напишите, чем чистить',
    });
    const mine = await browser.get(`${paths.myEdits}?state=rejected`);
    assert.match(visibleText(mine.html), /Дымоход.*Причина: Напишите, чем чистить/);
    const href = /href="(\/knowledge\/[^"]+\/edit\?from=\d+)"/.exec(mine.html)?.[1] ?? '';
    const returned = await browser.get(href);
    assert.match(visibleText(returned.html), /Модератор вернул этот текст.*Напишите, чем чистить/);
    const body = `${handed.body}\n\nЧистят щёткой.`;
    await follow(browser, await send(browser, returned, { body, do: 'send' }));
    const passed = await clients().moderator.publish_knowledge_article({ article });
    assert.equal(passed.body, body);
    assert.match(visibleText((await browser.get(`${paths.myEdits}?state=approved`)).html), /Дымоход/);
    const chosen = await browser.get(fillPath(paths.knowledgeCover, { article }));
    assert.match(chosen.html, /cover-choice/);
    const cover = draft.pictures?.[0]?.id ?? '';
    await follow(
      browser,
      await browser.submit(chosen, fillPath(paths.knowledgeCover, { article }), { media: cover }),
    );
    assert.equal((await actors.village.anonymous.show_knowledge_article({ article })).cover_media_id, cover);
    assert.match(
      (await browser.get(fillPath(paths.knowledgeArticle, { article }))).html,
      /<img class="cover"/,
    );
  });

  it('lists revisions, compares any two, and rolls back after a confirmation', async () => {
    const article = await publish();
    for (const body of ['Второй текст.', 'Третий текст.'])
      await clients().moderator.edit_knowledge_article({ article: article.id, body });
    const browser = await signIn(actors.service, 'resident', 'ru');
    const history = fillPath(paths.knowledgeHistory, { article: article.slug });
    const list = await browser.get(history);
    const versions = [...list.html.matchAll(/href="([^"]+\/history\/\d+)"/g)].map(([, href = '']) => href);
    assert.equal(versions.length, 3);
    assert.match(visibleText(list.html), /Moderator I\./, 'who, in short');
    const [, second = '', first = ''] = versions;
    const choosing = await browser.get(`${history}?compare=${second.split('/').at(-1)}`);
    const against = [...choosing.html.matchAll(/href="([^"]+\?against=\d+)"/g)].map(([, href = '']) => href);
    assert.equal(against.length, 2, 'all but itself');
    const compared = await browser.get(against[1] ?? '');
    assert.match(compared.html, /<ins>[\s\S]*?Второй/);
    assert.match(compared.html, /<del>[\s\S]*?(Слейте|октябре)/);
    const version = await browser.get(first);
    assert.match(version.html, /\/bring-back"/);
    const asked = await browser.get(`${first}/bring-back`);
    assert.match(asked.html, /<del>[\s\S]*?Третий/);
    await clients().moderator.edit_knowledge_article({ article: article.id, body: 'Четвёртый текст.' });
    const late = await browser.submit(asked, `${first}/bring-back`);
    assert.equal(late.status, 422);
    assert.ok(visibleText(late.html).includes(bringBackTexts.moved.ru), 'what nobody saw is not undone');
    await follow(browser, await browser.submit(late, `${first}/bring-back`));
    const seen = await clients().resident.show_knowledge_article({ article: article.id });
    assert.deepEqual([seen.status, seen.body], ['pending', article.body]);
    assert.doesNotMatch(visibleText((await browser.get(history)).html), /↩/, 'no identifiers on a screen');
    const moderator = await signIn(actors.service, 'moderator', 'en');
    const page = await moderator.get(`${first}/bring-back`);
    await follow(moderator, await moderator.submit(page, `${first}/bring-back`));
    assert.equal(
      (await actors.village.anonymous.show_knowledge_article({ article: article.id })).body,
      article.body,
    );
  });

  it('hides unpublished texts and the choice of covers from other users', async () => {
    const draft = await clients().resident.write_knowledge_article({ title: 'Черновик', body: 'Пока так.' });
    const neighbour = await signIn(actors.service, 'neighbour', 'ru');
    for (const path of [
      paths.knowledgeArticle,
      paths.editKnowledgeArticle,
      paths.knowledgeHistory,
      paths.knowledgeCover,
    ])
      assert.equal((await neighbour.get(fillPath(path, { article: draft.slug }))).status, 404, path);
    const published = await publish();
    const waiting = await clients().resident.edit_knowledge_article({ article: published.id, body: 'Моё.' });
    const version = fillPath(paths.knowledgeRevision, {
      article: published.slug,
      revision: waiting.revision_id,
    });
    assert.equal((await neighbour.get(version)).status, 404);
    assert.equal((await neighbour.get(`${version}/bring-back`)).status, 404);
    assert.equal(
      (await neighbour.get(fillPath(paths.knowledgeCover, { article: published.slug }))).status,
      403,
    );
  });
});
