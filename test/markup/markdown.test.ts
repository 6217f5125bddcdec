import assert from 'node:assert/strict';
import { it } from 'node:test';
import { renderHtml } from '../../src/engines/markup/html-renderer.ts';
import { readMarkdown } from '../../src/engines/markup/markdown.ts';
import { takeExcerpt, toPlainText } from '../../src/engines/markup/plain-text.ts';

const html = (source: string, options = {}) => renderHtml(readMarkdown(source), options);

it('renders CommonMark and GFM markup', () => {
  assert.equal(html('**a** *b* ~~c~~ `d`'), '<p><strong>a</strong> <em>b</em> <s>c</s> <code>d</code></p>\n');
  assert.match(html('| a | b |\n|--:|---|\n| 1 | 2 |'), /<td class="align-right">1<\/td>/);
  assert.match(html('3. a'), /<ol start="3">/);
});

it('headings get ids that are unique and prefixed', () => {
  const page = html('# Насос\n\n# Насос\n\n# body');
  assert.match(page, /<h2 id="section-насос">/);
  assert.match(page, /<h2 id="section-насос-2">/);
  assert.match(page, /<h2 id="section-body">/);
});

it('renders task lists, callouts and footnotes', () => {
  const tasks = html('- [x] раз\n- [ ] два\n- [y] три');
  assert.match(tasks, /<input type="checkbox" disabled="" checked=""> раз/);
  assert.match(tasks, /<input type="checkbox" disabled=""> два/);
  assert.match(tasks, /<li>\[y\] три/);
  const callout = html('> [!WARNING]\n> Зимой нельзя.', {
    calloutTitles: { note: '', tip: '', important: '', warning: 'WARNING', caution: '' },
  });
  assert.match(
    callout,
    /<aside class="callout callout-warning" role="note"><p><strong>WARNING<\/strong><\/p><p>Зимой/,
  );
  assert.match(html('> [!UNKNOWN]\n> a'), /^<blockquote><p>\[!UNKNOWN\]/);
  const notes = html('a[^1] b[^1]\n\n[^1]: note');
  assert.match(notes, /href="#footnote-1" id="reference-1"/);
  assert.match(notes, /id="reference-1-1"/);
  assert.match(notes, /<li id="footnote-1"><p>note/);
});

it('raw HTML is escaped', () => {
  const page = html(
    '<script>alert(1)</script>\n\n<img src=x onerror=alert(1)> <b onclick="x">y</b>\n\n<style>*{}</style>',
  );
  assert.doesNotMatch(page, /<(script|img|b|style)\b/i);
  assert.match(page, /&lt;script&gt;/);
});

it('only URLs with known schemes are rendered, and links have rel="nofollow ugc noopener"', () => {
  for (const address of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java&#115;cript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'file:///etc/passwd',
    '//elsewhere.example/x',
    'blob:x',
  ]) {
    assert.doesNotMatch(html(`[a](${address})`), /<a href/, address);
    assert.doesNotMatch(html(`![a](${address})`), /<img/, address);
    assert.doesNotMatch(html(`[a]: ${address}\n\n[a]`), /<a href/, address);
  }
  assert.doesNotMatch(html('<javascript:alert(1)>'), /<a href/);
  assert.doesNotMatch(html('![a](mailto:a@b.c)'), /<img/);
  for (const address of [
    'https://example.org/?a=1&b=2',
    'mailto:a@example.org',
    'tel:+70000000000',
    '/a',
    '#b',
    'c/d',
  ]) {
    assert.match(html(`[a](${address})`), /<a href="[^"]+" rel="nofollow ugc noopener">/, address);
  }
});

it('media URLs come from the caller; unknown mentions stay as typed', () => {
  assert.match(
    html('![Кот](media:42)', { pictures: new Map([['42', '/m/42.webp']]) }),
    /<img src="\/m\/42.webp" alt="Кот"/,
  );
  assert.equal(html('![Кот](media:42)', { pictures: new Map() }), '<p>Кот</p>\n');
  assert.equal(html('смотри [object:12] и [photo:7]'), '<p>смотри [object:12] и [photo:7]</p>\n');
});

it('an image whose URL the page did not give is a link, so that nothing is loaded from it', () => {
  for (const address of [
    'https://elsewhere.example/x.png',
    'HTTP://elsewhere.example/x.png?a=1&b=2',
    '/settlements/berezka/articles',
    'media/42',
    '?x',
  ]) {
    for (const source of [
      `![Кот](${address})`,
      `![Кот](${address} "title")`,
      `![Кот][a]\n\n[a]: ${address}`,
      `- [ ] ![Кот](${address})`,
      `|a|\n|-|\n|![Кот](${address})|`,
      `text[^1]\n\n[^1]: ![Кот](${address})`,
    ]) {
      const page = html(source, { pictures: new Map([['42', '/m/42.webp']]) });
      assert.doesNotMatch(page, /<img|src=/, source);
      assert.match(page, /<a href="[^"]+"[^>]* rel="nofollow ugc noopener">Кот<\/a>/, source);
    }
  }
  assert.match(html('![](https://elsewhere.example/x)'), />https:\/\/elsewhere\.example\/x<\/a>/);
  assert.equal(
    html('[![Кот](https://elsewhere.example/x.png)](/y)'),
    '<p><a href="/y" rel="nofollow ugc noopener">Кот</a></p>\n',
  );
  assert.equal(html('![Кот](media:42)'), '<p>Кот</p>\n');
  assert.equal(html('![Кот](/media/42/original)'), '<p>Кот</p>\n');
});

it('plain text and excerpt contain no markup', () => {
  const markdown = readMarkdown(
    '# Заголовок\n\nПервый *абзац* со [ссылкой](/x).\n\n```js\ncode\n```\n\n- пункт',
  );
  assert.equal(toPlainText(markdown), 'Заголовок\nПервый абзац со ссылкой.\nпункт');
  assert.equal(takeExcerpt(markdown, 200), 'Первый абзац со ссылкой. пункт');
  assert.equal(takeExcerpt(markdown, 15), 'Первый абзац…');
  assert.ok(takeExcerpt(readMarkdown('ы'.repeat(500)), 100).length <= 100);
});
