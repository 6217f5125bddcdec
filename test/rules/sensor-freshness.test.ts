import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import {
  isFresh,
  medianReportInterval,
  type SensorReporting,
  updateReporting,
} from '../../src/domain/rules/sensor-freshness.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

function after(times: readonly number[]): SensorReporting {
  return times.reduce<SensorReporting>(updateReporting, { lastReportAt: null, rhythmMs: null });
}

it('freshness is judged by the usual reporting interval of the sensor', () => {
  const cases: [string, number | null, number | null, boolean][] = [
    ['never reported', null, 5 * minute, false],
    ['one report, no rhythm yet', hour, null, true],
    ['one report, long ago', hour + 1, null, false],
    ['five-minute sensor, two missed', 14 * minute, 5 * minute, true],
    ['five-minute sensor, four missed', 20 * minute, 5 * minute, false],
    ['ten-second sensor has ten minutes', 10 * minute, 10_000, true],
    ['ten-second sensor, eleven minutes', 11 * minute, 10_000, false],
    ['daily sensor after two days', 2 * day, day, true],
    ['nothing is fresh after three days', 3 * day + 1, day, false],
  ];
  for (const [name, age, rhythmMs, expected] of cases) {
    const lastReportAt = age === null ? null : 1e12 - age;
    assert.equal(isFresh({ lastReportAt, rhythmMs }, 1e12), expected, name);
  }
});

it('reports without a changed value keep a sensor fresh', () => {
  const rhythm = after(Array.from({ length: 100 }, (_, index) => index * 5 * minute));
  assert.equal(rhythm.rhythmMs, 5 * minute);
  assert.ok(isFresh(rhythm, 99 * 5 * minute + 14 * minute));
});

it('a burst does not shorten a long interval, an outage does not stretch a short one', () => {
  const daily = Array.from({ length: 10 }, (_, index) => index * day);
  const burst = [2000, 4000, 6000, 8000].map((later) => 9 * day + later);
  assert.ok(isFresh(after([...daily, ...burst]), 10 * day));
  const quick = Array.from({ length: 50 }, (_, index) => index * 5 * minute);
  const returned = after([...quick, 7 * day]);
  assert.ok(!isFresh(returned, 7 * day + hour));
});

it('late and repeated reports change nothing', () => {
  const rhythm = after([0, hour, 2 * hour]);
  assert.deepEqual(updateReporting(rhythm, hour), rhythm);
  assert.deepEqual(updateReporting(rhythm, 2 * hour), rhythm);
});

it('the usual interval stays within its bounds for any input', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 40 * day }), { maxLength: 60 }), (times) => {
      const { rhythmMs, lastReportAt } = after(times);
      assert.ok(rhythmMs === null || (rhythmMs >= 1000 && rhythmMs <= day));
      assert.equal(lastReportAt, times.length === 0 ? null : Math.max(...times));
      const median = medianReportInterval(times);
      assert.ok(median === null || (median >= 1000 && median <= day));
    }),
    { numRuns: 200 },
  );
  assert.equal(medianReportInterval([0, 5 * minute, 10 * minute, 10 * minute + 5, 9 * day]), 5 * minute);
  assert.equal(medianReportInterval([0, 10 * minute, 11 * minute, 16 * minute]), 5 * minute);
  assert.equal(medianReportInterval([1]), null);
});
