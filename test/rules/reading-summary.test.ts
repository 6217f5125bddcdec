import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ChartPoint, summarizeReadings } from '../../src/domain/rules/reading-summary.ts';

const warmth = { aggregation: 'mean', kind: 'temperature' };
const point = (hour: number, count: number, number: number | null, spread = 1): ChartPoint => [
  hour * 3_600_000,
  count,
  number,
  number === null ? null : number - spread,
  number === null ? null : number + spread,
  null,
];
const trendOf = (...values: (number | null)[]) =>
  summarizeReadings(
    values.map((value, hour) => point(hour, 1, value, 0)),
    warmth,
  ).trend;

describe('the summary of a chart', () => {
  it('counts readings, weighs their mean and knows the lowest and the highest', () => {
    const points = [point(0, 1, 10), point(1, 3, 20), point(2, 2, null), point(3, 1, 12)];
    assert.deepEqual(summarizeReadings(points, warmth), {
      count: 7,
      low: 9,
      high: 21,
      mean: 16.4,
      trend: null,
    });
    assert.deepEqual(summarizeReadings(points.toReversed(), warmth).high, 21);
    assert.deepEqual(summarizeReadings([], warmth), {
      count: 0,
      low: null,
      high: null,
      mean: null,
      trend: null,
    });
    assert.equal(summarizeReadings([point(0, 2, null)], warmth).mean, null);
  });

  it('has neither mean nor trend where the last value or the sum is what counts', () => {
    const points = [1, 2, 3, 4, 5].map((value) => point(value, 1, value * 10));
    for (const aggregation of ['last', 'sum', 'max']) {
      const { mean, trend, high } = summarizeReadings(points, { ...warmth, aggregation });
      assert.deepEqual([mean, trend, high], [null, null, 51]);
    }
  });

  it('says where four values or more go, and that a tenth of their range is nothing', () => {
    assert.equal(trendOf(1, 2, 3), null);
    assert.equal(trendOf(1, 2, 3, 4), 'rising');
    assert.equal(trendOf(4, 3, null, 2, 1), 'falling');
    assert.equal(trendOf(4, null, 3, 1), null, 'three values');
    assert.equal(trendOf(5, 5, 5, 5), 'steady');
    assert.equal(trendOf(20, 20.01, 20.02, 20.03), 'steady', 'less than the sensor tells apart');
    assert.equal(trendOf(0, 10, 0, 10, 0, 10, 0, 10, 0), 'steady');
    // Two hours of cold in the middle of a rise.
    assert.equal(trendOf(10, 11, 2, 2, 14, 15, 16, 17), 'rising');
  });
});
