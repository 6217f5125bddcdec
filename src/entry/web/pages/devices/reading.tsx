import type { Text } from '../../../../base/i18n/text.ts';
import { formatSensorName } from '../../../../domain/rules/sensor-names.ts';
import { StateBadge } from '../../ui/badge.tsx';
import type { Reading } from '../../ui/readings.tsx';
import { formatMeasurement } from '../../words/format-sensors.ts';
import { type Clock, formatAge } from '../../words/format-time.ts';
import type { Sensor } from './sensor-data.ts';

export const texts = {
  nothing: { en: 'no value yet', ru: 'ещё нет значения' },
} as const satisfies Record<string, Text>;

/** Last value and age of a sensor; a stale state is marked. */
export function toReading(sensor: Sensor, clock: Clock): Reading {
  const { language } = clock;
  const measurement = formatMeasurement(sensor, language);
  const label = formatSensorName(sensor, language);
  const age = sensor.measured_at ? formatAge(sensor.measured_at, clock) : texts.nothing[language];
  if (measurement === null) return { label, value: '—', isWord: true, age };
  if (measurement.is === 'number') return { label, value: measurement.value, unit: measurement.unit, age };
  if (measurement.is === 'word') return { label, value: measurement.value, isWord: true, age };
  const is = sensor.is_fresh ? measurement.is : 'stale';
  return { label, value: <StateBadge is={is}>{measurement.value}</StateBadge>, isWord: true, age };
}
