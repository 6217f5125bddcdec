import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readPlotArea } from '../../src/domain/rules/plot-area.ts';

it('an area is read as people write it, and is more than nothing and less than a country', () => {
  assert.equal(readPlotArea('6,5', 'sotka'), 650);
  assert.equal(readPlotArea('6 сот.', 'm2'), 600, 'the unit that is written counts');
  assert.equal(readPlotArea('0,06 га', 'm2'), 600);
  assert.equal(readPlotArea('9999999999', 'm2'), 9_999_999_999);
  for (const text of ['0', '0,001', '10000000000', '1000000 га', '5 км', 'шесть', ''])
    assert.equal(readPlotArea(text, 'm2'), null, text);
});
