import { formatNumber } from '../../../../base/i18n/format-number.ts';
import type { Language, Text } from '../../../../base/i18n/text.ts';
import { formatUnit } from '../../../../base/i18n/units.ts';
import type { TimeRange } from '../../ui/chart-scale.ts';
import { formatDuration, formatOnWeekday, formatShortDate, formatTime } from '../../words/format-time.ts';
import { type CountedNoun, formatCount } from '../../words/shared-texts.ts';
import type { Period } from './period.ts';
import { findLongest } from './reading-gaps.ts';
import type { NumberHistory, SensorData, SwitchHistory } from './sensor-data.ts';

const overPeriodTexts = {
  day: { en: 'On this day', ru: 'За день' },
  week: { en: 'Over the week', ru: 'За неделю' },
  month: { en: 'Over 30 days', ru: 'За 30 дней' },
  year: { en: 'Over the year', ru: 'За год' },
} as const satisfies Record<Period['name'], Text>;

export const timesNoun: CountedNoun = {
  en: { one: 'time', other: 'times' },
  ru: { one: 'раз', few: 'раза', many: 'раз' },
};
export const daysNoun: CountedNoun = {
  en: { one: 'day', other: 'days' },
  ru: { one: 'день', few: 'дня', many: 'дней' },
};

/** Texts for “was on” and “was not on”, by kind of sensor. */
const activityTexts: Readonly<Record<string, readonly [did: Text, not: Text]>> = {
  pump_state: [
    { en: 'the pump came on', ru: 'насос включался' },
    { en: 'the pump did not come on', ru: 'насос не включался' },
  ],
  valve_state: [
    { en: 'the valve was opened', ru: 'кран открывался' },
    { en: 'the valve was not opened', ru: 'кран не открывался' },
  ],
  switch: [
    { en: 'it was switched on', ru: 'включалось' },
    { en: 'it was not switched on', ru: 'не включалось' },
  ],
  door: [
    { en: 'the door was opened', ru: 'дверь открывалась' },
    { en: 'the door was not opened', ru: 'дверь не открывалась' },
  ],
  window: [
    { en: 'the window was opened', ru: 'окно открывалось' },
    { en: 'the window was not opened', ru: 'окно не открывалось' },
  ],
  motion: [
    { en: 'motion was noticed', ru: 'движение замечено' },
    { en: 'no motion was noticed', ru: 'движения не было' },
  ],
};
const alarmTexts: readonly [Text, Text] = [
  { en: 'the sensor raised an alarm', ru: 'датчик поднимал тревогу' },
  { en: 'the sensor raised no alarm', ru: 'датчик тревоги не поднимал' },
];

const texts = {
  longest: { en: 'for at most', ru: 'дольше всего' },
  inAll: { en: 'in all', ru: 'всего' },
  from: { en: 'from', ru: 'от' },
  to: { en: 'to', ru: 'до' },
  mean: { en: 'on average', ru: 'в среднем' },
  lowest: { en: 'The lowest:', ru: 'Самое низкое —' },
  below: { en: 'Below', ru: 'Меньше' },
  above: { en: 'Above', ru: 'Больше' },
  was: { en: ':', ru: ' было' },
  never: { en: ': never', ru: ' не было' },
  now: { en: ': now, for', ru: ' сейчас, уже' },
  since: { en: 'There is data since', ru: 'Данные есть с' },
  silent: { en: 'There was no data', ru: 'Данных не было' },
  lasting: { en: 'for ', ru: '' },
  nothing: { en: 'there is no data.', ru: 'данных нет.' },
  on: { en: 'on', ru: '' },
  atTime: { en: 'at {time}', ru: 'в {time}' },
  onDate: { en: 'on {date}', ru: '{date}' },
  readings: { en: 'readings', ru: 'показания' },
} as const satisfies Record<string, Text>;

/** Text alternative of the chart. */
export function describeHistory(data: SensorData): string[] {
  const { clock, period, numbers, switched } = data;
  const start = overPeriodTexts[period.name][clock.language];
  const hasNumbers = numbers !== null && numbers.summary.count > 0;
  const first = switched && !hasNoData(switched, period) ? formatSwitchHistory(switched, start, data) : null;
  const second = hasNumbers ? formatNumberHistory(numbers, first === null ? start : null, data) : null;
  const descriptions = [first, second, hasNumbers ? formatThreshold(numbers, data) : null];
  const silence = formatGaps((numbers ?? switched)?.gaps ?? [], data);
  const sentences = [...descriptions, first === null && second === null ? null : silence].filter(
    (each): each is string => each !== null,
  );
  return sentences.length > 0 ? sentences : [`${start} ${texts.nothing[clock.language]}`];
}

const hasNoData = ({ gaps }: SwitchHistory, { span, until }: Period) =>
  gaps.some(({ from, to }) => from <= span.from && to >= until);

function formatSwitchHistory(
  { sensor, on, isExact, days, seconds }: SwitchHistory,
  start: string,
  data: SensorData,
): string {
  const { language } = data.clock;
  const [did, not] = activityTexts[sensor.kind] ?? alarmTexts;
  const longest = findLongest(on);
  if (longest === null) return `${start} ${not[language]}.`;
  if (!isExact) {
    const prefix = texts.on[language] ? `${texts.on[language]} ` : '';
    return `${start} ${did[language]} ${prefix}${joinWithNbsp(formatCount(language, days, daysNoun))}.`;
  }
  const parts = [
    `${start} ${did[language]} ${joinWithNbsp(formatCount(language, on.length, timesNoun))}`,
    `${texts.longest[language]} ${formatDuration(longest.to - longest.from, language)}`,
    formatTimeInPeriod(longest.from, data),
  ];
  const total = seconds !== null && on.length > 1 && seconds > 0;
  if (total) parts.push(`${texts.inAll[language]} ${formatDuration(seconds * 1000, language)}`);
  return `${parts.join(', ')}.`;
}

