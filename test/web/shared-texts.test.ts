import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detectForeignLanguage } from '../../src/entry/web/words/foreign-language.ts';
import { formatCount, plotNoun } from '../../src/entry/web/words/shared-texts.ts';

test('counts use the Russian and English plural forms, also for fractions', () => {
  const said = [0, 1, 2, 5, 11, 21, 1.5, 1000, 1234].map((count) => formatCount('ru', count, plotNoun));
  assert.deepEqual(said, [
    '0 участков',
    '1 участок',
    '2 участка',
    '5 участков',
    '11 участков',
    '21 участок',
    '1,5 участка',
    '1\u00a0000 участков',
    '1\u00a0234 участка',
  ]);
  assert.deepEqual(
    [1, 2, 1.5].map((count) => formatCount('en', count, plotNoun)),
    ['1 plot', '2 plots', '1.5 plots'],
  );
});

test('only text in another language than the page gets a language', () => {
  assert.equal(detectForeignLanguage('en', 'Как слить воду из насоса Grundfos'), 'ru');
  assert.equal(detectForeignLanguage('ru', 'A private well and its pump'), 'en');
  assert.equal(detectForeignLanguage('ru', 'Как слить воду из насоса Grundfos'), undefined);
  assert.equal(detectForeignLanguage('en', '12 345 — №7'), undefined);
});
