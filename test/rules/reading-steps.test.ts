import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  chooseRawBucketMs,
  maxPeriodMs,
  maxPoints,
  planReadings,
} from '../../src/domain/rules/reading-steps.ts';

const hour = 3_600_000;
const day = 24 * hour;

describe('the step of a chart', () => {
  it('is the finest that fits', () => {
    const table: [days: number, step: string, hours: number][] = [
      [1, 'raw', 0],
      [3, 'raw', 0],
      [4, 'hour', 1],
      [41, 'hour', 1],
      [42, 'day', 24],
      [365, 'day', 24],
      [1500, 'day', 48],
    ];
    for (const [days, step, hours] of table) {
      assert.deepEqual(planReadings(days * day, 'auto'), { step, bucketMs: hours * hour }, `${days} days`);
    }
    // One more point than hours, exactly as many as fit.
    assert.deepEqual(planReadings((maxPoints - 1) * hour, 'auto'), { step: 'hour', bucketMs: hour });
    assert.deepEqual(planReadings(maxPoints * hour, 'hour'), { step: 'hour', bucketMs: 2 * hour });
    assert.deepEqual(planReadings(365 * day, 'hour'), { step: 'hour', bucketMs: 12 * hour });
    assert.deepEqual(planReadings(80 * day, 'hour'), { step: 'hour', bucketMs: 2 * hour });
    assert.deepEqual(planReadings(2000 * day, 'hour'), { step: 'hour', bucketMs: 72 * hour });
  });

  it('never gives more points than fit, wherever in an hour the period begins', () => {
    const spans = fc.integer({ min: 1, max: maxPeriodMs });
    fc.assert(
      fc.property(
        spans,
        fc.constantFrom('auto', 'hour', 'day'),
        fc.integer({ min: 0, max: day }),
        (span, wanted, begin) => {
          const { step, bucketMs } = planReadings(span, wanted);
          if (step === 'raw') return Math.ceil(span / chooseRawBucketMs(span)) <= maxPoints;
          const unit = step === 'hour' ? hour : day;
          const points = Math.ceil((begin + span) / bucketMs) - Math.floor(begin / bucketMs);
          const isEven = bucketMs % day === 0 || day % bucketMs === 0;
          return bucketMs % unit === 0 && isEven && points <= maxPoints;
        },
      ),
      { numRuns: 500 },
    );
  });
});
