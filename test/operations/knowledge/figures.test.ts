import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createTextReader } from '../../../src/engines/search/text-reader.ts';
import { reindexKnowledge } from '../../../src/features/knowledge/reindexing.ts';
import { assertRefused } from '../../harness/refusals.ts';
import { createKnowledgeSetup, type KnowledgeSetup } from './knowledge-setup.ts';

const drawing = '```mermaid\ngraph TD\n  A[Скважина] --> B[Насос]\n```\n\n*Рис. 1. Водоснабжение*\n';
const dot = '```dot Дом и баня\ndigraph { дом -> баня }\n```\n';

const texts = createTextReader();
after(() => texts.close());

describe('figures, covers and pages of the knowledge base', () => {
  let desk: KnowledgeSetup;
  before(async () => {
    desk = await createKnowledgeSetup();
  });

  async function addPicture(
    subjectId: string,
    subjectType = 'knowledge_article',
    contentType = 'image/jpeg',
  ) {
    const id = desk.service.newId();
    const { db } = desk.service;
    await db`
      insert into media (id, subject_type, subject_id, owner_id, sha256, blobs, content_type, bytes, state, created_at)
      values (${id}, ${subjectType}, ${subjectId}, ${desk.village.accounts.resident}, ${Buffer.alloc(32, 1)},
              array[${Buffer.alloc(32, 1)}::bytea], ${contentType}, 10, 'ready', ${new Date()})`;
    return id;
  }

  it('serves figures of the approved text at their own URLs', async () => {
    const made = await desk.publish({ title: 'Вода', body: `Текст.\n\n${drawing}\n${dot}` });
    const { data } = await desk.anonymous.show_knowledge_figure({ article: made.slug, figure: 1 });
    assert.equal(data.id, '1');
    assert.match(data.caption, /Водоснабжение/);
    assert.match(data.text, /Скважина/);
    assert.deepEqual(data.article, { id: made.id, title: 'Вода', url: `${desk.service.url}/knowledge/voda` });
    const reply = await fetch(data.url);
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('content-type'), 'image/svg+xml');
    assert.match(reply.headers.get('content-security-policy') ?? '', /default-src 'none'.*sandbox/);
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    assert.match(reply.headers.get('cache-control') ?? '', /immutable/);
    assert.match(await reply.text(), /^<svg[\s\S]*Скважина[\s\S]*<\/svg>\s*$/);
    const etag = reply.headers.get('etag') ?? '';
    assert.equal((await fetch(data.url, { headers: { 'if-none-match': etag } })).status, 304);
    const second = await desk.anonymous.show_knowledge_figure({ article: made.id, figure: 2 });
    assert.equal(second.data.caption, 'Дом и баня');
    assert.equal((await fetch(second.data.url)).status, 200);
    await assertRefused(desk.anonymous.show_knowledge_figure({ article: made.id, figure: 3 }), 404);
    await assertRefused(desk.anonymous.show_knowledge_figure({ article: made.id, figure: 0 }), 422, 'figure');
    for (const path of [
      `${data.url.slice(0, -6)}x.svg`,
      `${desk.service.url}/knowledge/figures/1-1-x.svg`,
      `${desk.service.url}/knowledge/figures/9999999999999999999-1-AAAAAAAAAAAAAAAA.svg`,
    ])
      assert.equal((await fetch(path)).status, 404, path);

    const draft = await desk.write({ body: drawing });
    await assertRefused(desk.author.show_knowledge_figure({ article: draft.id, figure: 1 }), 404);
    await desk.moderator.edit_knowledge_article({ article: made.id, body: 'Без схем.' });
    await assertRefused(desk.anonymous.show_knowledge_figure({ article: made.id, figure: 1 }), 404);
    assert.equal((await fetch(data.url)).status, 404);
  });

  it('refuses an invalid diagram with its line, and writes nothing', async () => {
    const bad = 'Начало.\n\n```mermaid\ngraph TD\n  A[Дом --> B\n```\n';
    const error = await assertRefused(
      desk.author.write_knowledge_article({ title: 'Плохо', body: bad }),
      422,
      'body',
    );
    assert.match(error.message, /Line 5\b/);
    await assertRefused(
      desk.author.write_knowledge_article({ title: 'Плохо', body: '```dot\ndigraph { a -> \n```' }),
      422,
      'body',
    );
    const made = await desk.publish();
    await assertRefused(desk.author.edit_knowledge_article({ article: made.id, body: bad }), 422, 'body');
    assert.equal(
      (await desk.author.show_knowledge_article({ article: made.id })).revision_id,
      made.revision_id,
    );
    const russian = desk.service.client(await desk.service.token(desk.village.accounts.resident), 'ru');
    assert.match(
      (await assertRefused(russian.write_knowledge_article({ title: 'Плохо', body: bad }), 422, 'body'))
        .message,
      /Строка 5/,
    );
    const bomb = `\`\`\`mermaid\ngraph TD\n${Array.from({ length: 3000 }, (_, index) => `A${index} --> A${(index * 7) % 3000}`).join('\n')}\n\`\`\``;
    await assertRefused(desk.author.write_knowledge_article({ title: 'Бомба', body: bomb }), 422, 'body');
  });

  it('accepts as a cover only a picture of the article itself, from its author and moderators', async () => {
    const made = await desk.publish();
    const article = made.id;
    const media = await addPicture(article);
    await assertRefused(desk.anonymous.set_knowledge_article_cover({ article, media }), 401);
    await assertRefused(desk.stranger.set_knowledge_article_cover({ article, media }), 403);
    const draft = await desk.write();
    await assertRefused(desk.stranger.set_knowledge_article_cover({ article: draft.id, media }), 404);
    for (const wrong of [
      await addPicture(draft.id),
      await addPicture(article, 'article'),
      await addPicture(article, 'knowledge_article', 'application/pdf'),
      '77',
    ])
      await assertRefused(desk.author.set_knowledge_article_cover({ article, media: wrong }), 422, 'media');
    const covered = await desk.author.set_knowledge_article_cover({ article: made.slug, media });
    assert.equal(covered.cover_media_id, media);
    assert.equal(covered.status, 'published', 'no review follows');
    assert.equal((await desk.anonymous.show_knowledge_article({ article })).cover_media_id, media);
    assert.equal(
      (await desk.moderator.set_knowledge_article_cover({ article, media: null })).cover_media_id,
      null,
    );
  });

  it('shows a picture of the article itself as a figure, and no other', async () => {
    const draft = await desk.write();
    const own = await addPicture(draft.id);
    const foreign = await addPicture('42');
    await desk.author.edit_knowledge_article({
      article: draft.id,
      body: `![Колодец](media:${own})\n\n![Чужое](media:${foreign})`,
    });
    await desk.moderator.publish_knowledge_article({ article: draft.id });
    const { data } = await desk.anonymous.show_knowledge_figure({ article: draft.id, figure: 1 });
    assert.equal(data.caption, 'Колодец');
    assert.match(data.url, new RegExp(`^${desk.service.url}/media/${own}/`));
    await assertRefused(desk.anonymous.show_knowledge_figure({ article: draft.id, figure: 2 }), 404);
    const page = await (await fetch(`${desk.service.url}/knowledge/${draft.slug}`)).text();
    assert.ok(page.includes(`src="/media/${own}/`) && !page.includes(foreign));
    await desk.author.remove_knowledge_article({ article: draft.id });
    assert.equal((await desk.service.db`select 1 from media where id = ${own}`).length, 0);
  });

  it('renders pages: the list, a search, and an article without scripts', async () => {
    const made = await desk.publish({
      title: 'Окна <b>и</b> двери',
      category: 'windows_and_doors',
      tags: ['окна'],
      body: `# Окна\n\n<script>alert(1)</script>\n\n[ссылка](javascript:alert(1))\n\n> [!TIP]\n> Проветривайте.\n\n| Окно | Высота |\n|---|---|\n| южное | 1,2 |\n\n${drawing}`,
    });
    const read = async (path: string) => {
      const reply = await fetch(desk.service.url + path, { headers: { 'accept-language': 'ru' } });
      return { status: reply.status, html: await reply.text() };
    };
    const page = await read(`/knowledge/${made.slug}`);
    assert.equal(page.status, 200);
    assert.ok(
      page.html.includes('Окна &lt;b>и&lt;/b> двери') ||
        page.html.includes('Окна &lt;b&gt;и&lt;/b&gt; двери'),
    );
    assert.ok(
      !/<script(?! (?:type="module" )?src="\/assets)/.test(page.html) &&
        !page.html.includes('href="javascript'),
    );
    assert.match(page.html, /<img src="\/knowledge\/figures\/\d+-1-[\w-]{16}\.svg"/);
    // The figure has a size and links to its own page; a table scrolls inside a focusable box.
    assert.match(
      page.html,
      /<a href="(\/knowledge\/figures\/[^"]+)" class="enlarge" aria-label="Открыть крупно[^"]*"><img src="\1" alt="[^"]*" width="\d+" height="\d+"/,
    );
    assert.match(page.html, /<div class="scroller" tabindex="0" role="group" aria-label="[^"]+"><table>/);
    assert.match(page.html, /Совет/);
    const list = await read('/knowledge');
    assert.ok(list.html.includes(`/knowledge/${made.slug}`));
    const found = await read(`/knowledge?search=${encodeURIComponent('двери')}&category=house_and_building`);
    assert.equal(found.status, 200);
    assert.ok(found.html.includes(`/knowledge/${made.slug}`));
    assert.equal((await read('/knowledge?category=castles')).status, 422);
    const draft = await desk.write();
    const hidden = await read(`/knowledge/${draft.slug}`);
    assert.match(hidden.html, /<form[^>]*action="\/login"/, 'whether there is one is not told before');
  });

  it('rebuilds the index without changing what is found or quoted', async () => {
    const made = await desk.publish({ title: 'Погреб', body: `Погреб копают осенью.\n\n${dot}` });
    const before = await desk.anonymous.search_shared_knowledge({ question: 'погреб осенью' });
    const { db } = desk.service;
    await db`delete from search_posting`;
    assert.deepEqual(
      (await desk.anonymous.search_shared_knowledge({ question: 'погреб' })).data.passages,
      [],
    );
    const seen: number[] = [];
    const report = await reindexKnowledge(
      { pool: desk.service.pool, texts, now: () => new Date(), newId: desk.service.newId },
      (done) => seen.push(done),
    );
    assert.deepEqual(report.failed, []);
    assert.equal(report.done, seen.length);
    const after = await desk.anonymous.search_shared_knowledge({ question: 'погреб осенью' });
    assert.deepEqual(
      after.data.passages.map(({ id }) => id),
      before.data.passages.map(({ id }) => id),
    );
    assert.equal(after.data.passages[0]?.source_id, made.id);
    const [noted] = await db<{ count: number }[]>`select count(*)::integer as count from search_term_change`;
    assert.equal(noted?.count, 0, 'the vocabulary is folded');
  });

  it('handles the longest bodies within the limits', async () => {
    const line = '- слово и ещё слово\n';
    const long = await desk.publish({ body: line.repeat(Math.floor(300_000 / line.length)) });
    assert.equal((await desk.anonymous.show_knowledge_article({ article: long.id })).status, 'published');
    const headings = Array.from(
      { length: 1000 },
      (_, index) => `## Раздел ${index}\n\nТекст раздела ${index}.`,
    ).join('\n\n');
    const many = await desk.publish({ body: headings });
    const { data } = await desk.anonymous.search_shared_knowledge({ question: 'раздел', limit: 20 });
    assert.ok(data.passages.filter(({ source_id }) => source_id === many.id).length <= 4);
    const lines = await desk.publish({
      title: 'Строки',
      body: `${'\n'.repeat(299_000)}однострочник в конце`,
    });
    const { data: last } = await desk.anonymous.search_shared_knowledge({ question: 'однострочник' });
    assert.equal(last.passages[0]?.source_id, lines.id, 'a body of three hundred thousand lines is a body');
    const full = await desk.write({ title: 'Самый длинный', body: 'а\n'.repeat(150_000), publish: true });
    assert.equal(full.status, 'pending');
    await assertRefused(
      desk.author.write_knowledge_article({ title: 'x', body: 'а'.repeat(300_001) }),
      422,
      'body',
    );
    const deep = await desk.publish({ body: `${'>'.repeat(5000)} глубоко\n\n${'  '.repeat(200)}- список` });
    assert.equal((await fetch(`${desk.service.url}/knowledge/${deep.slug}`)).status, 200);
  });
});
