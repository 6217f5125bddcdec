import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import {
  type AlertRule,
  type AlertState,
  evaluateElapsedTime,
  evaluateReading,
  minNotificationIntervalMs,
  parseAlert,
  shouldNotify,
} from '../../src/domain/rules/sensor-alerts.ts';
import { roundForKind, roundTo } from '../../src/domain/rules/sensor-decimals.ts';

const start = Date.UTC(2026, 10, 14);
const at = (minutes: number) => new Date(start + minutes * 60_000);
const well: AlertState = { since: null, value: null, raisedAt: null };
const below: AlertRule = { kind: 'below', bound: 5, margin: 1, seconds: null };
const above: AlertRule = { kind: 'above', bound: 30, margin: 2, seconds: null };
const on: AlertRule = { kind: 'on', bound: null, margin: null, seconds: 600 };
const silent: AlertRule = { kind: 'silent', bound: null, margin: null, seconds: 600 };

/** Whether it is raised after each of the numbers, one a minute. */
function follow(rule: AlertRule, numbers: readonly number[]): boolean[] {
  let state = well;
  return numbers.map((number, minute) => {
    state = evaluateReading(rule, state, { number, measuredAt: at(minute) }, at(minute));
    return state.raisedAt !== null;
  });
}

it('a bound raises an alert at once and clears it only beyond the margin', () => {
  assert.deepEqual(follow(below, [6, 5, 4.9, 5, 5.9, 6, 5.5, 4]), [
    false,
    false,
    true,
    true,
    true,
    false,
    false,
    true,
  ]);
  assert.deepEqual(follow(above, [29, 30, 30.1, 29, 28.1, 28]), [false, false, true, true, true, false]);
});

it('an upper bound is judged as a lower one, mirrored', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -50, max: 50 })), (numbers) => {
      const mirrored: AlertRule = { ...above, bound: -5, margin: 1 };
      assert.deepEqual(
        follow(below, numbers),
        follow(
          mirrored,
          numbers.map((number) => -number),
        ),
      );
    }),
  );
});

it('a raised alert keeps its start time and first value', () => {
  const first = evaluateReading(below, well, { number: 3, measuredAt: at(1) }, at(2));
  assert.deepEqual(first, { since: at(1), value: 3, raisedAt: at(2) });
  assert.equal(evaluateReading(below, first, { number: 1, measuredAt: at(3) }, at(3)), first);
  assert.equal(evaluateReading(below, first, { number: null, measuredAt: at(3) }, at(3)), first);
});

it('an alert of kind on is raised after its duration and cleared when switched off', () => {
  const running = evaluateReading(on, well, { number: 1, measuredAt: at(0) }, at(0));
  const still = evaluateReading(on, running, { number: 1, measuredAt: at(5) }, at(5));
  assert.deepEqual([running.since, still.since, running.raisedAt], [at(0), at(0), null]);
  assert.equal(evaluateElapsedTime(on, still, at(5), at(9.9)), still);
  assert.deepEqual(evaluateElapsedTime(on, still, at(5), at(10)).raisedAt, at(10));
  assert.deepEqual(
    evaluateReading(
      on,
      evaluateElapsedTime(on, still, at(5), at(10)),
      { number: 0, measuredAt: at(11) },
      at(11),
    ),
    well,
  );
  assert.equal(evaluateElapsedTime(on, well, at(0), at(100)), well);
});

it('an alert of kind silent is raised after its duration and cleared by a report', () => {
  assert.equal(evaluateElapsedTime(silent, well, at(0), at(9)), well);
  const raised = evaluateElapsedTime(silent, well, at(0), at(10));
  assert.deepEqual([raised.since, raised.raisedAt], [at(0), at(10)]);
  assert.deepEqual(evaluateReading(silent, raised, { number: null, measuredAt: at(20) }, at(20)), well);
  assert.equal(evaluateElapsedTime(below, well, at(0), at(100)), well, 'time alone crosses no bound');
});

it('people are notified once per raised alert, and not too often', () => {
  const raised = { since: at(0), value: 1, raisedAt: at(1) };
  assert.equal(shouldNotify(raised, null, at(1)), true);
  assert.equal(shouldNotify(raised, at(1), at(100)), false, 'told already');
  assert.equal(shouldNotify(well, null, at(1)), false);
  const again = { ...raised, raisedAt: at(3) };
  assert.equal(shouldNotify(again, at(1), at(3)), false, 'too soon');
  assert.equal(shouldNotify(again, at(1), new Date(at(1).getTime() + minNotificationIntervalMs)), true);
});

it('an alert requires the fields of its kind and refuses others', () => {
  const number = { kind: 'temperature', valueType: 'number' } as const;
  const boolean = { kind: 'pump_state', valueType: 'boolean' } as const;
  const text = { kind: '', valueType: 'text' } as const;
  assert.deepEqual(parseAlert({ kind: 'below', value: 5 }, number), { ...below, margin: 0.5 });
  assert.deepEqual(parseAlert({ kind: 'above', value: -300, margin: 0 }, number), {
    ...above,
    bound: -300,
    margin: 0,
  });
  assert.deepEqual(parseAlert({ kind: 'above', value: 300 }, number), { ...above, bound: 300, margin: 3 });
  assert.deepEqual(parseAlert({ kind: 'on', minutes: 10 }, boolean), on);
  assert.deepEqual(parseAlert({ kind: 'silent', minutes: 10 }, text), silent);
  const fieldOf = (...given: Parameters<typeof parseAlert>) => {
    const read = parseAlert(...given);
    return 'field' in read ? read.field : null;
  };
  assert.equal(fieldOf({ kind: 'below', value: 1 }, boolean), 'kind');
  assert.equal(fieldOf({ kind: 'on', minutes: 10 }, number), 'kind');
  assert.equal(fieldOf({ kind: 'below' }, number), 'value');
  assert.equal(fieldOf({ kind: 'below', value: 1, minutes: 1 }, number), 'minutes');
  assert.equal(fieldOf({ kind: 'silent' }, number), 'minutes');
  assert.equal(fieldOf({ kind: 'silent', minutes: 4 }, number), 'minutes');
  assert.equal(fieldOf({ kind: 'silent', minutes: 10, value: 1 }, number), 'value');
  assert.equal(fieldOf({ kind: 'on', minutes: 10, margin: 1 }, boolean), 'margin');
});

it('numbers are rounded to meaningful decimals', () => {
  assert.deepEqual(
    [
      roundForKind('temperature', 21.499999),
      roundForKind('pressure', 1013.25),
      roundForKind('', 1.23456),
      roundForKind('humidity', -0.2),
    ],
    [21.5, 1013, 1.23, 0],
  );
  assert.ok(Object.is(roundForKind('humidity', -0.2), 0));
  fc.assert(
    fc.property(fc.double(), fc.integer({ min: 0, max: 4 }), (number, digits) => {
      const once = roundTo(number, digits);
      assert.ok(Object.is(roundTo(once, digits), once));
    }),
  );
});
