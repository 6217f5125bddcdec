import type { Language, Text } from '../../../base/i18n/text.ts';
import { formatUnit } from '../../../base/i18n/units.ts';

/** What a sensor measures. Unknown kinds are shown by the name the device gives. */
export const sensorKindTexts: Readonly<Record<string, Text>> = {
  temperature: { en: 'Temperature', ru: 'Температура' },
  humidity: { en: 'Humidity', ru: 'Влажность' },
  soil_moisture: { en: 'Soil moisture', ru: 'Влажность почвы' },
  water_level: { en: 'Water level', ru: 'Уровень воды' },
  pressure: { en: 'Pressure', ru: 'Давление' },
  power: { en: 'Power', ru: 'Мощность' },
  energy: { en: 'Energy', ru: 'Энергия' },
  voltage: { en: 'Voltage', ru: 'Напряжение' },
  current: { en: 'Current', ru: 'Ток' },
  water: { en: 'Water used', ru: 'Расход воды' },
  gas: { en: 'Gas used', ru: 'Расход газа' },
  water_flow: { en: 'Water flow', ru: 'Поток воды' },
  co2: { en: 'CO₂', ru: 'CO₂' },
  illuminance: { en: 'Light', ru: 'Освещённость' },
  wind_speed: { en: 'Wind', ru: 'Ветер' },
  rain: { en: 'Rain', ru: 'Осадки' },
  battery: { en: 'Battery', ru: 'Батарея' },
  battery_low: { en: 'Battery', ru: 'Батарея' },
  door: { en: 'Door', ru: 'Дверь' },
  window: { en: 'Window', ru: 'Окно' },
  leak: { en: 'Leak', ru: 'Протечка' },
  smoke: { en: 'Smoke', ru: 'Дым' },
  gas_alarm: { en: 'Gas', ru: 'Газ' },
  co_alarm: { en: 'Carbon monoxide', ru: 'Угарный газ' },
  motion: { en: 'Motion', ru: 'Движение' },
  pump_state: { en: 'Pump', ru: 'Насос' },
  valve_state: { en: 'Valve', ru: 'Кран' },
  switch: { en: 'Switch', ru: 'Выключатель' },
};

const stateTexts: Readonly<Record<string, readonly [no: Text, yes: Text]>> = {
  door: [
    { en: 'closed', ru: 'закрыта' },
    { en: 'open', ru: 'открыта' },
  ],
  window: [
    { en: 'closed', ru: 'закрыто' },
    { en: 'open', ru: 'открыто' },
  ],
  valve_state: [
    { en: 'closed', ru: 'закрыт' },
    { en: 'open', ru: 'открыт' },
  ],
  battery_low: [
    { en: 'fine', ru: 'в порядке' },
    { en: 'low', ru: 'садится' },
  ],
  pump_state: [
    { en: 'off', ru: 'выключен' },
    { en: 'on', ru: 'включён' },
  ],
  switch: [
    { en: 'off', ru: 'выключен' },
    { en: 'on', ru: 'включён' },
  ],
};
const alarmTexts: readonly [Text, Text] = [
  { en: 'quiet', ru: 'спокойно' },
  { en: 'alarm', ru: 'тревога' },
];

/** Kinds whose `on` state is no warning. */
const kindsWithoutWarning = new Set(['pump_state', 'valve_state', 'switch', 'door', 'window', 'motion']);

export type Measurement = {
  readonly kind: string;
  readonly value_type: 'number' | 'text' | 'boolean';
  readonly unit: string;
  readonly number: number | null;
  readonly text: string | null;
};

export type FormattedMeasurement =
  | { readonly is: 'number'; readonly value: string; readonly unit: string }
  | { readonly is: 'on' | 'off' | 'warn' | 'word'; readonly value: string };

/** Formats the last value for display; null when there is none yet. */
export function formatMeasurement(sensor: Measurement, language: Language): FormattedMeasurement | null {
  if (sensor.value_type === 'text') return sensor.text ? { is: 'word', value: sensor.text } : null;
  if (sensor.number === null) return null;
  if (sensor.value_type === 'number') {
    const signs = Math.abs(sensor.number) >= 100 ? 0 : 1;
    const value = new Intl.NumberFormat(language, { maximumFractionDigits: signs }).format(sensor.number);
    return { is: 'number', value: value.replace('-', '−'), unit: formatUnit(sensor.unit, language) };
  }
  const isOn = sensor.number === 1;
  const [no, yes] = stateTexts[sensor.kind] ?? alarmTexts;
  const is = isOn ? (kindsWithoutWarning.has(sensor.kind) ? 'on' : 'warn') : 'off';
  return { is, value: (isOn ? yes : no)[language] };
}

/** The user-given name, else the kind, else the key of the device. */
export function formatSensorName(
  sensor: { readonly name: string | null; readonly kind: string; readonly raw_key: string },
  language: Language,
): string {
  return sensor.name ?? sensorKindTexts[sensor.kind]?.[language] ?? humanizeKey(sensor.raw_key);
}

/** Turns a key such as `sensor.boiler_error_code` into words. */
const humanizeKey = (key: string) =>
  key
    .replace(/^\w+\./, '')
    .replaceAll('_', ' ')
    .trim() || key;

export const formatDeviceName = (device: { readonly given_name: string | null; readonly name: string }) =>
  device.given_name ?? device.name;

/** The last value with its unit as one string: `10,8 м`, `выключен`; a dash when there is none. */
export function formatMeasurementAsText(sensor: Measurement, language: Language): string {
  const said = formatMeasurement(sensor, language);
  if (said === null) return '—';
  return said.is === 'number' ? `${said.value}\u00a0${said.unit}`.trim() : said.value;
}
