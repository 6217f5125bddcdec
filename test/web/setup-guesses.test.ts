import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { guessCountry } from '../../src/entry/web/server/guess-country.ts';
import { listTimeZones, usualZones } from '../../src/entry/web/words/time-zones.ts';

describe('what a form suggests before anybody has typed', () => {
  it('is the country that the browser’s languages name, in the reader’s language', () => {
    assert.equal(guessCountry('en-GB,en;q=0.9', 'en'), 'United Kingdom');
    assert.equal(guessCountry('ru-RU,ru;q=0.9,en-US;q=0.8', 'ru'), 'Россия');
    assert.equal(guessCountry('sr-Latn-RS', 'en'), 'Serbia');
    assert.equal(guessCountry('ru', 'ru'), 'Россия');
    assert.equal(guessCountry('en', 'en'), '');
    assert.equal(guessCountry(undefined, 'en'), '');
    assert.equal(guessCountry('en-ZZ<script>, de-QQ', 'en'), '');
  });

  it('is a time zone of a list that has those of other countries too, each once', () => {
    const zones = listTimeZones(usualZones.en);
    assert.equal(new Set(zones).size, zones.length);
    for (const zone of ['Europe/Moscow', 'Europe/London', 'America/New_York'])
      assert.ok(zones.includes(zone));
    assert.equal(zones[0], 'Europe/Kaliningrad');
  });
});
