import type { DeviceState } from './device-states.ts';
import type { AlertKind } from './sensor-alerts.ts';

/** What can be wrong with a household's devices, worst first. `limit`: what people asked to be told of. */
export const troubleTypes = ['smoke', 'leak', 'limit', 'silence', 'battery'] as const;
export type TroubleType = (typeof troubleTypes)[number];

const alarmTypes: Readonly<Record<string, TroubleType>> = {
  smoke: 'smoke',
  gas_alarm: 'smoke',
  co_alarm: 'smoke',
  leak: 'leak',
  battery_low: 'battery',
};

/** The trouble that a sensor of yes and no tells by its yes; undefined: an open door is none. */
export const alarmTypeOf = (kind: string): TroubleType | undefined =>
  Object.hasOwn(alarmTypes, kind) ? alarmTypes[kind] : undefined;

export interface WatchedSensor {
  readonly id: string;
  /** What the resident calls it. */
  readonly name: string | null;
  readonly kind: string;
  readonly raw_key: string;
  readonly value_type: 'number' | 'text' | 'boolean';
  readonly unit: string;
  readonly number: number | null;
  readonly is_enabled: boolean;
  readonly is_fresh: boolean;
  readonly measured_at: string | null;
  /** Since when it tells its present value; null: not known. */
  readonly changed_at: string | null;
  readonly alerts: readonly {
    readonly kind: AlertKind;
    readonly value: number | null;
    readonly is_raised: boolean;
    readonly since: string | null;
    /** With which it began. */
    readonly raised_value: number | null;
  }[];
}

export interface WatchedDevice<Sensor extends WatchedSensor = WatchedSensor> {
  readonly id: string;
  readonly name: string;
  /** Of its connection: what is paused or ended is not watched. */
  readonly state: DeviceState;
  readonly sensors: readonly Sensor[];
}

export interface Trouble<Device extends WatchedDevice = WatchedDevice> {
  readonly type: TroubleType;
  readonly state: 'alarm' | 'silent' | Exclude<AlertKind, 'silent'>;
  readonly device: Device;
  /** Null: the whole device. */
  readonly sensor: Device['sensors'][number] | null;
  /** The limit that was passed. */
  readonly bound: number | null;
  /** With which it began: the value that the notification told, too. */
  readonly value: number | null;
  readonly since: string | null;
}

/** Every active alarm and every silence, worst first, then newest first. */
export function findTroubles<Device extends WatchedDevice>(devices: readonly Device[]): Trouble<Device>[] {
  return devices.flatMap(findTroublesOfDevice).sort(compareTroubles);
}

function findTroublesOfDevice<Device extends WatchedDevice>(device: Device): Trouble<Device>[] {
  if (device.state === 'paused' || device.state === 'revoked') return [];
  const sensors: readonly Device['sensors'][number][] = device.sensors.filter(({ is_enabled }) => is_enabled);
  const silent = sensors.filter(isSilent);
  const measured = sensors.filter(({ measured_at }) => measured_at !== null);
  const isWhole = silent.length > 0 && measured.every(isSilent);
  const quiet = isWhole && silent.length > 1 ? [null] : silent;
  return [
    ...sensors.flatMap((sensor) => findAlarms(device, sensor)),
    ...quiet.map(
      (sensor): Trouble<Device> => ({
        type: 'silence',
        state: 'silent',
        device,
        sensor,
        bound: null,
        value: null,
        since: sensor ? lastHeard(sensor) : newest(silent.map(lastHeard)),
      }),
    ),
  ];
}

const raised = ({ alerts }: WatchedSensor) => alerts.filter(({ is_raised }) => is_raised);

/** It reported once and does not any more, or for longer than people wanted to wait. */
const isSilent = (sensor: WatchedSensor) =>
  (sensor.measured_at !== null && !sensor.is_fresh) || raised(sensor).some(({ kind }) => kind === 'silent');

const lastHeard = (sensor: WatchedSensor) =>
  sensor.measured_at ?? raised(sensor).find(({ kind }) => kind === 'silent')?.since ?? null;

const newest = (times: readonly (string | null)[]) => times.map((time) => time ?? '').reduce(later) || null;
const later = (one: string, other: string) => (one > other ? one : other);

function findAlarms<Device extends WatchedDevice>(
  device: Device,
  sensor: Device['sensors'][number],
): Trouble<Device>[] {
  const type = sensor.value_type === 'boolean' && sensor.number === 1 ? alarmTypeOf(sensor.kind) : undefined;
  const { changed_at, measured_at } = sensor;
  if (type)
    return [
      { type, state: 'alarm', device, sensor, bound: null, value: null, since: changed_at ?? measured_at },
    ];
  return raised(sensor).flatMap(({ kind, value: bound, raised_value: value, since }): Trouble<Device>[] =>
    kind === 'silent' ? [] : [{ type: 'limit', state: kind, device, sensor, bound, value, since }],
  );
}

const rank = ({ type }: Trouble) => troubleTypes.indexOf(type);
/** A silent smoke detector is worse than a silent thermometer. */
const isSafety = ({ device, sensor }: Trouble) =>
  (sensor ? [sensor] : device.sensors).some(({ kind }) =>
    ['smoke', 'leak'].includes(alarmTypeOf(kind) ?? ''),
  );

function compareTroubles(one: Trouble, other: Trouble): number {
  return (
    rank(one) - rank(other) ||
    Number(isSafety(other)) - Number(isSafety(one)) ||
    (other.since ?? '').localeCompare(one.since ?? '') ||
    (one.sensor ?? one.device).id.localeCompare((other.sensor ?? other.device).id)
  );
}
