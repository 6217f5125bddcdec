import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { measureEditDistance, measureWeightedDistance } from '../../src/engines/search/edit-distance.ts';
import { readPassageTerms, TermNumbers } from '../../src/engines/search/passage-terms.ts';
import { type Candidate, rankCandidates } from '../../src/engines/search/ranking.ts';
import {
  chooseCorrections,
  computeRelatedTrust,
  listStemCandidates,
} from '../../src/engines/search/spelling.ts';
import { computeIdf, weighTerm } from '../../src/engines/search/term-weight.ts';
import {
  isMisspeltInterrogative,
  splitSentences,
  splitWords,
  weighQueryWords,
} from '../../src/engines/search/words.ts';

const numbers = new TermNumbers();
const candidate = (id: string, lexemes: string, titleLexemes = ''): Candidate => {
  const length = lexemes.split(/\s/).length;
  return { id, articleId: id, read: readPassageTerms({ lexemes, titleLexemes, length }, numbers) };
};
const word = (term: string, idf = 3, trust = 1) => ({ weight: 1, terms: [{ term, trust, idf, df: 1 }] });
const order = (words: ReturnType<typeof word>[], candidates: Candidate[]) =>
  rankCandidates(words, candidates, numbers).map(({ id }) => id);

it('more, rarer and closer query words and title matches rank higher', () => {
  const pad = 'a b c d e f g h';
  assert.deepEqual(
    order([word('x'), word('y')], [candidate('1', `x ${pad}`), candidate('2', `x y ${pad}`)]),
    ['2', '1'],
  );
  assert.deepEqual(
    order([word('x', 1), word('y', 5)], [candidate('1', `x ${pad}`), candidate('2', `y ${pad}`)]),
    ['2', '1'],
  );
  assert.deepEqual(
    order(
      [word('x'), word('y')],
      [candidate('1', `x ${pad}\ny ${pad}`), candidate('2', `x y ${pad}\n${pad}`)],
    ),
    ['2', '1'],
  );
  assert.deepEqual(order([word('x')], [candidate('1', `x ${pad}`), candidate('2', `x ${pad}`, 'x')]), [
    '2',
    '1',
  ]);
  assert.deepEqual(order([word('x', 3, 0.5)], [candidate('1', pad), candidate('2', `x ${pad}`)]), ['2', '1']);
});

it('a passage under the same title as the best match ranks before the same text elsewhere', () => {
  const words = [word('x', 5), word('y')];
  const pad = 'a b c d e f g h';
  const best = candidate('3', `x y ${pad}`, 'subject');
  const [alone, kin] = [candidate('1', `y ${pad}`), candidate('2', `y ${pad}`, 'subject')];
  assert.deepEqual(order(words, [alone, kin, best]), ['3', '2', '1']);
  assert.deepEqual(order(words, [alone, candidate('2', `y ${pad}`, 'other'), best]), ['3', '1', '2']);
  assert.deepEqual(order(words, [alone, candidate('2', `y ${pad}`), candidate('3', `x y ${pad}`)]), [
    '3',
    '1',
    '2',
  ]);
});

it('the order does not depend on the order of the candidates', () => {
  const text = fc.array(fc.constantFrom('x', 'y', 'z', 'насос', 'вода', 'бак'), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 12 }), (texts) => {
      const all = texts.map((terms, index) => candidate(String(index), terms.join(' '), terms[0]));
      const words = [word('x'), word('вода', 2)];
      assert.deepEqual(order(words, all), order(words, [...all].reverse()));
    }),
    { numRuns: 100 },
  );
});

it('term weights fit the smallint of a posting', () => {
  fc.assert(
    fc.property(fc.nat(100_000), fc.nat(100_000), fc.boolean(), (count, length, inTitle) => {
      const weight = weighTerm(count, length, inTitle);
      assert.ok(weight >= 0 && weight * 100 < 32_767);
    }),
  );
  assert.ok(computeIdf(10, 1000) > 0);
});

/** Without words of the language that the typed one resembles. */
const listCandidates = (stem: string, word: string) => listStemCandidates(stem, word, [], new Map());

