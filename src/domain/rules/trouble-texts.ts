import { formatNumber } from '../../base/i18n/format-number.ts';
import type { Language, Text } from '../../base/i18n/text.ts';
import { formatUnit } from '../../base/i18n/units.ts';
import type { Trouble } from './device-trouble.ts';
import { decimalsOf, roundTo } from './sensor-decimals.ts';
import { formatSensorName } from './sensor-names.ts';

/** The same sentences on pages, in the bell and in emails; placeholders are filled by `fillTrouble`. */
export const troubleTexts = {
  alarm: { en: '{alarm}{sensor}', ru: '{alarm}{sensor}' },
  below: { en: '{too_low}{sensor}{part} — {value}', ru: '{too_low}{sensor}{part} — {value}' },
  above: { en: '{too_high}{sensor}{part} — {value}', ru: '{too_high}{sensor}{part} — {value}' },
  on: { en: '{is_on}{sensor}{part}', ru: '{is_on}{sensor}{part}' },
  silent: { en: 'Offline: {sensor}{part}', ru: 'Нет связи: {sensor}{part}' },
  askedBelow: {
    en: 'You asked to be told if it is below {bound}',
    ru: 'Вы просили сказать, если меньше {bound}',
  },
  askedAbove: {
    en: 'You asked to be told if it is above {bound}',
    ru: 'Вы просили сказать, если больше {bound}',
  },
  now: { en: 'Now it is {value}', ru: 'Сейчас {value}' },
  check: { en: 'Check the socket and the Wi-Fi', ru: 'Проверьте розетку и Wi-Fi' },
} as const satisfies Record<string, Text>;

type Phrases = Readonly<Record<string, Text>>;

const phrases = {
  alarm: {
    smoke: { en: 'Smoke', ru: 'Дым' },
    gas_alarm: { en: 'Gas', ru: 'Газ' },
    co_alarm: { en: 'Carbon monoxide', ru: 'Угарный газ' },
    leak: { en: 'Leak', ru: 'Протечка' },
    battery_low: { en: 'Battery is low', ru: 'Батарея садится' },
  },
  too_low: {
    temperature: { en: 'Too cold', ru: 'Слишком холодно' },
    humidity: { en: 'Too dry', ru: 'Слишком сухо' },
    soil_moisture: { en: 'The soil is dry', ru: 'Земля сухая' },
    water_level: { en: 'Low water', ru: 'Мало воды' },
    water_flow: { en: 'Weak flow', ru: 'Слабый напор' },
    pressure: { en: 'Low pressure', ru: 'Низкое давление' },
    voltage: { en: 'Low voltage', ru: 'Низкое напряжение' },
    battery: { en: 'Battery is low', ru: 'Батарея садится' },
    signal: { en: 'Weak signal', ru: 'Слабый сигнал' },
  },
  too_high: {
    temperature: { en: 'Too warm', ru: 'Слишком тепло' },
    humidity: { en: 'Too damp', ru: 'Слишком сыро' },
    soil_moisture: { en: 'The soil is wet', ru: 'Земля мокрая' },
    water_level: { en: 'High water', ru: 'Много воды' },
    pressure: { en: 'High pressure', ru: 'Высокое давление' },
    voltage: { en: 'High voltage', ru: 'Высокое напряжение' },
    power: { en: 'High load', ru: 'Большая нагрузка' },
    current: { en: 'High load', ru: 'Большая нагрузка' },
    co2: { en: 'Stuffy', ru: 'Душно' },
    co: { en: 'Carbon monoxide', ru: 'Угарный газ' },
    wind_speed: { en: 'Strong wind', ru: 'Сильный ветер' },
    rain: { en: 'Heavy rain', ru: 'Сильный дождь' },
    noise: { en: 'Noisy', ru: 'Шумно' },
  },
  is_on: {
    pump_state: { en: 'The pump is running', ru: 'Насос работает' },
    valve_state: { en: 'The valve is open', ru: 'Кран открыт' },
    door: { en: 'The door is open', ru: 'Дверь открыта' },
    window: { en: 'The window is open', ru: 'Окно открыто' },
    motion: { en: 'Motion', ru: 'Движение' },
    switch: { en: 'Switched on', ru: 'Включено' },
  },
} as const satisfies Record<string, Phrases>;

