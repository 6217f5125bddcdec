import type { Language, Text } from '../../../../base/i18n/text.ts';
import { sayUnit } from '../../../../base/i18n/units.ts';
import type { Stretch } from '../../ui/chart-scale.ts';
import { type CountedNoun, countNoun } from '../../words/names.ts';
import { sayDuration, sayOnWeekday, sayShortDate, sayTime } from '../../words/time.ts';
import { longestOf } from './history.ts';
import type { Period } from './period.ts';
import type { Numbers, SensorData, Switched } from './sensor-data.ts';

const over = {
  day: { en: 'On this day', ru: 'За день' },
  week: { en: 'Over the week', ru: 'За неделю' },
  month: { en: 'Over 30 days', ru: 'За 30 дней' },
  year: { en: 'Over the year', ru: 'За год' },
} as const satisfies Record<Period['name'], Text>;

export const times: CountedNoun = {
  en: { one: 'time', other: 'times' },
  ru: { one: 'раз', few: 'раза', many: 'раз' },
};
export const onDays: CountedNoun = {
  en: { one: 'day', other: 'days' },
  ru: { one: 'день', few: 'дня', many: 'дней' },
};

/** Texts for “was on” and “was not on”, by kind of sensor. */
const deeds: Readonly<Record<string, readonly [did: Text, not: Text]>> = {
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
const alarmed: readonly [Text, Text] = [
  { en: 'the sensor gave alarm', ru: 'датчик поднимал тревогу' },
  { en: 'the sensor gave no alarm', ru: 'датчик тревоги не поднимал' },
];

const texts = {
  longest: { en: 'at the longest for', ru: 'дольше всего' },
  inAll: { en: 'in all', ru: 'всего' },
  from: { en: 'from', ru: 'от' },
  to: { en: 'to', ru: 'до' },
  mean: { en: 'on average', ru: 'в среднем' },
  lowest: { en: 'The lowest:', ru: 'Меньше всего было' },
  below: { en: 'Below', ru: 'Меньше' },
  above: { en: 'Above', ru: 'Больше' },
  was: { en: ':', ru: ' было' },
  since: { en: 'There is data since', ru: 'Данные есть с' },
  silent: { en: 'There was no data', ru: 'Данных не было' },
  lasting: { en: 'for ', ru: '' },
  nothing: { en: 'there is no data.', ru: 'данных нет.' },
  on: { en: 'on', ru: '' },
} as const satisfies Record<string, Text>;

/** Text alternative of the chart. */
export function describeHistory(data: SensorData): string[] {
  const { clock, period, numbers, switched } = data;
  const start = over[period.name][clock.language];
  const hasNumbers = numbers !== null && numbers.summary.count > 0;
  const first = switched && !isAllSilent(switched, period) ? saySwitched(switched, start, data) : null;
  const second = hasNumbers ? sayNumbers(numbers, first === null ? start : null, data) : null;
  const said = [first, second, hasNumbers ? sayBound(numbers, clock.language) : null];
  const silence = saySilences((numbers ?? switched)?.silences ?? [], data);
  const sentences = [...said, first === null && second === null ? null : silence].filter(
    (each): each is string => each !== null,
  );
  return sentences.length > 0 ? sentences : [`${start} ${texts.nothing[clock.language]}`];
}

const isAllSilent = ({ silences }: Switched, { span, until }: Period) =>
  silences.some(({ from, to }) => from <= span.from && to >= until);

function saySwitched(
  { sensor, on, isExact, days, seconds }: Switched,
  start: string,
  data: SensorData,
): string {
  const { language } = data.clock;
  const [did, not] = deeds[sensor.kind] ?? alarmed;
  const longest = longestOf(on);
  if (longest === null) return `${start} ${not[language]}.`;
  if (!isExact) {
    const prefix = texts.on[language] ? `${texts.on[language]} ` : '';
    return `${start} ${did[language]} ${prefix}${joined(countNoun(language, days, onDays))}.`;
  }
  const parts = [
    `${start} ${did[language]} ${joined(countNoun(language, on.length, times))}`,
    `${texts.longest[language]} ${sayDuration(longest.to - longest.from, language)}`,
    sayAt(longest.from, data),
  ];
  const total = seconds !== null && on.length > 1 && seconds > 0;
  if (total) parts.push(`${texts.inAll[language]} ${sayDuration(seconds * 1000, language)}`);
  return `${parts.join(', ')}.`;
}

const joined = (text: string) => text.replaceAll(' ', '\u00a0');

/** Time of day for a day, weekday for a week, else the date. */
export function sayAt(at: number, { clock, period }: Pick<SensorData, 'clock' | 'period'>): string {
  if (period.name === 'day') return `${clock.language === 'ru' ? 'в' : 'at'} ${sayTime(at, clock)}`;
  if (period.name === 'week') return sayOnWeekday(at, clock);
  return clock.language === 'ru' ? sayShortDate(at, clock) : `on ${sayShortDate(at, clock)}`;
}

export function sayNumber(number: number, decimals: number, language: Language): string {
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: decimals });
  return format.format(number).replace('-', '−');
}

function sayNumbers({ sensor, summary, runs }: Numbers, start: string | null, data: SensorData): string {
  const { language } = data.clock;
  const unit = sayUnit(sensor.unit, language);
  const say = (number: number) => sayNumber(number, sensor.decimals, language);
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
  const when = lowest && low !== high ? ` ${texts.lowest[language]} ${sayAt(lowest.at, data)}.` : '';
  const begin = start ?? capital(unitless(sensor, language));
  return `${begin}: ${range}${mean}.${when}`;
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
const unitless = (sensor: Numbers['sensor'], language: Language) =>
  sensor.name ?? (language === 'ru' ? 'показания' : 'readings');

/** How often the threshold of an alert was crossed. */
function sayBound({ sensor, runs }: Numbers, language: Language): string | null {
  const alert = sensor.alerts.find(({ kind }) => kind === 'below' || kind === 'above');
  if (!alert || alert.value === null) return null;
  const bound = alert.value;
  let [count, wasPast] = [0, false];
  for (const { value, low = value, high = value } of runs.flat()) {
    const isPast = alert.kind === 'below' ? low < bound : high > bound;
    if (isPast && !wasPast) count += 1;
    wasPast = isPast;
  }
  const word = texts[alert.kind === 'below' ? 'below' : 'above'][language];
  const limit = `${sayNumber(bound, sensor.decimals, language)}\u00a0${sayUnit(sensor.unit, language)}`;
  return `${word} ${limit}${texts.was[language]} ${joined(countNoun(language, count, times))}.`;
}

function saySilences(silences: readonly Stretch[], data: SensorData): string | null {
  const { language } = data.clock;
  // A gap before the first reading may mean that the sensor was not connected yet.
  const [first] = silences;
  const starts = first && first.from <= data.period.span.from ? first : null;
  const later = silences.filter((each) => each !== starts);
  const longest = longestOf(later);
  const since = starts ? `${texts.since[language]} ${sayStart(starts.to, data)}.` : null;
  if (longest === null) return since;
  const duration = sayDuration(longest.to - longest.from, language);
  const how =
    later.length === 1
      ? `${texts.lasting[language]}${duration}`
      : `${joined(countNoun(language, later.length, times))}, ${texts.longest[language]} ${duration}`;
  const silence = `${texts.silent[language]} ${how}, ${sayAt(longest.from, data)}.`;
  return since ? `${since} ${silence}` : silence;
}

function sayStart(at: number, { clock, period }: SensorData): string {
  return period.name === 'day' ? sayTime(at, clock) : sayShortDate(at, clock);
}
