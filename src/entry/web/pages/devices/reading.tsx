import type { Text } from '../../../../base/i18n/text.ts';
import { State } from '../../ui/badge.tsx';
import type { Reading } from '../../ui/status.tsx';
import { nameSensor, sayMeasured } from '../../words/sensors.ts';
import { type Clock, sayAge } from '../../words/time.ts';
import type { Sensor } from './sensor-data.ts';

export const texts = {
  nothing: { en: 'no value yet', ru: 'ещё нет значения' },
} as const satisfies Record<string, Text>;

/** Last value and age of a sensor; a stale state is marked. */
export function readingOf(sensor: Sensor, clock: Clock): Reading {
  const { language } = clock;
  const said = sayMeasured(sensor, language);
  const label = nameSensor(sensor, language);
  const age = sensor.measured_at ? sayAge(sensor.measured_at, clock) : texts.nothing[language];
  if (said === null) return { label, value: '—', isWord: true, age };
  if (said.is === 'number') return { label, value: said.value, unit: said.unit, age };
  if (said.is === 'word') return { label, value: said.value, isWord: true, age };
  const is = sensor.is_fresh ? said.is : 'stale';
  return { label, value: <State is={is}>{said.value}</State>, isWord: true, age };
}
