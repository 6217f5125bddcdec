import assert from 'node:assert/strict';
import { it } from 'node:test';
import { chooseTermPostings } from '../../src/engines/search/term-postings.ts';

const term = (name: string, idf: number, df: number, trust = 1) => ({ term: name, trust, idf, df });
const choose = (...terms: ReturnType<typeof term>[]) =>
  chooseTermPostings(
    terms.map((each) => ({ weight: 1, terms: [each] })),
    false,
  ).map(({ term: name, postings }) => `${name} ${postings}`);

it('rare words are read whole, and what stands everywhere gets the rest', () => {
  assert.deepEqual(choose(term('дом', 1, 80_000), term('септик', 6, 400), term('забор', 4, 1000)), [
    'септик 3000',
    'забор 2600',
    'дом 1600',
  ]);
});

it('a substitute has a bound of its own, and every term something', () => {
  assert.deepEqual(
    choose(term('вода', 3, 50_000), term('участок', 1, 90_000), term('водный', 5, 9000, 0.8)),
    ['водный 600', 'вода 2400', 'участок 100'],
  );
});

it('a question of very many words costs little more than one of a few', () => {
  const words = Array.from({ length: 60 }, (_, at) => ({
    weight: 1,
    terms: [term(`word${at}`, 2 + at / 100, 50_000)],
  }));
  const read = chooseTermPostings(words, false).reduce((sum, { postings }) => sum + postings, 0);
  assert.ok(read <= 3000 + 60 * 100, String(read));
});
