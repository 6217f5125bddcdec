import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createExcerpt } from '../../../src/features/operations/journal/excerpt.ts';

describe('the excerpt of an article', () => {
  const table: [string, string][] = [
    ['# Яблоня\n\nПосадили **первую** _яблоню_.', 'Посадили первую яблоню.'],
    ['Вот [object:12] и [наш сайт](https://example.org "x").', 'Вот и наш сайт.'],
    ['Под ней лавка [object:7].', 'Под ней лавка.'],
    ['- один\n- два\n\n> три', 'один два три'],
    ['до\n\n```js\nconst a = 1;\n```\n\nпосле `кода`', 'до после кода'],
    ['```\nтолько код\n```', ''],
  ];
  for (const [markdown, plain] of table)
    it(JSON.stringify(markdown), () => assert.equal(createExcerpt(markdown), plain));

  it('is short and well-formed for any text', () => {
    assert.match(createExcerpt('слово, '.repeat(100)), /слово…$/);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 5000 }), (markdown) => {
        const excerpt = createExcerpt(markdown);
        assert.ok(excerpt.length <= 200 && excerpt.isWellFormed());
      }),
      { numRuns: 100 },
    );
    assert.ok(createExcerpt('😀'.repeat(3000)).isWellFormed());
  });
});
