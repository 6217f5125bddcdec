import { addDays, dayInZone, startOfDay } from '../../../../domain/rules/days.ts';
import { freshnessWindow } from '../../../../domain/rules/sensor-freshness.ts';
import {
  findPump,
  type HouseholdDevice,
  type HouseholdSensor,
  list_household_devices,
} from '../../../../features/actions/list_household_devices.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';
import type { TimeRange } from '../../ui/chart-scale.ts';
import type { CommonSensor } from '../../ui/common-devices.tsx';
import type { HouseholdTrouble } from '../../ui/device-troubles.tsx';
import type { Clock } from '../../words/format-time.ts';

/** Today's on/off intervals of a pump. */
export interface PumpDay {
  readonly span: TimeRange;
  readonly until: number;
  readonly on: readonly TimeRange[];
  readonly silences: readonly TimeRange[];
}

export interface TodayDevice {
  readonly device: HouseholdDevice;
  /** The most important one. */
  readonly sensor: HouseholdSensor;
  /** The worst that is wrong with it. */
  readonly trouble: HouseholdTrouble | undefined;
}

export interface TodayDevices {
  /** The plot's pump and its water level, shown first. */
  readonly pump:
    | (TodayDevice & { readonly level: HouseholdSensor | undefined; readonly day: PumpDay | null })
    | null;
  readonly others: readonly TodayDevice[];
  /** Of all plots, worst first. */
  readonly troubles: readonly HouseholdTrouble[];
  /** Of the chosen place. */
  readonly common: readonly CommonSensor[];
  /** Whether there is a device that reports. */
  readonly isWatched: boolean;
}

const maxOthers = 6;

export async function loadDevices(
  call: VisitorCall,
  { parcel, settlement }: { parcel: string | null; settlement: string | undefined },
  clock: Clock,
): Promise<TodayDevices> {
  const today = dayInZone(clock.now, clock.timeZone);
  const span = { from: startOfDay(today, clock.timeZone), to: startOfDay(addDays(today, 1), clock.timeZone) };
  const { devices, common, troubles, pumpReadings } = await call(list_household_devices, {
    ...(parcel && { pump: { parcel, from: new Date(span.from).toISOString() } }),
  });
  const here = devices.filter(({ parcelId }) => parcelId === parcel);
  const pump = parcel ? findPump(devices, parcel) : undefined;
  const toShown = (device: HouseholdDevice, sensor: HouseholdSensor): TodayDevice => ({
    device,
    sensor,
    trouble: troubles.find((each) => each.device === device),
  });
  const pumpDevice = pump && here.find(({ sensors }) => sensors.includes(pump));
  return {
    pump: pumpDevice
      ? {
          ...toShown(pumpDevice, pump),
          level: pumpDevice.sensors.find(({ kind }) => kind === 'water_level'),
          day: computePumpDay(pumpReadings, span, clock.now.getTime()),
        }
      : null,
    others: here
      .filter((device) => device !== pumpDevice)
      .flatMap((device) => {
        const sensor = mainSensor(device);
        return sensor ? [toShown(device, sensor)] : [];
      })
      .sort((a, b) => Number(b.trouble !== undefined) - Number(a.trouble !== undefined))
      .slice(0, maxOthers),
    troubles,
    common: common
      .filter(({ commonTo }) => commonTo === settlement)
      .flatMap(({ name: deviceName, sensors }) =>
        sensors.map((sensor) => ({
          ...sensor,
          deviceName,
          is_raised: sensor.alerts.some(({ is_raised }) => is_raised),
        })),
      ),
    isWatched: devices.some(
      ({ state, sensors }) => state !== 'paused' && sensors.some(({ measured_at }) => measured_at !== null),
    ),
  };
}

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

function mainSensor({ sensors }: HouseholdDevice): HouseholdSensor | undefined {
  const measured = sensors.filter(({ measured_at }) => measured_at !== null);
  const rank = ({ kind, is_fresh }: HouseholdSensor) =>
    ((sensorPriority.indexOf(kind) + sensorPriority.length + 1) % (sensorPriority.length + 1)) +
    (is_fresh ? 0 : sensorPriority.length + 1);
  return measured.sort((a, b) => rank(a) - rank(b))[0];
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
