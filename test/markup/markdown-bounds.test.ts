import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import markdownIt, { type Token } from 'markdown-it';
import footnote from 'markdown-it-footnote';
import { renderHtml } from '../../src/engines/markup/html-renderer.ts';
import { isSafeUrl, readMarkdown } from '../../src/engines/markup/markdown.ts';
import { toPlainText } from '../../src/engines/markup/plain-text.ts';
import { splitIntoPassages } from '../../src/engines/search/passages.ts';

const size = 300_000;
const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
const html = (source: string) => renderHtml(readMarkdown(source));
const plain = (source: string) => toPlainText(readMarkdown(source));

const unbound = markdownIt({ html: false, maxNesting: 40 }).use(footnote);
unbound.validateLink = isSafeUrl;

interface Seen {
  type: string;
  tag: string;
  content: string;
  attrs: unknown;
  map: unknown;
  hidden: boolean;
  children: Seen[] | null;
}

function see({ type, tag, content, attrs, map, hidden, children }: Token): Seen {
  return { type, tag, content, attrs, map, hidden, children: children?.map(see) ?? null };
}

/** The texts here have no tasks, callouts or figures, which would change the tokens. */
const seen = (source: string) => readMarkdown(source).tokens.map(see);

it('ordinary texts give the same tokens as the unbounded parser', () => {
  const part = fc.constantFrom(
    ...[
      '[',
      ']',
      '(',
      ')',
      '![',
      '](/x)',
      '[a](b)',
      '[a]',
      '*',
      '**',
      '_',
      '~~',
      '`',
      '``',
      '|',
      '|-|\n',
      '\n',
    ],
    ...[
      '\n\n',
      '- ',
      '1. ',
      '> ',
      '# ',
      '    ',
      '```\n',
      '[^1]',
      '\n\n[^1]: ',
      '^[',
      '[a]: /x "t"\n\n',
      '&amp;',
      '\\',
    ],
    ...['<http://a.b>', '<b>', '---\n', '===\n', 'слово ', 'a', ' ', '  \n', '!', '\t', '***bold***'],
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const source = parts.join('');
      assert.deepEqual(seen(source), unbound.parse(source, {}).map(see));
    }),
    { numRuns: 1500 },
  );
});

it('text nested beyond the limit and text after it is kept', () => {
  for (const mark of ['- ', '> ', '1. ', '> - ']) {
    const source = `${mark.repeat(60)}deep\n\nafter\n\n## Heading\n\nlast`;
    assert.match(plain(source), /deep/, mark);
    assert.match(html(source), /<p>after<\/p>[\s\S]*<h2[^>]*>Heading<\/h2>[\s\S]*<p>last<\/p>/, mark);
  }
});

it('a text with too many blocks loses no word', () => {
  for (const piece of [
    'a\n',
    'a\n\n',
    '- a\n',
    '- a\n\n',
    '# a\n',
    '|a|\n|-|\n|a|\n\n',
    '> a\n\n',
    'a\n===\n',
    '---\na\n',
  ]) {
    const source = `${fill(piece).slice(0, -30)}\n\nthe very last words`;
    const text = plain(source);
    assert.match(text, /the very last words$/, piece);
    const letters = (from: string) => from.replace(/[^a]/g, '').length;
    assert.equal(letters(text), letters(source), piece);
  }
});

it('a table of any size keeps every cell as text', () => {
  const rows = `|a|b|\n|-|-|\n${'|x|y|\n'.repeat(45_000)}`;
  assert.equal(plain(rows).match(/x/g)?.length, 45_000);
  assert.match(html(rows.slice(0, 60_000)), /<td>x<\/td>/);
  const wide = `|${'a|'.repeat(2_000)}\n|${'-|'.repeat(2_000)}\n`;
  assert.doesNotMatch(html(wide), /<table>/);
  assert.equal(plain(wide).match(/a/g)?.length, 2_000);
});

it('links are parsed among thousands of unmatched brackets', () => {
  const page = html(`${'[ '.repeat(3_000)}[a](/b) ${'] '.repeat(10)}![c](/d)`);
  assert.match(page, /<a href="\/b"/);
  assert.match(page, /<a href="\/d" rel="nofollow ugc noopener">c<\/a>/);
  assert.equal(html('*'.repeat(5_000).padStart(5_001, 'a')), `<p>a${'*'.repeat(5_000)}</p>\n`);
});

it('a long reference URL used very often gives bounded output', () => {
  const page = html(`[a]: /${'x'.repeat(1_900)}\n\n${'[a] '.repeat(70_000)}`);
  assert.ok(page.length < 5_000_000, `${page.length} characters`);
  assert.match(page, /<a href="\/x/);
  const images = html(`[a]: /${'x'.repeat(1_900)}\n\n${'![][a] '.repeat(40_000)}`);
  assert.ok(images.length < 5_000_000, `${images.length} characters`);
});

it('a long heading above very many passages is not repeated in full', () => {
  const source = `# ${'а'.repeat(150_000)}\n\n${'## б\n\nв\n\n'.repeat(12_000)}`;
  const passages = splitIntoPassages(readMarkdown(source), 'Title', []);
  assert.equal(passages.length, 12_000);
  assert.ok(passages.every(({ title }) => title.length === 500));
});
