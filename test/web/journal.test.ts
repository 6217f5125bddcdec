import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { createTextReader } from '../../src/engines/search/text-reader.ts';
import { renderBody } from '../../src/entry/web/loaders/article-body.ts';
import { createRenderedTextCache } from '../../src/entry/web/server/rendered-text-cache.ts';
import { startService, type TestService } from '../harness/service.ts';
import { buildVillage, type Village } from '../harness/village.ts';

describe('public article pages', () => {
  let service: TestService;
  let village: Village;
  const settlement = 'berezka';
  before(async () => {
    service = await startService();
    village = await buildVillage(service);
  });
  const open = async (path: string) => {
    const reply = await fetch(`${service.url}${path}`, { headers: { 'accept-language': 'ru' } });
    return { status: reply.status, html: await reply.text() };
  };

  it('show published public articles only', async () => {
    const write = async (title: string, visibility: 'public' | 'residents', publish = true) => {
      const { data } = await village.clients.editor.write_article({
        settlement,
        kind: 'post',
        title,
        body: '**Текст** <script>alert(1)</script> [x](javascript:alert(1))',
        visibility,
        tags: ['сад'],
      });
      if (publish) await village.clients.editor.publish_article({ settlement, article: data.id });
      return data.slug;
    };
    const shown = await write('Открытая & <новость>', 'public');
    const hidden = [await write('Для своих', 'residents'), await write('Черновик', 'public', false)];
    const list = await open(`/settlements/${settlement}/articles`);
    assert.equal(list.status, 200);
    assert.match(list.html, /Открытая &amp; &lt;новость/);
    assert.doesNotMatch(list.html, /Для своих|Черновик/);
    const page = await open(`/settlements/${settlement}/articles/${shown}`);
    assert.equal(page.status, 200);
    assert.match(page.html, /<strong>Текст<\/strong>/);
    assert.doesNotMatch(page.html, /<script>alert|href="javascript/);
    // Whether there is one is not told before one has signed in.
    for (const slug of [...hidden, 'nothing']) {
      const { status, html } = await open(`/settlements/${settlement}/articles/${slug}`);
      assert.equal(status, 200, slug);
      assert.match(html, /<form[^>]*action="\/login"/, slug);
      assert.doesNotMatch(html, /Для своих|Черновик/);
    }
    assert.equal((await open('/settlements/nowhere/articles')).status, 404);
  });

  it('serve an anonymous Atom feed with an ETag, even to a request with a token', async () => {
    const address = `${service.url}/settlements/${settlement}/articles.atom`;
    const token = await service.token(village.accounts.editor);
    const reply = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    const feed = await reply.text();
    assert.equal(reply.status, 200);
    assert.match(reply.headers.get('content-type') ?? '', /^application\/atom\+xml/);
    assert.match(reply.headers.get('cache-control') ?? '', /^public, max-age=\d+$/);
    assert.match(feed, /<title>Открытая &#38; &#60;новость&#62;<\/title>/);
    assert.doesNotMatch(feed, /Для своих|Черновик/);
    for (const known of [reply.headers.get('etag') ?? '', `"x", W/${reply.headers.get('etag')}`]) {
      const again = await fetch(address, { headers: { 'if-none-match': known } });
      assert.deepEqual([again.status, await again.text()], [304, '']);
    }
    assert.equal((await fetch(address.replace(settlement, 'nowhere'))).status, 404);
    for (let index = 0; index < 40; index += 1) {
      const { data } = await village.clients.editor.write_article({
        settlement,
        kind: 'post',
        title: `${index} \u0008\uFFFE"'<![CDATA[`,
        body: ']]>&\u0001',
        visibility: 'public',
      });
      await village.clients.editor.publish_article({ settlement, article: data.id });
    }
    const long = await (await fetch(address)).text();
    const entries = long.match(/<entry>/g)?.length ?? 0;
    assert.equal(entries, 30, 'one page of the list, of 41 that are public');
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
    assert.doesNotMatch(long, /[\u0000-\u0008\uFFFE]|<!\[/);
    assert.equal(new Set(long.match(/<id>[^<]*<\/id>/g)).size, entries + 1);
  });

  it('render mention tokens as escaped titles, hidden ones as generic words, and leave code as typed', async () => {
    const mentions = { 'object:1': { type: 'object' as const, id: '1', title: '<b>Яблоня</b>' } };
    const body = 'Вот [object:1], `[object:1]`, [object:2], [constructor:1]';
    const texts = createTextReader();
    const html = await renderBody(
      { body, mentions },
      {
        dependencies: { renderedTexts: createRenderedTextCache(), services: { texts } },
        shareKey: '',
        view: { language: 'ru' },
      },
    );
    await texts.close();
    assert.match(
      html,
      /Вот &lt;b&gt;Яблоня&lt;\/b&gt;, <code>\[object:1\]<\/code>, объект, \[constructor:1\]/,
    );
  });

  it('load no image from an address that an author wrote', async () => {
    const { data } = await village.clients.editor.write_article({
      settlement,
      kind: 'post',
      title: 'Снимок',
      body: '![Кот](https://elsewhere.example/cat.png)\n\n![](//elsewhere.example/b) ![лист](/today)',
      visibility: 'public',
    });
    await village.clients.editor.publish_article({ settlement, article: data.id });
    const { html } = await open(`/settlements/${settlement}/articles/${data.slug}`);
    assert.match(html, /<a href="https:\/\/elsewhere\.example\/cat\.png" rel="[^"]+">Кот<\/a>/);
    assert.doesNotMatch(html, /(?:src|srcset|poster|data)="[^"]*(?:elsewhere|\/today")/);
    const feed = await open(`/settlements/${settlement}/articles.atom`);
    assert.match(feed.html, /<title>Снимок<\/title>/);
    assert.doesNotMatch(feed.html, /cat\.png|&#60;img/);
  });
});
