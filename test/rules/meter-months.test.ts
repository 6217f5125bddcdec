import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  countLoss,
  currentMeterMonth,
  isReadingDue,
  lastReadingOf,
  meterMonth,
  usedInMonth,
} from '../../src/domain/rules/meter-months.ts';
import { judgeReading, type MeterReading } from '../../src/domain/rules/meter-readings.ts';

const at = (day: string) => Date.parse(`${day}T12:00:00+03:00`);
const read = (day: string, number: number, formerEnd: number | null = null): MeterReading => ({
  at: at(day),
  number,
  formerEnd,
});
const month = (name: string) => meterMonth(name, 25, 'Europe/Moscow');

describe('what a meter used in a month', () => {
  it('lies on the line between the readings around its two days', () => {
    // From noon of 26 October to noon of 26 November 310 are used, ten a day.
    const readings = [read('2026-09-20', 0), read('2026-10-26', 360), read('2026-11-26', 670)];
    const use = usedInMonth(readings, month('2026-11'));
    assert.ok(use.used !== null && Math.abs(use.used - 310) < 1e-6, String(use.used));
    assert.equal(use.isEstimated, false);
  });

  it('is what was read, where it was read at the very moments of the two days', () => {
    const { from, to } = month('2026-11');
    const exact = [from, to].map((moment, place) => ({
      at: moment,
      number: 100 + place * 30,
      formerEnd: null,
    }));
    const around = [read('2026-10-01', 50), ...exact, read('2026-12-20', 200)];
    for (const readings of [exact, around])
      assert.deepEqual(usedInMonth(readings, month('2026-11')), { used: 30, isEstimated: false });
  });

  it('goes on along the line from a reading within a week of the day where there is none on the other side', () => {
    const readings = [read('2026-10-24', 1000), read('2026-11-19', 1150)];
    assert.equal(usedInMonth(readings, month('2026-11')).used?.toFixed(1), (31 * (150 / 26)).toFixed(1));
    // Two of the same evening say nothing about what is usual.
    const twice = [...readings, { at: at('2026-11-19') + 60_000, number: 1151, formerEnd: null }];
    assert.equal(usedInMonth(twice, month('2026-11')).used?.toFixed(0), (1 + 31 * (150 / 26)).toFixed(0));
    assert.deepEqual(usedInMonth([read('2026-10-24', 1000), read('2026-11-16', 1150)], month('2026-11')), {
      used: null,
      missing: 'end',
    });
    assert.deepEqual(usedInMonth([read('2026-11-24', 1150)], month('2026-11')), {
      used: null,
      missing: 'start',
    });
    assert.deepEqual(usedInMonth([], month('2026-11')), { used: null, missing: 'end' });
  });

  it('goes on across a changed meter', () => {
    const readings = [read('2026-10-25', 9_900), read('2026-11-10', 0, 9_960), read('2026-11-25', 45)];
    const use = usedInMonth(readings, month('2026-11'));
    assert.ok(
      use.used !== null && Math.abs(use.used - (105 - 60 * (0.5 / 16) + 45 * (0.5 / 15))) < 1e-6,
      String(use.used),
    );
  });

  it('is an estimate between readings more than two months apart', () => {
    const readings = [read('2026-08-25', 0), read('2026-11-25', 920), read('2026-12-25', 950)];
    assert.deepEqual(
      ['2026-10', '2026-12'].map((name) => {
        const use = usedInMonth(readings, month(name));
        return use.used !== null && use.isEstimated;
      }),
      [true, false],
    );
  });
});

describe('readings of a month', () => {
  it('end twenty days after it: what comes then is the next month’s', () => {
    const { to } = month('2026-11');
    const reading = (days: number) => ({ at: to + days * 86_400_000, number: days, formerEnd: null });
    assert.equal(lastReadingOf([reading(-3), reading(20)], month('2026-11'))?.number, -3);
    assert.equal(lastReadingOf([reading(-3), reading(19)], month('2026-11'))?.number, 19);
  });

  it('are wanted from a week before the board’s day until they are there', () => {
    const due = (last: string | null, now: string) =>
      isReadingDue(last === null ? null : at(last), new Date(at(now)), 25, 'Europe/Moscow');
    assert.equal(due('2026-10-25', '2026-11-16'), false);
    assert.equal(due('2026-10-25', '2026-11-20'), true);
    assert.equal(due('2026-11-19', '2026-11-20'), false);
    assert.equal(due('2026-10-25', '2026-12-05'), true);
    assert.equal(due(null, '2026-12-05'), true);
    assert.equal(currentMeterMonth(new Date(at('2026-12-05')), 25, 'Europe/Moscow'), '2026-11');
  });

  it('are doubted when they are less than the last, more than the next, or ten times the usual', () => {
    const year = [read('2026-08-25', 1000), read('2026-09-25', 1100), read('2026-10-25', 1200)];
    const judge = (typed: MeterReading, isSure = false) => judgeReading(year, typed, isSure);
    assert.equal(judge(read('2026-11-25', 1300)), null);
    assert.equal(judge(read('2026-11-25', 1199)), 'below');
    assert.equal(judge(read('2026-11-25', 1200)), null, 'nothing was used');
    assert.equal(judge(read('2026-10-25', 1200, 1200)), null, 'the old meter showed what it had shown');
    assert.equal(judge(read('2026-09-10', 1100)), null, 'as much as the next');
    assert.equal(judge(read('2026-11-25', 13_000)), 'high');
    const week = [read('2026-11-13', 1199), read('2026-11-19', 1200)];
    assert.equal(
      judgeReading(week, read('2026-11-25', 13_000), false),
      null,
      'six days say nothing of what is usual',
    );
    assert.equal(judge(read('2026-11-25', 13_000), true), null);
    assert.equal(judge(read('2026-09-10', 1150)), 'above_next');
    assert.equal(judge(read('2026-11-25', 3, 1290)), null);
    assert.equal(judge(read('2026-11-25', 3, 1190)), 'former_below');
    // What was usual two years ago is not.
    const before = [read('2024-01-01', 0), read('2024-02-01', 100_000)];
    const later = year.map((one) => ({ ...one, number: one.number + 100_000 }));
    assert.equal(judgeReading([...before, ...later], read('2026-11-25', 113_000), false), 'high');
  });
});

describe('the loss of a month', () => {
  const used = (number: number, isEstimated = false) => ({ used: number, isEstimated });
  const missing = { used: null, missing: 'end' } as const;
  it('counts only plots that are complete, and how many are not', () => {
    const plots = [
      { parcelId: '1', uses: [used(100)] },
      { parcelId: '2', uses: [used(50), missing] },
      { parcelId: '3', uses: [used(30, true)] },
    ];
    assert.deepEqual(countLoss([used(200)], plots, 5), {
      main: 200,
      plots: 130,
      loss: 70,
      counted: 2,
      missing: 1,
      estimated: 1,
      unshared: 2,
    });
    assert.equal(countLoss([missing], plots, 5).loss, null);
    assert.equal(countLoss([], plots, 5).main, null);
  });
});
