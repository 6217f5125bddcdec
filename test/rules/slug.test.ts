import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { slugify } from '../../src/domain/rules/slug.ts';

describe('slugFrom', () => {
  const table: [string, string][] = [
    ['Берёзка у Щучьего озера', 'berezka-u-shchuchego-ozera'],
    ['ЁЛКА', 'elka'],
    ['елка', 'elka'],
    ['Чай, хлеб & мёд!', 'chay-khleb-med'],
    ['и\u0306од', 'yod'],
    ['за\u0301мок', 'zamok'],
    ['Café — Zürich №5', 'cafe-zurich-no5'],
    ['Объём 2,5 м³', 'obem-2-5-m3'],
    ['  --a--b--  ', 'a-b'],
    ['2026', '2026'],
    ['123456789', '123456789'],
    ['1234567890', 'n-1234567890'],
    ['123456789012345', 'n-123456789012345'],
  ];
  for (const [title, slug] of table) it(`${title} → ${slug}`, () => assert.equal(slugify(title), slug));

  it('keeps titles apart that have no Latin or Russian letters', () => {
    assert.match(slugify('🙂'), /^x-[0-9a-f]{8}$/);
    assert.notEqual(slugify('水'), slugify('火'));
    assert.notEqual(slugify('水 tank'), slugify('火 tank'));
    assert.notEqual(slugify(''), '');
  });

  it('is URL-safe and bounded for any title, and idempotent', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 20, max: 120 }),
        (title, max) => {
          const slug = slugify(title, max);
          assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
          assert.ok(slug.length <= max);
          assert.equal(slugify(slug, max), slug);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('ignores case and ё', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'абвгдеёжзийклмнопрстуфхцчшщъыьэюяabcxyz0 -'),
      maxLength: 60,
    });
    fc.assert(
      fc.property(word, (title) => {
        assert.equal(slugify(title.toUpperCase().trim()), slugify(title.replaceAll('ё', 'е').trim()));
      }),
      { numRuns: 300 },
    );
  });
});
