import { findDateFormat } from '../../../../base/i18n/format-date.ts';
import type { Text } from '../../../../base/i18n/text.ts';
import { addDays, dayInZone, startOfDay } from '../../../../domain/rules/days.ts';
import type { SpanLabel } from '../../ui/chart-lane.tsx';
import type { TimeRange } from '../../ui/chart-scale.ts';
import type { Clock } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';

export const periodNames = ['day', 'week', 'month', 'year'] as const;
export type PeriodName = (typeof periodNames)[number];

export const periodTexts = {
  day: { en: 'Day', ru: 'День' },
  week: { en: 'Week', ru: 'Неделя' },
  month: labels.month,
  year: { en: 'Year', ru: 'Год' },
} as const satisfies Record<PeriodName, Text>;

/** Whole days in the settlement's time zone; the chosen day is the last. */
export interface Period {
  readonly name: PeriodName;
  /** The last day, YYYY-MM-DD. */
  readonly day: string;
  readonly span: TimeRange;
  /** End of the span, or now if that is earlier. */
  readonly until: number;
  readonly title: string;
  readonly axisParts: readonly SpanLabel[];
  /** Last days of the previous and of the next period; null if that is in the future. */
  readonly previousDay: string;
  readonly nextDay: string | null;
}

const lengths = { day: 1, week: 7, month: 30 } as const;

/** Defaults to the week up to today; an invalid or future day counts as today. */
export function choosePeriod(name: string, day: string, clock: Clock): Period {
  const chosen = periodNames.find((each) => each === name) ?? 'week';
  const today = dayInZone(clock.now, clock.timeZone);
  const last = isDay(day) && day <= today && day >= '1990-01-01' ? day : today;
  const first =
    chosen === 'year' ? `${addMonths(last.slice(0, 7), -11)}-01` : addDays(last, 1 - lengths[chosen]);
  const end = chosen === 'year' ? `${addMonths(last.slice(0, 7), 1)}-01` : addDays(last, 1);
  const next = chosen === 'year' ? shiftYear(last, 1) : addDays(last, lengths[chosen]);
  const span = { from: startOfDay(first, clock.timeZone), to: startOfDay(end, clock.timeZone) };
  return {
    name: chosen,
    day: last,
    span,
    until: Math.min(span.to, clock.now.getTime()),
    title: formatPeriodTitle(chosen, first, last, clock),
    axisParts: listAxisParts(chosen, first, clock),
    previousDay: chosen === 'year' ? shiftYear(last, -1) : addDays(last, -lengths[chosen]),
    nextDay: last === today ? null : next > today ? today : next,
  };
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && addDays(text, 0) === text;

function addMonths(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The last day of the month, so that years follow one another without a gap. */
function shiftYear(day: string, count: number): string {
  return addDays(`${addMonths(day.slice(0, 7), 12 * count + 1)}-01`, -1);
}

function formatDay(day: string, { language }: Clock, options: Intl.DateTimeFormatOptions): string {
  return findDateFormat(language, 'UTC', options).format(Date.parse(`${day}T00:00:00Z`));
}

/** Three letters: fits a sixth of the width of a phone. */
const formatShortMonth = (day: string, clock: Clock) => formatDay(day, clock, { month: 'short' }).slice(0, 3);

function formatPeriodTitle(name: PeriodName, first: string, last: string, clock: Clock): string {
  const { language } = clock;
  if (name === 'day') return formatDay(last, clock, { weekday: 'long', day: 'numeric', month: 'long' });
  const options: Intl.DateTimeFormatOptions =
    name === 'year'
      ? { month: 'short', year: 'numeric' }
      : {
          day: 'numeric',
          month: 'long',
          ...(last.slice(0, 4) !== dayInZone(clock.now, clock.timeZone).slice(0, 4) && { year: 'numeric' }),
        };
  const format = findDateFormat(language, 'UTC', options);
  return format.formatRange(Date.parse(`${first}T00:00:00Z`), Date.parse(`${last}T00:00:00Z`));
}

/** Equal parts of the axis, few enough for a phone. Months count as equal: the error is below a line width. */
function listAxisParts(name: PeriodName, first: string, clock: Clock): SpanLabel[] {
  const of = (count: number, make: (index: number) => SpanLabel) =>
    Array.from({ length: count }, (_, index) => make(index));
  if (name === 'day') return of(8, (index) => ({ text: String(index * 3).padStart(2, '0') }));
  if (name === 'week')
    return of(7, (index) => {
      const day = addDays(first, index);
      return { strong: formatDay(day, clock, { weekday: 'short' }), text: String(Number(day.slice(8))) };
    });
  if (name === 'month')
    return of(5, (index) => {
      const day = addDays(first, index * 6);
      return { strong: String(Number(day.slice(8))), text: formatShortMonth(day, clock) };
    });
  return of(6, (index) => {
    const month = `${addMonths(first.slice(0, 7), index * 2)}-01`;
    return { strong: formatShortMonth(month, clock), text: month.slice(0, 4) };
  });
}
