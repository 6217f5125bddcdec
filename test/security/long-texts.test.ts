import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { findMentions } from '../../src/domain/rules/mentions.ts';
import { listSections } from '../../src/domain/rules/text-section.ts';
import { renderHtml } from '../../src/engines/search/html.ts';
import { readMarkdown } from '../../src/engines/search/markdown.ts';
import { splitPhotographs, titleFrom } from '../../src/entry/web/pages/journal/mention-labels.ts';
import { joinPictures } from '../../src/entry/web/pages/knowledge/writing-article.ts';

/** Cut off where it would take hours: each of these is done in milliseconds, by the thread that serves everybody. */
function inTime<Result>(work: () => Result): Result {
  return runInNewContext('work()', { work }, { timeout: 20_000 }) as Result;
}

/** Ends a line for an expression, and not for whoever splits lines. */
const lineEnd = '\u2028';
const longest = 300_000;

describe('a text made to be slow to read', () => {
  it('as sections: a heading of nothing but spaces', () => {
    const line = `#${' '.repeat(900)}${lineEnd}`;
    assert.equal(inTime(() => listSections(`${`${line}\n`.repeat(300)}# last ##`)).at(-1)?.heading, 'last');
  });

  it('as sections: hashes and spaces after a heading', () => {
    const [section] = inTime(() => listSections(`# a${' #'.repeat(450)}${lineEnd}`));
    assert.match(section?.heading ?? '', /^a #/);
    assert.deepEqual(
      listSections('# one ## \n##\ttwo #\t\n# C#\n# ###\n#  ').map(({ heading }) => heading),
      ['one', 'two', 'C', '#'],
    );
  });

  it('as sections: nothing but headings', () => {
    const sections = inTime(() => listSections('# a\n'.repeat(longest / 4)));
    assert.equal(sections.length, 2000);
    assert.equal(sections.at(-1)?.text.length, longest - 4 * 1999 - 1);
  });

  it('as a page: a table that fills itself', () => {
    const cells = (text: string) => renderHtml(readMarkdown(text), {}).split('<td').length - 1;
    const head = `${'|a'.repeat(300)}|\n${'|-'.repeat(300)}|\n`;
    assert.ok(inTime(() => cells(head + 'x\n'.repeat(400))) < 4000);
    assert.equal(cells(`|a|b|\n|-|-|\n${'|x\n'.repeat(400)}`), 800);
  });

  it('for what it mentions: a fence that is not one', () => {
    const marks = '`'.repeat(longest - 20);
    assert.deepEqual(
      inTime(() => findMentions(`${marks}${lineEnd}\n[object:1]`)),
      [],
    );
  });

  it('for its photographs: empty lines', () => {
    const body = `a${'\n'.repeat(longest)}b\n[media:1]`;
    assert.deepEqual(inTime(() => splitPhotographs(body)).ids, ['1']);
    assert.deepEqual(splitPhotographs('a [media:1]\n\n [media:2]\n\n[media:3] \n'), {
      text: 'a [media:1]',
      ids: ['2', '3'],
    });
  });

  it('for its title: links that never end', () => {
    assert.match(
      inTime(() => titleFrom(`${']('.repeat(longest)}\nb`, 'en')),
      /…$/,
    );
  });

  it('for pictures that it names or not', () => {
    const ids = Array.from({ length: 20_000 }, (_, place) => String(10 ** 17 + place));
    const joined = inTime(() => joinPictures('media:1 '.repeat(longest), ids, 'en'));
    assert.ok(joined.endsWith(`(media:${ids.at(-1)})`));
    assert.equal(
      joinPictures('![](media:7) media/9 media:81', ['7', '8', '9'], 'en'),
      '![](media:7) media/9 media:81\n\n![Picture](media:8)',
    );
  });
});
