import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foreignTo } from '../../src/entry/web/words/foreign.ts';
import { countNoun, plots } from '../../src/entry/web/words/names.ts';

test('things are counted as people count them, halves too', () => {
  const said = [0, 1, 2, 5, 11, 21, 1.5, 1000].map((count) => countNoun('ru', count, plots));
  assert.deepEqual(said, [
    '0 участков',
    '1 участок',
    '2 участка',
    '5 участков',
    '11 участков',
    '21 участок',
    '1,5 участка',
    '1\u00a0000 участков',
  ]);
  assert.equal(countNoun('en', 1.5, plots), '1.5 plots');
});

test('a text in another language than the page is marked, and nothing else', () => {
  assert.equal(foreignTo('en', 'Как слить воду из насоса Grundfos'), 'ru');
  assert.equal(foreignTo('ru', 'A private well and its pump'), 'en');
  assert.equal(foreignTo('ru', 'Как слить воду из насоса Grundfos'), undefined);
  assert.equal(foreignTo('en', '12 345 — №7'), undefined);
});