const joinWithNbsp = (text: string) => text.replaceAll(' ', '\u00a0');

/** Time of day for a day, weekday for a week, else the date. */
export function formatTimeInPeriod(
  at: number,
  { clock, period }: Pick<SensorData, 'clock' | 'period'>,
): string {
  if (period.name === 'day') return texts.atTime[clock.language].replace('{time}', formatTime(at, clock));
  if (period.name === 'week') return formatOnWeekday(at, clock);
  return texts.onDate[clock.language].replace('{date}', formatShortDate(at, clock));
}

export function formatReadingNumber(number: number, decimals: number, language: Language): string {
  return formatNumber(number, language, decimals);
}

function formatNumberHistory(
  { sensor, summary, runs }: NumberHistory,
  start: string | null,
  data: SensorData,
): string {
  const { language } = data.clock;
  const unit = formatUnit(sensor.unit, language);
  const say = (number: number) => formatReadingNumber(number, sensor.decimals, language);
  const [low, high] = [summary.low ?? 0, summary.high ?? 0];
  const range =
    low === high
      ? `${say(low)}\u00a0${unit}`
      : `${texts.from[language]} ${say(low)} ${texts.to[language]} ${say(high)}\u00a0${unit}`;
  const mean =
    summary.mean === null || low === high
      ? ''
      : `, ${texts.mean[language]} ${say(summary.mean)}\u00a0${unit}`;
  const lowest = runs.flat().find((point) => (point.low ?? point.value) === low);
  const when =
    lowest && low !== high ? ` ${texts.lowest[language]} ${formatTimeInPeriod(lowest.at, data)}.` : '';
  const begin = start ?? capitalize(nameReadings(sensor, language));
  return `${begin}: ${range}${mean}.${when}`;
}

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const nameReadings = (sensor: NumberHistory['sensor'], language: Language) =>
  sensor.name ?? texts.readings[language];

/** How long the threshold of an alert has been passed, or how often it was. */
function formatThreshold({ sensor, runs }: NumberHistory, { clock, period }: SensorData): string | null {
  const { language, now } = clock;
  const alert = sensor.alerts.find(({ kind }) => kind === 'below' || kind === 'above');
  if (!alert || alert.value === null) return null;
  const word = texts[alert.kind === 'below' ? 'below' : 'above'][language];
  const limit = `${formatReadingNumber(alert.value, sensor.decimals, language)}\u00a0${formatUnit(sensor.unit, language)}`;
  const say = (rest: string) => `${word} ${limit}${rest}.`;
  if (alert.is_raised && alert.since && period.until >= now.getTime())
    return say(`${texts.now[language]} ${formatDuration(now.getTime() - Date.parse(alert.since), language)}`);
  const passed = findPassed(runs, alert.kind === 'below', alert.value);
  const longest = findLongest(passed);
  if (longest === null) return say(texts.never[language]);
  const duration = formatDuration(longest.to - longest.from, language);
  if (passed.length === 1) return say(`${texts.was[language]} ${texts.lasting[language]}${duration}`);
  const count = joinWithNbsp(formatCount(language, passed.length, timesNoun));
  return say(`${texts.was[language]} ${count}, ${texts.longest[language]} ${duration}`);
}

/** Intervals beyond the bound. */
function findPassed(runs: NumberHistory['runs'], isBelow: boolean, bound: number): TimeRange[] {
  const passed: TimeRange[] = [];
  let wasPast = false;
  for (const { at, value, low = value, high = value } of runs.flat()) {
    const last = passed.at(-1);
    if (wasPast && last) passed[passed.length - 1] = { from: last.from, to: at };
    const isPast = isBelow ? low < bound : high > bound;
    if (isPast && !wasPast) passed.push({ from: at, to: at });
    wasPast = isPast;
  }
  return passed;
}

function formatGaps(silences: readonly TimeRange[], data: SensorData): string | null {
  const { language } = data.clock;
  // A gap before the first reading may mean that the sensor was not connected yet.
  const [first] = silences;
  const starts = first && first.from <= data.period.span.from ? first : null;
  const later = silences.filter((each) => each !== starts);
  const longest = findLongest(later);
  const since = starts ? `${texts.since[language]} ${formatStart(starts.to, data)}.` : null;
  if (longest === null) return since;
  const duration = formatDuration(longest.to - longest.from, language);
  const how =
    later.length === 1
      ? `${texts.lasting[language]}${duration}`
      : `${joinWithNbsp(formatCount(language, later.length, timesNoun))}, ${texts.longest[language]} ${duration}`;
  const silence = `${texts.silent[language]} ${how}, ${formatTimeInPeriod(longest.from, data)}.`;
  return since ? `${since} ${silence}` : silence;
}

function formatStart(at: number, { clock, period }: SensorData): string {
  return period.name === 'day' ? formatTime(at, clock) : formatShortDate(at, clock);
}
