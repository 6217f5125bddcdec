import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startOfDay } from '../../src/domain/rules/days.ts';
import { choosePeriod } from '../../src/entry/web/pages/devices/period.ts';
import {
  findGaps,
  findLongest,
  mergeBuckets,
  splitAtGaps,
  subtractIntervals,
} from '../../src/entry/web/pages/devices/reading-gaps.ts';
import { Chart } from '../../src/entry/web/ui/chart.tsx';
import { StateChart } from '../../src/entry/web/ui/chart-lane.tsx';
import { type ChartPoint, chooseTicks } from '../../src/entry/web/ui/chart-scale.ts';
import { LanguageProvider } from '../../src/entry/web/ui/language-context.ts';
import { renderHtml } from '../../src/entry/web/ui/render-html.ts';
import { formatDuration } from '../../src/entry/web/words/format-time.ts';

const minute = 60_000;
const hour = 60 * minute;
const span = { from: 0, to: 24 * hour };
const every = (ms: number, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ at: from + index * ms, count: 1, value: index }));
const raw = { span, until: span.to, bucketMs: 0, isFresh: false };

const parts = [{ text: '00' }, { text: '12' }];
const draw = (runs: readonly (readonly ChartPoint[])[], silences = [] as { from: number; to: number }[]) =>
  renderHtml(
    <LanguageProvider value="ru">
      <Chart
        id="c"
        title="t"
        description="d"
        span={span}
        runs={runs}
        silences={silences}
        unit="°C"
        parts={parts}
      />
    </LanguageProvider>,
  );

