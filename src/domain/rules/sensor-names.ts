import type { Language, Text } from '../../base/i18n/text.ts';

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

/** The user-given name, else the kind, else the key of the device. */
export function formatSensorName(
  sensor: { readonly name: string | null; readonly kind: string; readonly raw_key: string },
  language: Language,
): string {
  return sensor.name ?? sensorKindTexts[sensor.kind]?.[language] ?? humanizeKey(sensor.raw_key);
}

const maxNames = 3;

/** The devices behind a connection, by the names that pages give them; the connection's own while it has none. */
export const nameDevices = (names: readonly string[], connection: string) =>
  names.length === 0
    ? connection
    : `${names.slice(0, maxNames).join(', ')}${names.length > maxNames ? ' …' : ''}`;

/** Turns a key such as `sensor.boiler_error_code` into words. */
const humanizeKey = (key: string) =>
  key
    .replace(/^\w+\./, '')
    .replaceAll('_', ' ')
    .trim() || key;
