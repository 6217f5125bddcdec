import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listSections, replaceSection, type Section } from '../../src/domain/rules/text-section.ts';

const headings = (body: string) => listSections(body).map(({ heading }) => heading);
const find = (body: string, anchor: string): Section =>
  listSections(body).find((section) => section.anchor === anchor) ?? assert.fail(anchor);

it('a section reaches to the next heading of its own level or a higher one', () => {
  const body =
    '# House\n\nall\n\n## Roof\n\ntiles\n\n### Gutter\n\nzinc\n\n## Cellar\n\ndry\n\n# Garden\n\nbeds';
  assert.equal(find(body, 'roof').text, '## Roof\n\ntiles\n\n### Gutter\n\nzinc');
  assert.equal(find(body, 'gutter').text, '### Gutter\n\nzinc');
  assert.ok(find(body, 'house').text.endsWith('dry'));
  assert.deepEqual(find(body, 'garden').lines, [16, 19]);
});

it('closing hashes are no part of a heading, those of a word are', () => {
  assert.deepEqual(headings('## Roof ##  \n## C#\n## Lot #7 #\n##\tTab\t#\n## a##b'), [
    'Roof',
    'C#',
    'Lot #7',
    'Tab',
    'a##b',
  ]);
});

it('lines in a fence are no headings, also where the fence holds a shorter one', () => {
  assert.deepEqual(headings('````\n# one\n```\n# two\n````\n# three'), ['three']);
  assert.deepEqual(headings('~~~\n# one\n```\n# two\n~~~\n# three'), ['three']);
});

it('more than six hashes, four spaces and no space are no headings', () => {
  assert.deepEqual(headings('####### seven\n    # code\n#none\n   # three spaces'), ['three spaces']);
});

it('equal headings are numbered', () => {
  assert.deepEqual(
    listSections('# Roof\n# Roof\n# Roof').map(({ anchor }) => anchor),
    ['roof', 'roof-2', 'roof-3'],
  );
});

it('a replaced section keeps its heading unless the new text brings one of its level', () => {
  const body = '# House\r\n\r\nall\r\n## Roof\r\ntiles\r\n# Garden\r\nbeds';
  assert.equal(
    replaceSection(body, find(body, 'roof'), ' zinc \r\n'),
    '# House\n\nall\n## Roof\n\nzinc\n\n# Garden\nbeds',
  );
  assert.equal(
    replaceSection(body, find(body, 'roof'), '## New roof\nzinc'),
    '# House\n\nall\n## New roof\nzinc\n\n# Garden\nbeds',
  );
  assert.equal(
    replaceSection(body, find(body, 'roof'), '### Gutter\nzinc'),
    '# House\n\nall\n## Roof\n\n### Gutter\nzinc\n\n# Garden\nbeds',
  );
  assert.equal(
    replaceSection(body, find(body, 'garden'), 'lawn'),
    '# House\n\nall\n## Roof\ntiles\n# Garden\n\nlawn',
  );
});