describe('a sensor chart', () => {
  it('leaves a gap where the sensor sent no data, and draws no line across it', () => {
    const told = [...every(10 * minute, 30), ...every(10 * minute, 40, 12 * hour)];
    const silences = findGaps(told, raw);
    assert.deepEqual(silences, [
      { from: 290 * minute, to: 12 * hour },
      { from: 12 * hour + 390 * minute, to: 24 * hour },
    ]);
    const runs = splitAtGaps(told, silences);
    assert.deepEqual(
      runs.map((run) => run.length),
      [30, 40],
    );
    const html = draw(runs, silences);
    assert.equal(html.match(/class="c-line"/g)?.length, 2, 'two lines');
    assert.equal(html.match(/url\(#c-hatch\)/g)?.length, 2, 'two hatched stretches');
  });

  it('detects gaps by the usual interval of the sensor: a door at rest for hours is no gap', () => {
    const door = [0, 1, 2, 3, 4].map((index) => ({ at: 8 * hour + index * 12_000, count: 1 }));
    const seldom = [{ at: 0, count: 1 }, ...door, { at: 16 * hour, count: 1 }, { at: 23 * hour, count: 1 }];
    assert.deepEqual(findGaps(seldom, { ...raw, isFresh: true }), []);
    const hours = every(hour, 24).map((each) => ({ ...each, count: 12 }));
    const missing = hours.filter((_, index) => index !== 10);
    assert.deepEqual(
      findGaps(missing, { ...raw, bucketMs: hour }),
      [{ from: 10 * hour, to: 11 * hour }],
      'an hour of which nothing came, where twelve readings come as a rule',
    );
  });

  it('treats a period without readings as one gap', () => {
    assert.deepEqual(findGaps([], raw), [span]);
    assert.deepEqual(findGaps([], { ...raw, isFresh: true }), [], 'it speaks, only not of a change');
    assert.deepEqual(splitAtGaps([], [span]), []);
  });

  it('draws a single point as a dot', () => {
    const html = draw([[{ at: 6 * hour, value: 5 }]]);
    assert.match(html, /class="c-line c-dot" d="M250 [\d.]+h0"/);
    assert.doesNotMatch(html, /NaN|Infinity|c-band/);
  });

  it('labels negative values with a minus sign (U+2212)', () => {
    assert.deepEqual(chooseTicks(-12, -3), [-2.5, -5, -7.5, -10, -12.5]);
    const html = draw([
      [
        { at: 0, value: -12, low: -13, high: -11 },
        { at: hour, value: 3 },
      ],
    ]);
    assert.match(html, />−15</);
    assert.doesNotMatch(html, /NaN|>-\d/);
    assert.match(html, /class="c-band"/);
  });

  it('draws on/off states as bars, and nothing after the end of the data', () => {
    const html = renderHtml(
      <LanguageProvider value="ru">
        <StateChart
          id="s"
          title="t"
          span={span}
          until={12 * hour}
          on={[{ from: 6 * hour, to: 9 * hour }]}
          silences={[{ from: 0, to: 3 * hour }]}
          parts={parts}
        />
      </LanguageProvider>,
    );
    assert.match(html, /class="c-off" x="0%" width="50%"/);
    assert.match(html, /class="c-on" x="25%" width="12.5%"/);
    assert.match(html, /url\(#s-hatch\)" x="0%" width="12.5%"/);
  });

  it('subtracts gaps from on-times, and joins adjacent hours', () => {
    const on = subtractIntervals(
      [
        { from: 0, to: 10 },
        { from: 20, to: 30 },
      ],
      [{ from: 5, to: 22 }],
    );
    assert.deepEqual(on, [
      { from: 0, to: 5 },
      { from: 22, to: 30 },
    ]);
    assert.deepEqual(findLongest(on), { from: 22, to: 30 });
    assert.equal(findLongest([]), null);
    assert.deepEqual(mergeBuckets([0, hour, 5 * hour], hour), [
      { from: 0, to: 2 * hour },
      { from: 5 * hour, to: 6 * hour },
    ]);
  });
});

describe('the period of a chart', () => {
  const clock = { now: new Date('2026-11-15T18:00:00Z'), timeZone: 'Europe/Moscow', language: 'ru' as const };
  it('is whole days in the time zone of the settlement, up to today', () => {
    const week = choosePeriod('week', '', clock);
    assert.deepEqual(
      [new Date(week.span.from).toISOString(), new Date(week.span.to).toISOString()],
      ['2026-11-08T21:00:00.000Z', '2026-11-15T21:00:00.000Z'],
    );
    assert.deepEqual([week.previousDay, week.nextDay, week.axisParts.length], ['2026-11-08', null, 7]);
    assert.equal(week.until, clock.now.getTime());
    assert.equal(choosePeriod('week', '2026-11-10', clock).nextDay, '2026-11-15', 'never beyond today');
    const year = choosePeriod('year', '', clock);
    assert.equal(new Date(year.span.from).toISOString(), '2025-11-30T21:00:00.000Z');
    assert.equal(
      choosePeriod('year', year.previousDay, clock).span.to,
      year.span.from,
      'years follow one another',
    );
    for (const day of ['2026-02-30', '2027-01-01', 'x', '0001-01-01'])
      assert.equal(choosePeriod('day', day, clock).day, '2026-11-15', day);
  });

  it('starts days correctly across daylight saving changes', () => {
    assert.equal(
      new Date(startOfDay('2026-03-29', 'Europe/Berlin')).toISOString(),
      '2026-03-28T23:00:00.000Z',
    );
    assert.equal(
      new Date(startOfDay('2026-03-30', 'Europe/Berlin')).toISOString(),
      '2026-03-29T22:00:00.000Z',
    );
    assert.equal(
      new Date(startOfDay('2026-07-01', 'Asia/Kolkata')).toISOString(),
      '2026-06-30T18:30:00.000Z',
    );
  });

  it('formats durations with plural forms', () => {
    assert.equal(formatDuration(42 * minute, 'ru'), '42\u00a0минуты');
    assert.equal(formatDuration(hour, 'ru', 'longerThan'), '1\u00a0часа');
    assert.equal(formatDuration(190 * minute, 'ru'), '3\u00a0часа 10\u00a0минут');
    assert.equal(formatDuration(3 * 24 * hour, 'en'), '3\u00a0days');
  });
});
