import { fillPath, paths } from '../../../base/site/paths.ts';
import { formatSensorName } from '../../../domain/rules/sensor-names.ts';
import { formatMeasurementAsText } from '../words/format-sensors.ts';
import { type Clock, formatAge } from '../words/format-time.ts';
import { Row } from './row.tsx';

export type CommonSensor = Parameters<typeof formatMeasurementAsText>[0] &
  Parameters<typeof formatSensorName>[0] & {
    readonly id: string | null;
    readonly deviceName: string;
    readonly text: string | null;
    readonly is_raised: boolean;
    readonly is_fresh: boolean;
    readonly measured_at: string | null;
  };

/** What a device of the village shows, and how old that is. */
export function CommonSensorRow({ sensor, clock }: { sensor: CommonSensor; clock: Clock }) {
  const { language } = clock;
  return (
    <Row
      href={sensor.id === null ? undefined : fillPath(paths.sensor, { sensor: sensor.id })}
      icon={sensor.is_raised ? 'alert' : 'device'}
      tone={sensor.is_raised ? 'warn' : sensor.is_fresh ? 'green' : 'stale'}
      title={`${sensor.deviceName}: ${formatSensorName(sensor, language)}`}
      line={sensor.measured_at === null ? undefined : formatAge(sensor.measured_at, clock)}
      age={sensor.number === null && sensor.text === null ? '—' : formatMeasurementAsText(sensor, language)}
    />
  );
}

/** What is wrong or silent first; of the others as many as there is room for. */
export function pickCommonSensors(sensors: readonly CommonSensor[], most: number): readonly CommonSensor[] {
  const rank = ({ is_raised, is_fresh, measured_at }: CommonSensor) =>
    is_raised ? 0 : measured_at !== null && !is_fresh ? 1 : measured_at === null ? 3 : 2;
  return [...sensors].sort((one, other) => rank(one) - rank(other)).slice(0, most);
}
