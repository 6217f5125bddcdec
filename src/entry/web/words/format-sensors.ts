import { formatNumber } from '../../../base/i18n/format-number.ts';
import type { Language, Text } from '../../../base/i18n/text.ts';
import { formatUnit } from '../../../base/i18n/units.ts';
import { alarmTypeOf } from '../../../domain/rules/device-trouble.ts';
import { formatSensorName } from '../../../domain/rules/sensor-names.ts';
import * as labels from './labels.ts';

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
/** States that tell by themselves what is measured. */
const eventTexts: Readonly<Record<string, readonly [no: Text, yes: Text]>> = {
  leak: [
    { en: 'no leak', ru: 'протечки нет' },
    { en: 'leak', ru: 'протечка' },
  ],
  smoke: [
    { en: 'no smoke', ru: 'дыма нет' },
    { en: 'smoke', ru: 'дым' },
  ],
  gas_alarm: [
    { en: 'no gas', ru: 'газа нет' },
    { en: 'gas', ru: 'газ' },
  ],
  co_alarm: [
    { en: 'no carbon monoxide', ru: 'угарного газа нет' },
    { en: 'carbon monoxide', ru: 'угарный газ' },
  ],
  motion: [
    { en: 'no motion', ru: 'движения нет' },
    { en: 'motion', ru: 'движение' },
  ],
  vibration: [
    { en: 'no vibration', ru: 'вибрации нет' },
    { en: 'vibration', ru: 'вибрация' },
  ],
};
const yesNoTexts: readonly [Text, Text] = [labels.no, labels.yes];

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
    const value = formatNumber(sensor.number, language, signs);
    return { is: 'number', value, unit: formatUnit(sensor.unit, language) };
  }
  const isOn = sensor.number === 1;
  const [no, yes] = stateTexts[sensor.kind] ?? eventTexts[sensor.kind] ?? yesNoTexts;
  const is = isOn ? (alarmTypeOf(sensor.kind) ? 'warn' : 'on') : 'off';
  return { is, value: (isOn ? yes : no)[language] };
}

export const formatDeviceName = (device: { readonly given_name: string | null; readonly name: string }) =>
  device.given_name ?? device.name;

/** The last value with its unit as one string: `10,8 м`, `выключен`; a dash when there is none. */
export function formatMeasurementAsText(sensor: Measurement, language: Language): string {
  const measurement = formatMeasurement(sensor, language);
  if (measurement === null) return '—';
  return measurement.is === 'number'
    ? `${measurement.value}\u00a0${measurement.unit}`.trim()
    : measurement.value;
}

type NamedMeasurement = Measurement & { readonly name: string | null; readonly raw_key: string };

/** A sensor with its value in one line: «Батарея: 64 %», «Протечки нет», «Кухня: протечки нет». */
export function formatSensorState(sensor: NamedMeasurement, language: Language): string {
  const value = formatMeasurementAsText(sensor, language);
  return sensor.name === null && Object.hasOwn(eventTexts, sensor.kind) && sensor.number !== null
    ? capitalize(value)
    : `${formatSensorName(sensor, language)}: ${value}`;
}

/** A device by its most important sensor: «Теплица: 4,2 °C», «Теплица: батарея 64 %». */
export function formatDeviceState(device: string, sensor: NamedMeasurement, language: Language): string {
  const value = formatMeasurementAsText(sensor, language);
  const isClear = sensor.kind === 'temperature' || Object.hasOwn(eventTexts, sensor.kind);
  if (isClear && sensor.name === null) return `${device}: ${value}`;
  return `${device}: ${uncapitalize(formatSensorName(sensor, language))} ${value}`;
}

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
/** Leaves abbreviations such as CO₂ as they are. */
const uncapitalize = (text: string) =>
  /^\p{Lu}\p{Ll}/u.test(text) ? text.slice(0, 1).toLowerCase() + text.slice(1) : text;
