import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maxListedPlots, readPlotNumbers } from '../../src/domain/rules/plot-number-list.ts';

describe('a list of plot numbers', () => {
  const cases: readonly [string, readonly string[]][] = [
    ['7', ['7']],
    ['1–4, 12а', ['1', '2', '3', '4', '12а']],
    ['1-3; 2—5', ['1', '2', '3', '4', '5']],
    ['уч. 12а\nучасток 14/1\n№ 9\nплощадка', ['12а', '14/1', '9', 'площадка']],
    ['12 А, 12а,, ,', ['12 А']],
    ['007–009', ['7', '8', '9']],
    ['x'.repeat(40), ['x'.repeat(40)]],
  ];
  for (const [list, numbers] of cases)
    it(`${JSON.stringify(list)} is ${numbers.length} plots`, () => {
      assert.deepEqual(readPlotNumbers(list), numbers);
    });

  const refused: readonly [string, RegExp][] = [
    [' , ;\n', /at least one/],
    ['9–3', /greater than the last/],
    ['1–999999', /At most/],
    [`1–${maxListedPlots}, 12а`, /At most/],
    ['x'.repeat(41), /too long/],
  ];
  for (const [list, message] of refused)
    it(`${JSON.stringify(list.slice(0, 20))} is refused: ${message.source}`, () => {
      const read = readPlotNumbers(list);
      assert.ok('en' in read);
      assert.match(read.en, message);
    });
});
