import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { excerptFrom } from '../../src/rules/plain-text.ts';

describe('excerptFrom', () => {
  const table: [string, string][] = [
    ['# Яблоня\n\nПосадили **первую** _яблоню_.', 'Яблоня Посадили первую яблоню.'],
    ['Вот [object:12] и [наш сайт](https://example.org "x").', 'Вот и наш сайт.'],
    ['![вид](a.jpg)\n\n> цитата\n> дальше', 'цитата дальше'],
    ['- один\n- два\n1. три', 'один два три'],
    ['до\n\n```js\nconst a = 1;\n```\n\nпосле `кода`', 'до после кода'],
    ['a<br>b <!-- тайное --> c', 'a b c'],
    ['| Имя | Срок |\n|---|---|\n| Ель | май |', 'Имя Срок Ель май'],
    ['имя_файла и 2\\*2', 'имя_файла и 2*2'],
    ['```\nтолько код\n```', ''],
  ];
  for (const [markdown, plain] of table)
    it(JSON.stringify(markdown), () => assert.equal(excerptFrom(markdown), plain));

  it('cuts at a word and says that it goes on', () => {
    const excerpt = excerptFrom('слово, '.repeat(100));
    assert.ok(excerpt.length <= 200 && excerpt.endsWith('слово…'), excerpt);
  });

  it('is bounded and well-formed whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (markdown) => {
        const excerpt = excerptFrom(markdown);
        assert.ok(excerpt.length <= 201);
        assert.ok(excerpt.isWellFormed());
      }),
      { numRuns: 200 },
    );
    assert.ok(excerptFrom('😀'.repeat(300)).isWellFormed());
  });
});
