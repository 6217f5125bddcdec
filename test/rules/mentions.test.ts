import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { blankCode, findMentions, mentionKey } from '../../src/domain/rules/mentions.ts';

const keys = (body: string) => findMentions(body).map(mentionKey);

describe('findMentions', () => {
  const table: [string, string, string[]][] = [
    ['nothing', 'Просто текст с [ссылкой](https://example.org) и [object].', []],
    [
      'every type, in reading order, once',
      '[media:5] [object:7] [task:1][gallery:2] [object:7]',
      ['media:5', 'object:7', 'task:1', 'gallery:2'],
    ],
    ['a code span', 'Пишите `[object:1]` вот так: [object:2]', ['object:2']],
    ['a span of two backticks with one inside', '`` ` [object:1] `` [object:2]', ['object:2']],
    ['a span over two lines', '`a\n[object:1]` [object:2]', ['object:2']],
    ['an unmatched backtick is only text', 'цена ` [object:1]', ['object:1']],
    ['a span does not reach over a blank line', '`a\n\n[object:1]`', ['object:1']],
    ['an escaped backtick opens nothing', '\\`[object:1]\\`', ['object:1']],
    ['a span may end after a backslash', '`[object:1]\\` [object:2]', ['object:2']],
    ['an escaped backslash before a span', '\\\\`[object:1]` [object:2]', ['object:2']],
    ['a fenced block', '```\n[object:1]\n```\n[object:2]', ['object:2']],
    ['a longer fence holds a shorter one', '````\n```\n[object:1]\n````\n[object:2]', ['object:2']],
    ['tildes', '~~~ text\n[object:1]\n```\n[object:3]\n~~~\n[object:2]', ['object:2']],
    ['a fence that never ends', '```\n[object:1]\n\n[object:2]', []],
    ['a fence in a list', '- ```\n  [object:1]\n  ```\n[object:2]', ['object:2']],
    ['backticks in the info string make it a span', '``` `[object:1]` ```\n[object:2]', ['object:2']],
    ['Windows line ends', '```\r\n[object:1]\r\n```\r\n[object:2]', ['object:2']],
    ['an escaped bracket', '\\[object:1] [object:2]', ['object:2']],
    [
      'not identifiers',
      '[object:0] [object:01] [object:-1] [object:1.5] [object:9223372036854775808] [object: 1] [Object:1]',
      [],
    ],
    ['the biggest identifier', '[object:9223372036854775807]', ['object:9223372036854775807']],
    ['unknown types', '[parcel:1] [user:1] [__proto__:1] [constructor:1]', []],
  ];
  for (const [name, body, expected] of table) it(name, () => assert.deepEqual(keys(body), expected));

  it('finds tokens in plain text and ignores those in code', () => {
    const prose = fc.constantFrom('слово', '**жирно**', '\n\n', '- пункт\n', 'a\\`b');
    const mention = fc
      .integer({ min: 1, max: 999 })
      .map((id) => ({ text: ` [object:${id}] `, key: `object:${id}` }));
    const code = fc
      .tuple(fc.integer({ min: 1000, max: 9999 }), fc.constantFrom('`', '``', 'fence'))
      .map(([id, kind]) =>
        kind === 'fence' ? `\n\n\`\`\`\n[object:${id}]\n\`\`\`\n\n` : `${kind} [object:${id}] ${kind} `,
      );
    const piece = fc.oneof(
      prose.map((text) => ({ text })),
      mention,
      code.map((text) => ({ text })),
    );
    fc.assert(
      fc.property(
        fc.array(piece as fc.Arbitrary<{ text: string; key?: string }>, { maxLength: 30 }),
        (pieces) => {
          const expected = [...new Set(pieces.flatMap(({ key }) => key ?? []))];
          assert.deepEqual(keys(pieces.map(({ text }) => text).join(' ')), expected);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('takes linear time on adversarial texts of full length', { timeout: 20_000 }, () => {
    for (const unit of [
      '`',
      '`\n',
      '``a`',
      '\\`',
      '[object:',
      '[object:1',
      '~~~\n',
      '```\n',
      '> ',
      '- ',
      '\\',
    ])
      assert.deepEqual(findMentions(unit.repeat(Math.floor(60_000 / unit.length))), [], unit);
    let runs = '';
    for (let length = 1; runs.length < 60_000; length += 1) runs += `${'`'.repeat(length)} `;
    assert.equal(findMentions(runs).length, 0);
    assert.equal(blankCode(`a ${runs}`), `a ${runs}`);
  });
});
