import assert from 'node:assert/strict';
import { stat } from 'node:fs/promises';
import { it } from 'node:test';
import { createRandom } from '../../bench/search/typos.ts';
import {
  chooseCorrections,
  isDerived,
  listNearWords,
  listStemCandidates,
} from '../../src/engines/search/spelling.ts';
import { loadWordSet } from '../../src/engines/search/word-set.ts';

it('the word set has all forms of Russian and English words, in less than 3 MB', async () => {
  const language = await loadWordSet();
  for (const word of 'комары комаров попугая скважиной утеплённый ежа замерзла неработающими wells frozen mowing'.split(
    ' ',
  ))
    assert.ok(language.has(word.replaceAll('ё', 'е')), word);
  for (const word of 'камары скважена попугоя блокчейн welll frozzen'.split(' '))
    assert.ok(!language.has(word), word);
  const { size } = await stat(new URL('../../src/engines/search/word-set.bin', import.meta.url));
  assert.ok(size < 3_000_000, String(size));
});

it('the word set takes few of other letters for words', async () => {
  const language = await loadWordSet();
  const random = createRandom(5);
  const letters = 'абвгдежзийклмнопрстуфхцчшщъыьэюя';
  const made = Array.from({ length: 20_000 }, () =>
    Array.from({ length: 10 }, () => letters[Math.floor(random() * letters.length)]).join(''),
  );
  assert.ok(made.filter((word) => language.has(word)).length < 40);
});

it('a misspelt word that sounds like a word of the language was meant as that, and as nothing else', async () => {
  const language = await loadWordSet();
  const correct = (word: string, stem: string, stems: Record<string, string>, ...vocabulary: string[]) => {
    const near = listNearWords(word, (text) => language.has(text));
    const candidates = listStemCandidates(stem, word, near, new Map(Object.entries(stems)));
    return chooseCorrections(word, candidates, new Map(vocabulary.map((term) => [term, 3]))).map(
      ({ term }) => term,
    );
  };
  const mosquitoes = { комары: 'комар' };
  assert.deepEqual(correct('камары', 'камар', mosquitoes, 'камер'), []);
  assert.deepEqual(correct('камары', 'камар', mosquitoes, 'камер', 'комар'), ['комар']);
  assert.deepEqual(
    correct('скважинокй', 'скважинок', { скважиной: 'скважин' }, 'скважин'),
    ['скважин'],
    'a typo in the ending',
  );
  assert.deepEqual(correct('блокчейн', 'блокчейн', {}, 'блок', 'блокноте'), []);
});

it('a word that no passage has is stood for by words made from it, not by words that begin like it', () => {
  assert.ok(isDerived('замерзан', 'замерза', true));
  assert.ok(isDerived('медогоночн', 'медогонк', false));
  assert.ok(isDerived('насос', 'насосн', true));
  assert.ok(isDerived('чехов', 'чех', true));
  assert.ok(isDerived('вейп', 'вейпинг', false));
  assert.ok(!isDerived('блок', 'блокад', true));
  assert.ok(!isDerived('комар', 'команд', true));
  assert.ok(!isDerived('подводник', 'подвод', true));
  assert.ok(!isDerived('попуга', 'популярн', true));
});
