import type { Text } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import type { formatSensorName } from '../../../domain/rules/sensor-names.ts';
import { formatDeviceState, type formatMeasurementAsText } from '../words/format-sensors.ts';
import { type Clock, formatAge } from '../words/format-time.ts';
import * as labels from '../words/labels.ts';
import { ListCard } from './list.tsx';
import { Row } from './row.tsx';

export const texts = {
  title: { en: 'Devices of the village', ru: 'Общие устройства' },
} as const satisfies Record<string, Text>;

export type CommonSensor = Parameters<typeof formatMeasurementAsText>[0] &
  Parameters<typeof formatSensorName>[0] & {
    readonly id: string | null;
    readonly meterPlot?: string | null;
    readonly deviceName: string;
    readonly text: string | null;
    readonly is_raised: boolean;
    readonly is_fresh: boolean;
    readonly measured_at: string | null;
  };

type CommonSensorProps = {
  readonly sensor: CommonSensor;
  readonly clock: Clock;
  /** Leads from a meter that people read to where it is typed. */
  readonly mayType?: boolean;
};

/** What a device of the village shows, and how old that is. */
export function CommonSensorRow({ sensor, clock, mayType }: CommonSensorProps) {
  const { language } = clock;
  const meters = mayType && sensor.meterPlot && fillPath(paths.plotMeters, { plot: sensor.meterPlot });
  return (
    <Row
      href={sensor.id === null ? meters || undefined : fillPath(paths.sensor, { sensor: sensor.id })}
      icon={sensor.is_raised ? 'alert' : 'device'}
      tone={sensor.is_raised ? 'warn' : sensor.is_fresh ? 'green' : 'stale'}
      title={formatDeviceState(sensor.deviceName, sensor, language)}
      line={sensor.measured_at === null ? undefined : formatAge(sensor.measured_at, clock)}
    />
  );
}

/** On pages that show more than that. */
const maxShown = 4;

/** Pump, gate and main meter of a village as they are now: what is wrong or silent first. */
export function CommonDevicesCard({
  settlement,
  sensors,
  clock,
}: {
  settlement: string;
  sensors: readonly CommonSensor[];
  clock: Clock;
}) {
  if (sensors.length === 0) return null;
  const link = {
    href: fillPath(paths.villageDevices, { settlement }),
    text: labels.all,
    further: true,
  } as const;
  return (
    <ListCard heading={{ id: 'common-devices', title: texts.title, link }}>
      {[...sensors]
        .sort((one, other) => rankCommonSensor(one) - rankCommonSensor(other))
        .slice(0, maxShown)
        .map((sensor) => (
          <CommonSensorRow key={sensor.id ?? sensor.deviceName} sensor={sensor} clock={clock} />
        ))}
    </ListCard>
  );
}

function rankCommonSensor({ is_raised, is_fresh, measured_at }: CommonSensor): number {
  if (is_raised) return 0;
  if (measured_at === null) return 3;
  return is_fresh ? 2 : 1;
}
