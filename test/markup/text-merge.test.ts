import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { mergeTexts } from '../../src/engines/markup/text-merge.ts';

describe('two changes of one text', () => {
  const base = 'Один.\n\nДва.\n\nТри.\n';

  it('are joined where they changed different paragraphs', () => {
    assert.equal(
      mergeTexts(base, 'Один!\n\nДва.\n\nТри.\n', 'Один.\n\nДва.\n\nТри.\n\nЧетыре.'),
      'Один!\n\nДва.\n\nТри.\n\nЧетыре.',
    );
    assert.equal(
      mergeTexts(base, 'Один.\n\nТри.\n', 'Ноль.\n\nОдин.\n\nДва.\n\nТри.\n'),
      'Ноль.\n\nОдин.\n\nТри.\n',
    );
    assert.equal(mergeTexts('Один.', 'Один.\n\nДва.', 'Один.'), 'Один.\n\nДва.');
    assert.equal(
      mergeTexts(base, 'Раз.\n\nДва.\n\nТри.\n', 'Раз.\n\nДва.\n\nТри!\n'),
      'Раз.\n\nДва.\n\nТри!\n',
    );
  });

  it('have no joined text where they meet', () => {
    assert.equal(mergeTexts(base, 'Один!\n\nДва.\n\nТри.\n', 'Один?\n\nДва.\n\nТри.\n'), undefined);
    assert.equal(mergeTexts(base, 'Один.\n\nДва!\n\nТри.\n', 'Один.\n\nТри.\n'), undefined);
    assert.equal(mergeTexts('Один.', 'Один.\n\nА.', 'Один.\n\nБ.'), undefined, 'two texts for one place');
  });

  it('keep every paragraph that either added and every other that neither removed', () => {
    const paragraph = fc.constantFrom('а', 'б', 'в', 'г', 'д', '```\n\nкод\n\n```', '## З', 'а\nб');
    const text = fc.array(paragraph, { maxLength: 7 });
    fc.assert(
      fc.property(text, text, text, (old, left, right) => {
        const [b, l, r] = [old, left, right].map((parts) => parts.join('\n\n')) as [string, string, string];
        const merged = mergeTexts(b, l, r);
        assert.equal(merged === undefined, mergeTexts(b, r, l) === undefined);
        if (merged === undefined) return;
        const words = (one: string) => one.split(/\n+/).filter(Boolean);
        const count = (one: string, word: string) => words(one).filter((each) => each === word).length;
        for (const word of new Set([b, l, r].flatMap(words))) {
          const wanted = count(l, word) + count(r, word) - count(b, word);
          // The same change made by both counts once.
          assert.ok(count(merged, word) >= Math.min(wanted, count(l, word), count(r, word)), merged);
        }
        assert.equal(mergeTexts(b, l, b)?.trimEnd(), l.trimEnd());
      }),
    );
  });

  it('stay within bounds for long unrelated texts', { timeout: 20_000 }, () => {
    const make = (letter: string) =>
      Array.from({ length: 60_000 }, (_, at) => `${letter}${at % 7}`).join('\n\n');
    assert.equal(mergeTexts(make('а'), make('б'), make('в')), undefined);
  });
});