export type TroublePhrase = keyof typeof phrases;
export const isTroublePhrase = (name: string): name is TroublePhrase => Object.hasOwn(phrases, name);

const phraseNames = { alarm: 'alarm', below: 'too_low', above: 'too_high', on: 'is_on' } as const;

/** What is wrong, followed by a colon; empty where the kind of sensor has no words of its own. */
export function formatTroublePhrase(name: TroublePhrase, kind: string, language: Language): string {
  const known: Phrases = phrases[name];
  const text = Object.hasOwn(known, kind) ? known[kind] : name === 'is_on' ? phrases.is_on.switch : undefined;
  return text ? `${text[language]}: ` : '';
}

/**
 * Which of a device's sensors it is, as stored in a notification: its kind or key; empty where its own name or the
 * phrase tells it.
 */
export function namePart(
  state: Trouble['state'],
  { name, kind, raw_key }: { readonly name: string | null; readonly kind: string; readonly raw_key: string },
): string {
  const isTold = state !== 'silent' && Object.hasOwn(phrases[phraseNames[state]], kind);
  return name !== null || isTold ? '' : kind || raw_key;
}

/** The part in a sentence: “, temperature”. */
export function formatPart(part: string, language: Language): string {
  if (part === '') return '';
  const name = formatSensorName({ name: null, kind: part, raw_key: part }, language);
  return `, ${/^\p{Lu}\p{Ll}/u.test(name) ? name[0]?.toLowerCase() + name.slice(1) : name}`;
}

/** One decimal is enough to know what is wrong, unless the limit has more. */
export function roundToLimit(kind: string, number: number, bound: number | null): number {
  const ofBound = String(bound ?? '').split('.')[1]?.length ?? 0;
  return roundTo(number, Math.min(decimalsOf(kind), Math.max(1, ofBound)));
}

/** A number with its unit: 11,1 м. */
function formatAmount(number: number, unit: string, language: Language): string {
  return `${formatNumber(number, language, 10)}\u00a0${formatUnit(unit, language)}`.trim();
}

/** What is wrong where, in one line: «Мало воды: Скважина — 11,1 м». */
export function formatTroubleTitle(
  { state, device, sensor, bound, value }: Trouble,
  language: Language,
): string {
  const kind = sensor?.kind ?? '';
  const values: Readonly<Record<string, string>> = {
    ...(state !== 'silent' && {
      [phraseNames[state]]: formatTroublePhrase(phraseNames[state], kind, language),
    }),
    sensor: sensor?.name ?? device.name,
    part: sensor ? formatPart(namePart(state, sensor), language) : '',
    value:
      sensor && value !== null ? formatAmount(roundToLimit(kind, value, bound), sensor.unit, language) : '—',
  };
  return fill(troubleTexts[state][language], values);
}

/** Why it is told, or what to do; null for an alarm, which needs no reason. */
export function formatTroubleReason({ state, sensor, bound }: Trouble, language: Language): string | null {
  if (state === 'silent') return troubleTexts.check[language];
  if (state !== 'below' && state !== 'above') return null;
  const text = state === 'below' ? troubleTexts.askedBelow : troubleTexts.askedAbove;
  return fill(text[language], { bound: formatAmount(bound ?? 0, sensor?.unit ?? '', language) });
}

/** What it is at present, where that is no longer what the title says. */
export function formatTroubleNow({ sensor, bound, value }: Trouble, language: Language): string | null {
  if (sensor === null || value === null || sensor.number === null || !sensor.is_fresh) return null;
  const round = (number: number) => roundToLimit(sensor.kind, number, bound);
  if (round(sensor.number) === round(value)) return null;
  return fill(troubleTexts.now[language], {
    value: formatAmount(round(sensor.number), sensor.unit, language),
  });
}

/** Title, reason and present value, for who reads no page. */
export const formatTrouble = (trouble: Trouble, language: Language) =>
  [
    formatTroubleTitle(trouble, language),
    formatTroubleReason(trouble, language),
    formatTroubleNow(trouble, language),
  ]
    .filter((sentence) => sentence !== null)
    .map((sentence) => `${sentence}.`)
    .join(' ');

const fill = (text: string, values: Readonly<Record<string, string>>) =>
  text.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
