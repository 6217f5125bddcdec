import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import fc from 'fast-check';
import { compareTexts, type DifferencePart } from '../../src/engines/markup/text-difference.ts';
import { createTextReader } from '../../src/engines/search/text-reader.ts';

const texts = createTextReader();
after(() => texts.close());

/** `[-removed-]`, `{+added+}`, `…12` for 12 skipped characters. */
function show(before: string, now: string): string {
  const marks = { same: ['', ''], removed: ['[-', '-]'], added: ['{+', '+}'], skipped: ['…', ''] } as const;
  return compareTexts(before, now)
    .map(({ kind, text, characters }) => marks[kind].join(kind === 'skipped' ? String(characters) : text))
    .join('');
}

function takeSide(parts: readonly DifferencePart[], other: 'added' | 'removed'): string {
  return parts
    .filter(({ kind }) => kind !== other)
    .map(({ text }) => text)
    .join('');
}

const countSide = (parts: readonly DifferencePart[], other: 'added' | 'removed') =>
  parts.filter(({ kind }) => kind !== other).reduce((sum, { characters }) => sum + characters, 0);

describe('compareTexts', () => {
  it('compares whole words in any script', () => {
    assert.equal(show('Насос гибнет зимой.', 'Насос ломается зимой.'), 'Насос [-гибнет-]{+ломается+} зимой.');
    assert.equal(
      show('The pump dies in winter', 'The pump breaks in winter'),
      'The pump [-dies-]{+breaks+} in winter',
    );
    assert.equal(
      show('Насос Grundfos SQ 2-55 стоит', 'Насос Grundfos SQE 2-70 стоит'),
      'Насос Grundfos [-SQ-]{+SQE+} 2-[-55-]{+70+} стоит',
    );
    assert.equal(show('მე ვარ სახლში დღეს', 'მე ვიყავი სახლში დღეს'), 'მე [-ვარ-]{+ვიყავი+} სახლში დღეს');
  });

  it('keeps combining marks with their word and distinguishes ё from е', () => {
    assert.equal(
      show('старый кра\u0301сный дом', 'старый красный дом'),
      'старый [-кра\u0301сный-]{+красный+} дом',
    );
    assert.equal(show('ёлка у дома', 'елка у дома'), '[-ёлка-]{+елка+} у дома');
    // й written as и with a breve.
    assert.equal(show('этот краи\u0306 света', 'этот краи света'), 'этот [-краи\u0306-]{+краи+} света');
  });

  it('keeps emoji sequences whole', () => {
    assert.equal(
      show('наша семья 👨‍👩‍👧 и 👍🏽', 'наша семья 👨‍👩‍👦 и 👍🏻'),
      'наша семья [-👨‍👩‍👧-]{+👨‍👩‍👦+} и [-👍🏽-]{+👍🏻+}',
    );
    assert.equal(show('едем в 🇷🇺 летом', 'едем в 🇷🇸 летом'), 'едем в [-🇷🇺-]{+🇷🇸+} летом');
  });

  it('compares tables and code like other text', () => {
    assert.equal(
      show('| Насос | Вт |\n|---|---|\n| SQ | 700 |\n', '| Насос | Вт |\n|---|---|\n| SQ | 750 |\n'),
      '| Насос | Вт |\n|---|---|\n| SQ | [-700-]{+750+} |\n',
    );
    assert.equal(
      show('```sh\npump --depth=20\n```', '```sh\npump --depth=25 --dry\n```'),
      '```sh\npump --depth=[-20-]{+25 --dry+}\n```',
    );
  });

  it('shows rewritten text as removed and added', () => {
    assert.equal(show('Один два три', 'Four five six'), '[-Один два три-]{+Four five six+}');
    assert.equal(show('', 'новое'), '{+новое+}');
    assert.equal(show('старое', ''), '[-старое-]');
  });

  it('finds a word changed in every paragraph', () => {
    const paragraphs = Array.from(
      { length: 60 },
      (_, n) => `Абзац ${n} про насос номер ${n * 7} и про колодец.\n`,
    );
    const before = paragraphs.join('');
    const parts = compareTexts(before, before.replaceAll('колодец', 'скважину'));
    assert.deepEqual(
      [...new Set(parts.filter(({ kind }) => kind === 'removed').map(({ text }) => text))],
      ['колодец'],
    );
    assert.equal(parts.filter(({ kind }) => kind === 'added').length, 60);
  });

  it('the parts always rebuild both texts', () => {
    const piece = fc.constantFrom(
      'насос',
      'pump',
      ' ',
      '\n',
      '.',
      'ё',
      'е\u0301',
      '👍🏽',
      '\u0301',
      '\ud83d',
      '|',
      '_',
    );
    const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, text, (before, now) => {
        const parts = compareTexts(before, now);
        assert.equal(takeSide(parts, 'added'), before);
        assert.equal(takeSide(parts, 'removed'), now);
        assert.ok(parts.every(({ text: each, characters }) => each.length === characters && each !== ''));
        assert.ok(parts.every(({ kind }, index) => kind !== parts[index - 1]?.kind));
      }),
      { numRuns: 500 },
    );
  });
});

describe('compareTexts of huge texts', () => {
  const long = 300_000;
  const words = (seed: number, separator: string) => {
    let state = seed;
    let text = '';
    while (text.length < long) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      text += `${(state % 9973).toString(36)}${state % 17 === 0 ? separator : ' '}`;
    }
    return text.slice(0, long);
  };

  it('finds scattered edits word by word', async () => {
    const before = words(3, '.\n');
    const lines = before.split('\n');
    const now = lines.map((line, index) => (index % 50 === 7 ? `${line} дописано` : line)).join('\n');
    const parts = (await texts.compare(before, now)) ?? assert.fail('it is compared');
    assert.deepEqual(parts, compareTexts(before, now), 'same result in the worker thread');
    assert.ok(parts.filter(({ kind }) => kind === 'added').every(({ text }) => text === ' дописано'));
    assert.equal(parts.filter(({ kind }) => kind === 'removed').length, 0);
    assert.equal(countSide(parts, 'added'), before.length);
    assert.equal(countSide(parts, 'removed'), now.length);
  });

  it('is bounded for unrelated and repetitive texts', () => {
    const coin = (seed: number, [a, b]: readonly [string, string], end: string) => {
      let state = seed;
      let text = '';
      for (let count = 0; text.length < long; count += 1) {
        state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
        text += (state / 65_536) % 2 < 1 ? a : b;
        if (count % 999 === 998) text += end;
      }
      return text;
    };
    const pairs: [string, string][] = [
      [words(3, '.\n'), words(4, '.\n')],
      [words(3, ' '), words(4, ' ')],
      ['а\n'.repeat(long / 2), 'б\nа\n'.repeat(long / 4)],
      [coin(1, ['а\n', 'б\n'], ''), coin(2, ['а\n', 'б\n'], '')],
      [coin(1, ['.', ','], ''), coin(2, ['.', ','], '')],
      [coin(1, ['.', ','], '\n'), coin(2, ['.', ','], '\n')],
      [' '.repeat(long), '\n'.repeat(long)],
      [`а${'\u0301'.repeat(long)}`, `б${'\u0301'.repeat(long)}`],
    ];
    for (const [before, now] of pairs) {
      const parts = compareTexts(before, now);
      assert.equal(countSide(parts, 'added'), before.length);
      assert.equal(countSide(parts, 'removed'), now.length);
    }
  });
});
