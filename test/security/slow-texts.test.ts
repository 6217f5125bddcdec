import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { findMentions, omitMentions } from '../../src/domain/rules/mentions.ts';
import { listSections } from '../../src/domain/rules/text-section.ts';
import { renderHtml } from '../../src/engines/markup/html-renderer.ts';
import { readMarkdown } from '../../src/engines/markup/markdown.ts';
import { splitPhotographs } from '../../src/entry/web/loaders/entry-photographs.ts';
import { deriveTitle } from '../../src/entry/web/pages/journal/mention-labels.ts';
import { appendPictures } from '../../src/entry/web/pages/knowledge/save-article.ts';

/** Aborts what would take hours: each of these takes milliseconds on the event loop. */
function runWithTimeout<Result>(work: () => Result): Result {
  return runInNewContext('work()', { work }, { timeout: 20_000 }) as Result;
}

/** A line end for regular expressions, but not for code that splits lines. */
const lineEnd = '\u2028';
const longest = 300_000;

describe('texts made to be slow to parse', () => {
  it('sections: a heading of spaces only', () => {
    const line = `#${' '.repeat(900)}${lineEnd}`;
    assert.equal(
      runWithTimeout(() => listSections(`${`${line}\n`.repeat(300)}# last ##`)).at(-1)?.heading,
      'last',
    );
  });

  it('sections: hashes and spaces after a heading', () => {
    const [section] = runWithTimeout(() => listSections(`# a${' #'.repeat(450)}${lineEnd}`));
    assert.match(section?.heading ?? '', /^a #/);
    assert.deepEqual(
      listSections('# one ## \n##\ttwo #\t\n# C#\n# ###\n#  ').map(({ heading }) => heading),
      ['one', 'two', 'C#', '###'],
    );
  });

  it('sections: nothing but headings', () => {
    const sections = runWithTimeout(() => listSections('# a\n'.repeat(longest / 4)));
    assert.equal(sections.length, 2000);
    assert.equal(sections.at(-1)?.text.length, longest - 4 * 1999 - 1);
  });

  it('rendering: a table with missing cells', () => {
    const cells = (text: string) => renderHtml(readMarkdown(text), {}).split('<td').length - 1;
    const head = `${'|a'.repeat(300)}|\n${'|-'.repeat(300)}|\n`;
    assert.ok(runWithTimeout(() => cells(head + 'x\n'.repeat(400))) < 4000);
    assert.equal(cells(`|a|b|\n|-|-|\n${'|x\n'.repeat(400)}`), 800);
  });

  it('mentions: an unclosed code fence', () => {
    const marks = '`'.repeat(longest - 20);
    assert.deepEqual(
      runWithTimeout(() => findMentions(`${marks}${lineEnd}\n[object:1]`)),
      [],
    );
  });

  it('photos: empty lines', () => {
    const body = `a${'\n'.repeat(longest)}b\n[media:1]`;
    assert.deepEqual(runWithTimeout(() => splitPhotographs(body)).ids, ['1']);
    assert.deepEqual(splitPhotographs('a [media:1]\n\n [media:2]\n\n[media:3] \n'), {
      text: 'a [media:1]',
      ids: ['2', '3'],
    });
  });

  it('title: unclosed links', () => {
    assert.equal(
      runWithTimeout(() => deriveTitle(`${']('.repeat(longest)}\nb`)),
      'b',
    );
  });

  it('excerpt: words before mentions', () => {
    const text = `${'и '.repeat(longest / 4)}[object:1]${' ,'.repeat(longest / 4)}[object:2] ${'.'.repeat(99)}`;
    assert.equal(
      runWithTimeout(() => omitMentions(text)),
      '.'.repeat(99),
    );
  });

  it('photos: named and not named in the text', () => {
    const ids = Array.from({ length: 20_000 }, (_, place) => String(10 ** 17 + place));
    const joined = runWithTimeout(() => appendPictures('media:1 '.repeat(longest), ids, 'en'));
    assert.ok(joined.endsWith(`(media:${ids.at(-1)})`));
    assert.equal(
      appendPictures('![](media:7) media/9 media:81', ['7', '8', '9'], 'en'),
      '![](media:7) media/9 media:81\n\n![Picture](media:8)',
    );
  });
});
