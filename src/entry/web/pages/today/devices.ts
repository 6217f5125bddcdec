import type { z } from 'zod';
import { freshnessWindow } from '../../../../domain/rules/sensor-freshness.ts';
import { list_my_devices } from '../../../../features/operations/device/list_my_devices.ts';
import { list_sensor_readings } from '../../../../features/operations/device/list_sensor_readings.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';
import type { TimeRange } from '../../ui/chart-scale.ts';
import type { Clock } from '../../words/format-time.ts';

type Connection = z.output<typeof list_my_devices.output>['data'][number];
export type Device = Connection['devices'][number];
export type Sensor = Device['sensors'][number];

/** Today's on/off intervals of a pump. */
export interface PumpDay {
  readonly span: TimeRange;
  readonly until: number;
  readonly on: readonly TimeRange[];
  readonly silences: readonly TimeRange[];
}

export interface TodayDevices {
  /** The pump with its other sensors, shown first. */
  readonly pump: {
    readonly device: Device;
    readonly sensors: readonly Sensor[];
    readonly day: PumpDay | null;
  } | null;
  readonly others: readonly { readonly device: Device; readonly sensor: Sensor }[];
  /** Devices without fresh readings. */
  readonly silent: readonly { readonly device: Device; readonly since: string }[];
}

export const isSilent = (device: Device) => {
  const speaking = device.sensors.filter(({ is_enabled, measured_at }) => is_enabled && measured_at !== null);
  return speaking.length > 0 && speaking.every(({ is_fresh }) => !is_fresh);
};

export async function loadDevices(
  call: VisitorCall,
  { settlement, parcel }: { settlement: string; parcel: string },
  clock: Clock,
): Promise<TodayDevices> {
  const { data } = await call(list_my_devices, { settlement });
  const devices = data
    .filter(({ parcel_id, state }) => parcel_id === parcel && state !== 'revoked')
    .flatMap((connection) => connection.devices);
  const silent = devices
    .filter(isSilent)
    .map((device) => ({ device, since: newestMeasurement(device.sensors) }))
    .sort((a, b) => b.since.localeCompare(a.since));
  const pump = devices.find((device) => device.sensors.some(isPump));
  const sensors = pump?.sensors.filter(({ is_enabled }) => is_enabled) ?? [];
  const state = sensors.find(isPump);
  const level = sensors.find(({ kind }) => kind === 'water_level') ?? sensors.find((each) => !isPump(each));
  return {
    pump:
      pump && state
        ? {
            device: pump,
            sensors: level ? [state, level] : [state],
            day: await loadPumpDay(call, state.id, clock),
          }
        : null,
    others: devices
      .filter((device) => device !== pump)
      .flatMap((device) => {
        const sensor = mainSensor(device);
        return sensor ? [{ device, sensor }] : [];
      })
      .slice(0, 6),
    silent,
  };
}

const isPump = ({ kind }: Sensor) => kind === 'pump_state';
const newestMeasurement = (sensors: readonly Sensor[]) =>
  sensors
    .map(({ measured_at }) => measured_at ?? '')
    .sort()
    .at(-1) ?? '';

/** Sensor kinds by priority: alarms first. */
const sensorPriority = [
  'leak',
  'smoke',
  'gas_alarm',
  'co_alarm',
  'temperature',
  'power',
  'soil_moisture',
  'humidity',
];

function mainSensor({ sensors }: Device): Sensor | undefined {
  const told = sensors.filter(({ is_enabled, measured_at }) => is_enabled && measured_at !== null);
  const alarmed = told.find((sensor) => sensor.value_type === 'boolean' && sensor.number === 1);
  const rank = ({ kind }: Sensor) =>
    (sensorPriority.indexOf(kind) + sensorPriority.length + 1) % (sensorPriority.length + 1);
  return alarmed ?? told.sort((a, b) => rank(a) - rank(b))[0];
}

async function loadPumpDay(call: VisitorCall, sensor: string, clock: Clock): Promise<PumpDay | null> {
  const from = startOfDay(clock);
  const until = clock.now.getTime();
  if (until - from < 60_000) return null;
  const { data } = await call(list_sensor_readings, {
    sensor,
    from: new Date(from).toISOString(),
    to: clock.now.toISOString(),
    step: 'raw',
  });
  return computePumpDay(
    data.readings.map(({ at, number }) => ({ at: Date.parse(at), isOn: number === 1 })),
    { from, to: from + 86_400_000 },
    until,
  );
}

/** Intervals in which it was on, and gaps without data, which are longer than the usual interval allows. */
export function computePumpDay(
  readings: readonly { at: number; isOn: boolean }[],
  span: TimeRange,
  until: number,
): PumpDay | null {
  const [first] = readings;
  if (first === undefined) return null;
  const gaps = readings.slice(1).map(({ at }, index) => at - (readings[index]?.at ?? at));
  const usual = [...gaps].sort((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? null;
  const longest = freshnessWindow(usual);
  const silences: TimeRange[] = [];
  const on: TimeRange[] = [];
  if (first.at - span.from > longest) silences.push({ from: span.from, to: first.at });
  for (const [index, { at, isOn }] of readings.entries()) {
    const next = readings[index + 1]?.at ?? until;
    const isLost = next - at > longest;
    if (isLost) silences.push({ from: at, to: next });
    else if (isOn && on.at(-1)?.to === at) on.push({ from: (on.pop() as TimeRange).from, to: next });
    else if (isOn) on.push({ from: at, to: next });
  }
  return { span, until, on, silences };
}

/** Start of the day in the settlement's time zone. */
function startOfDay({ now, timeZone }: Clock): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const passed = (of('hour') * 60 + of('minute')) * 60 + of('second');
  return now.getTime() - passed * 1000 - now.getMilliseconds();
}
