import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { hostileTexts } from '../../bench/search/hostile-texts.ts';
import { renderHtml } from '../../src/engines/markup/html-renderer.ts';
import { readMarkdown } from '../../src/engines/markup/markdown.ts';

const html = (source: string) => renderHtml(readMarkdown(source), {});

it('rendered HTML contains only allow-listed tags and no javascript: URLs, for random input', () => {
  const tags = /<\/?([a-z0-9]+)((?: [a-z-]+="[^"<>]*")*)>/g;
  const known = new Set(
    'p h1 h2 h3 h4 h5 h6 em strong s code pre br hr ul ol li input blockquote aside div table thead tbody tr th td a img figure figcaption sup section'.split(
      ' ',
    ),
  );
  const part = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '[',
    ']',
    '(',
    ')',
    '!',
    '*',
    '_',
    '`',
    '~',
    '|',
    '\n',
    '- ',
    '> ',
    '# ',
    '[^1]',
    ':',
    '&',
    '\\',
    'javascript:',
    'onerror=',
    '<img src=x ',
    '<a href="',
    '```',
    'a',
    ' ',
    'media:1',
    '[!NOTE]',
    '|-|',
    'http://x',
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const page = html(parts.join(''));
      for (const [, tag = ''] of page.matchAll(tags)) assert.ok(known.has(tag), tag);
      assert.doesNotMatch(page.replace(tags, ''), /[<>]/);
      assert.doesNotMatch(page, /href="\s*javascript:/i);
    }),
    { numRuns: 400 },
  );
});

/** A third of the longest body: enough to show superlinear growth; bench/ times the whole. */
const tested = 100_000;

for (const [name, whole] of Object.entries(hostileTexts)) {
  const source = whole.slice(0, tested);
  it(`renders a hostile text with bounded time and output: ${name}`, { timeout: 30_000 }, () => {
    const page = html(source);
    assert.ok(page.length < source.length * 12, `${page.length} characters from ${source.length}`);
  });
}
