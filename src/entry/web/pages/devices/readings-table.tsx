import { findDateFormat } from '../../../../base/i18n/format-date.ts';
import type { Text } from '../../../../base/i18n/text.ts';
import { formatUnit } from '../../../../base/i18n/units.ts';
import type { TimeRange } from '../../ui/chart-scale.ts';
import { Fold } from '../../ui/fold.tsx';
import { Table } from '../../ui/table.tsx';
import { type Clock, formatDuration, formatTime } from '../../words/format-time.ts';
import * as labels from '../../words/labels.ts';
import { formatCount } from '../../words/shared-texts.ts';
import { formatReadingNumber, timesNoun } from './history-description.ts';
import type { Period } from './period.ts';
import type { NumberHistory, SensorData, SwitchHistory } from './sensor-data.ts';

export const texts = {
  title: { en: 'Readings as a table', ru: 'Показания таблицей' },
  mean: { en: 'Average', ru: 'Среднее' },
  value: { en: 'Value', ru: 'Значение' },
  low: { en: 'From', ru: 'От' },
  high: { en: 'To', ru: 'До' },
  times: { en: 'On', ru: 'Включался' },
  longest: { en: 'At most', ru: 'Дольше всего' },
} as const satisfies Record<string, Text>;

/** A row for each hour of a day, day of a week or month, month of a year. */
export function ReadingsTable({ data }: { data: SensorData }) {
  const { clock, period, numbers, switched, sensor, textReadings } = data;
  const { language } = clock;
  const rows =
    sensor.value_type === 'number' && numbers
      ? listNumberRows(numbers, period, clock)
      : sensor.value_type === 'boolean' && switched
        ? listStateRows(switched, period, clock)
        : textReadings.map(({ at, text }) => [formatStep(at, 'day', clock), text]);
  if (rows.length === 0) return null;
  const unit = formatUnit(sensor.unit, language);
  const withUnit = (text: Text) => (unit ? `${text[language]}, ${unit}` : text[language]);
  const columns = {
    number: [
      { title: labels.when },
      { title: withUnit(texts.mean), number: true },
      { title: withUnit(texts.low), number: true },
      { title: withUnit(texts.high), number: true },
    ],
    boolean: [
      { title: labels.when },
      { title: texts.times, number: true },
      ...(switched?.isExact ? [{ title: texts.longest, number: true }] : []),
    ],
    text: [{ title: labels.when }, { title: texts.value }],
  }[sensor.value_type];
  return (
    <Fold title={texts.title}>
      <Table caption={period.title} columns={columns} rows={rows} />
    </Fold>
  );
}

const formats = {
  week: { weekday: 'short', day: 'numeric', month: 'long' },
  month: { day: 'numeric', month: 'long' },
  year: { month: 'long', year: 'numeric' },
} as const satisfies Partial<Record<Period['name'], Intl.DateTimeFormatOptions>>;

function formatStep(at: number, name: Period['name'], clock: Clock): string {
  if (name === 'day') return formatTime(Math.floor(at / 3_600_000) * 3_600_000, clock);
  return findDateFormat(clock.language, clock.timeZone, formats[name]).format(at);
}

function groupByName<Item>(items: readonly Item[], nameOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const name = nameOf(item);
    const found = groups.get(name);
    if (found) found.push(item);
    else groups.set(name, [item]);
  }
  return groups;
}

function listNumberRows({ readings, sensor }: NumberHistory, period: Period, clock: Clock): string[][] {
  const say = (number: number) => formatReadingNumber(number, sensor.decimals, clock.language);
  const measured = readings.filter(({ number }) => number !== null);
  const groups = groupByName(measured, ({ at }) =>
    formatStep(Math.max(Date.parse(at), period.span.from), period.name, clock),
  );
  return [...groups].map(([when, each]) => {
    const count = each.reduce((sum, one) => sum + one.count, 0);
    const mean = each.reduce((sum, { number, count: of }) => sum + (number ?? 0) * of, 0) / count;
    const last = each.at(-1)?.number ?? 0;
    return [
      when,
      say(sensor.aggregation === 'mean' ? mean : last),
      say(Math.min(...each.map(({ low, number }) => low ?? number ?? 0))),
      say(Math.max(...each.map(({ high, number }) => high ?? number ?? 0))),
    ];
  });
}

function listStateRows({ on, isExact }: SwitchHistory, period: Period, clock: Clock): string[][] {
  const groups = groupByName(on, ({ from }) =>
    formatStep(Math.max(from, period.span.from), period.name, clock),
  );
  const sum = (each: readonly TimeRange[]) => each.reduce((all, { from, to }) => all + to - from, 0);
  // Hourly and daily buckets tell whether it was on, not how often.
  if (!isExact) return [...groups].map(([when, each]) => [when, formatDuration(sum(each), clock.language)]);
  return [...groups].map(([when, each]) => [
    when,
    formatCount(clock.language, each.length, timesNoun),
    formatDuration(Math.max(...each.map(({ from, to }) => to - from)), clock.language),
  ]);
}
