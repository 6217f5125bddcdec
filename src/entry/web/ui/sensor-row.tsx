import type { z } from 'zod';
import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import { formatSensorName } from '../../../domain/rules/sensor-names.ts';
import type { list_my_devices } from '../../../features/operations/device/list_my_devices.ts';
import { formatMeasurementAsText, formatSensorState } from '../words/format-sensors.ts';
import { type Clock, formatAge } from '../words/format-time.ts';
import { type HouseholdTrouble, troubleLook } from './device-troubles.tsx';
import type { IconName } from './icon.tsx';
import { Row } from './row.tsx';

export const texts = {
  silent: { en: 'Offline:', ru: 'Нет связи:' },
  last: { en: 'last value', ru: 'последнее' },
  nothing: { en: 'no value yet', ru: 'ещё нет значения' },
} as const satisfies Record<string, Text>;

const icons: Readonly<Record<string, IconName>> = {
  temperature: 'temperature',
  humidity: 'water',
  soil_moisture: 'water',
  water: 'water',
  water_level: 'water',
  water_flow: 'water',
  leak: 'water',
  rain: 'water',
  pump_state: 'power',
  switch: 'power',
  power: 'power',
  energy: 'power',
  voltage: 'power',
  current: 'power',
};

type Sensor = z.output<typeof list_my_devices.output>['data'][number]['devices'][number]['sensors'][number];
type ShownSensor = Pick<
  Sensor,
  'id' | 'name' | 'kind' | 'raw_key' | 'value_type' | 'unit' | 'number' | 'text' | 'measured_at'
>;

/** Value and age of a sensor, or what is wrong with it. `device`: its name, outside the device's own card. */
export function SensorRow({
  sensor,
  trouble,
  device,
  clock,
}: {
  sensor: ShownSensor;
  trouble: HouseholdTrouble | undefined;
  device?: string;
  clock: Clock;
}) {
  const { language } = clock;
  const href = fillPath(paths.sensor, { sensor: sensor.id });
  const age = sensor.measured_at ? formatAge(sensor.measured_at, clock) : texts.nothing[language];
  const value = formatMeasurementAsText(sensor, language);
  const isSilent = trouble?.state === 'silent';
  return (
    <Row
      href={href}
      icon={icons[sensor.kind] ?? 'device'}
      tone="green"
      {...(trouble && troubleLook(trouble))}
      title={
        isSilent
          ? `${texts.silent[language]} ${formatSensorName(sensor, language)}`
          : formatSensorState(sensor, language)
      }
      line={[device, isSilent ? `${texts.last[language]}: ${value}, ${age}` : age]
        .filter(Boolean)
        .join(' · ')}
    />
  );
}