it('edit distance counts a transposition as one, and corrections are chosen by it', () => {
  assert.equal(measureEditDistance('насос', 'насос'), 0);
  assert.equal(measureEditDistance('насос', 'насо'), 1);
  assert.equal(measureEditDistance('насос', 'наосс'), 1);
  assert.equal(measureEditDistance('насос', 'нпсосы'), 2);
  const correct = (stem: string, word: string, ...vocabulary: string[]) =>
    chooseCorrections(word, listCandidates(stem, word), new Map(vocabulary.map((term) => [term, 5])));
  const names = (found: { term: string }[]) => found.map(({ term }) => term);
  assert.deepEqual(names(correct('скажин', 'скажина', 'скважин', 'пружин', 'машин')), ['скважин']);
  assert.deepEqual(names(correct('комар', 'комары', 'копа', 'камер')), [], 'two typos are another word');
  assert.deepEqual(names(correct('забур', 'забур', 'забор', 'завур')), [], 'no likely typo in a short word');
  assert.deepEqual(names(correct('аткатн', 'аткатные', 'откатн', 'уткатн')), ['откатн'], 'first sound');
  assert.deepEqual(names(correct('теплоизаляцен', 'теплоизаляцен', 'теплоизоляцин')), ['теплоизоляцин']);
  assert.deepEqual(
    names(
      chooseCorrections(
        'работне',
        listCandidates('работн', 'работне'),
        new Map([
          ['работк', 1],
          ['работ', 90],
        ]),
      ),
    ),
    ['работ', 'работк'],
    'common words are meant more often',
  );
  assert.ok(correct('скажин', 'скажина', 'скважин').every(({ trust }) => trust > 0 && trust < 1));
  assert.ok(computeRelatedTrust('строит', 'строительств') > computeRelatedTrust('строит', 'стройматериал'));
});

it('measureWeightedDistance: similar sounding and adjacent letters cost less', () => {
  for (const [wrong, likely, unlikely] of [
    ['скважен', 'скважин', 'скважур'],
    ['малоко', 'молоко', 'мулоко'],
    ['лет', 'лед', 'лев'],
    ['насоч', 'насос', 'насож'],
    ['pimp', 'pump', 'pxmp'],
    ['ванна', 'вана', 'важна'],
  ] as const)
    assert.ok(measureWeightedDistance(wrong, likely) < measureWeightedDistance(wrong, unlikely), wrong);
  assert.equal(measureWeightedDistance('насос', 'насос'), 0);
  fc.assert(
    fc.property(fc.string({ maxLength: 12 }), fc.string({ maxLength: 12 }), (a, b) => {
      assert.ok(measureWeightedDistance(a, b) <= measureEditDistance(a, b));
      assert.equal(measureWeightedDistance(a, b), measureWeightedDistance(b, a));
    }),
  );
  const [first, second] = chooseCorrections(
    'теплецы',
    listCandidates('теплец', 'теплецы'),
    new Map([
      ['теплуц', 5],
      ['теплиц', 5],
    ]),
  );
  assert.equal(first?.term, 'теплиц');
  assert.ok((first?.trust ?? 0) > 1.2 * (second?.trust ?? 1), 'less likely corrections have less trust');
});

const splitQuestion = (question: string) => [...weighQueryWords(question).keys()];

it('splitWords, splitSentences and weighQuestion normalize and split', () => {
  assert.deepEqual(splitWords('Ёлка — За́мок, 3rd-and-9'), ['елка', 'замок', '3rd', 'and', '9']);
  assert.deepEqual(splitQuestion('Какой насос нужен зимой?'), ['насос', 'нужен', 'зимой']);
  assert.deepEqual(splitQuestion('Что это?').length > 0, true);
  assert.deepEqual(splitQuestion('Кто?'), ['кто']);
  assert.deepEqual(splitSentences('Раз. Два! Три'), ['Раз.', 'Два!', 'Три']);
  assert.ok(
    splitQuestion('слово '.repeat(100) + Array.from({ length: 100 }, (_, i) => `s${i}`).join(' ')).length <=
      40,
  );
});

it('a long question word is known by one typo, a short one is not', () => {
  for (const typed of ['првада', 'существут', 'скоько', 'wich'])
    assert.ok(isMisspeltInterrogative(typed), typed);
  for (const typed of ['гре', 'чот', 'насос', 'hwo']) assert.ok(!isMisspeltInterrogative(typed), typed);
});

it('weighQuestion: names weigh more, predicates before «ли» less', () => {
  assert.deepEqual(
    [...weighQueryWords('Вреден ли цинк для кожи?')].map(([word, weight]) => [word, Math.sign(weight - 1)]),
    [
      ['вреден', -1],
      ['цинк', 0],
      ['для', 0],
      ['кожи', 0],
    ],
  );
  const named = weighQueryWords('Где родился Ле́в Толстой, и был ли Толстой графом');
  assert.ok((named.get('лев') ?? 0) > 1 && (named.get('толстой') ?? 0) > 1 && named.get('графом') === 1);
  assert.equal(weighQueryWords('Насос гудит').get('насос'), 1, 'a sentence begins with a capital');
  assert.ok([...weighQueryWords('КАК УТЕПЛИТЬ ПОЛ').values()].every((weight) => weight === 1));
});
