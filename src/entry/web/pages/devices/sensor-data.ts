import type { z } from 'zod';
import { refuse } from '../../../../domain/kernel/refusal.ts';
import { dayInZone, dayMs } from '../../../../domain/rules/days.ts';
import { findTroubles } from '../../../../domain/rules/device-trouble.ts';
import { list_household_devices } from '../../../../features/actions/list_household_devices.ts';
import { list_my_devices } from '../../../../features/operations/device/list_my_devices.ts';
import { list_sensor_readings } from '../../../../features/operations/device/list_sensor_readings.ts';
import type { PageRequest } from '../../page/page.ts';
import { loadClock } from '../../server/settlement-clock.ts';
import type { VisitorCall } from '../../server/visitor-calls.ts';
import type { ChartPoint, TimeRange } from '../../ui/chart-scale.ts';
import type { HouseholdTrouble } from '../../ui/device-troubles.tsx';
import type { Clock } from '../../words/format-time.ts';
import { choosePeriod, type Period } from './period.ts';
import { findGaps, mergeBuckets, splitAtGaps, subtractIntervals } from './reading-gaps.ts';

export type Connection = z.output<typeof list_my_devices.output>['data'][number];
export type Device = Connection['devices'][number];
export type Sensor = Device['sensors'][number];
type Readings = z.output<typeof list_sensor_readings.output>['data'];

/** Readings of a numeric sensor over the period. */
export interface NumberHistory {
  readonly sensor: Sensor;
  readonly readings: Readings['readings'];
  readonly summary: Readings['summary'];
  readonly runs: readonly (readonly ChartPoint[])[];
  readonly gaps: readonly TimeRange[];
}

/** On intervals of a boolean sensor over the period. */
export interface SwitchHistory {
  readonly sensor: Sensor;
  readonly on: readonly TimeRange[];
  readonly gaps: readonly TimeRange[];
  /** False: only hours or days are known in which it was on. */
  readonly isExact: boolean;
  /** Number of days on which it was on. */
  readonly days: number;
  readonly seconds: number | null;
}

export interface SensorData {
  readonly clock: Clock;
  readonly connection: Connection;
  readonly device: Device;
  readonly sensor: Sensor;
  readonly period: Period;
  readonly numbers: NumberHistory | null;
  readonly switched: SwitchHistory | null;
  /** Readings of a text sensor. */
  readonly textReadings: readonly { readonly at: number; readonly text: string }[];
  readonly plot: { readonly id: string; readonly number: string } | null;
  /** What is wrong with the sensor, or with its device as a whole. */
  readonly troubles: readonly HouseholdTrouble[];
}

export interface FoundSensor {
  readonly connection: Connection;
  readonly device: Device;
  readonly sensor: Sensor;
}

export async function findSensor(call: VisitorCall, id: string): Promise<FoundSensor> {
  const { data } = await call(list_my_devices, {});
  for (const connection of data)
    for (const device of connection.devices) {
      const sensor = device.sensors.find((each) => each.id === id);
      if (sensor) return { connection, device, sensor };
    }
  return refuse.notFound('sensor');
}

export async function loadSensor(pageRequest: PageRequest<'signed-in'>, id: string): Promise<SensorData> {
  const { call } = pageRequest;
  const [found, signed] = await Promise.all([findSensor(call, id), pageRequest.loadSignedInUser()]);
  const { connection, device, sensor } = found;
  const parcel = signed?.me.parcels.find(
    ({ parcel_id, state }) => parcel_id === connection.parcel_id && state === 'confirmed',
  );
  const clock = await loadClock(pageRequest, parcel?.settlement_slug);
  // A submitted form has no period in its query: use the default.
  const parameter = (name: string) => (pageRequest.form === null ? pageRequest.text(name) : '');
  const period = choosePeriod(parameter('period'), parameter('day'), clock);
  const [own, beside, troubles] = await Promise.all([
    loadReadings(call, sensor, period),
    loadCompanion(call, device, sensor, period),
    loadTroubles(pageRequest, found),
  ]);
  const all = [{ sensor, reply: own }, ...(beside ? [beside] : [])];
  const number = all.find((each) => each.sensor.value_type === 'number');
  const state = all.find((each) => each.sensor.value_type === 'boolean');
  return {
    ...found,
    clock,
    period,
    numbers: number ? buildNumberHistory(number.sensor, number.reply, period) : null,
    switched: state ? buildSwitchHistory(state.sensor, state.reply, period, clock) : null,
    textReadings:
      sensor.value_type === 'text'
        ? own.readings.flatMap(({ at, text }) => (text === null ? [] : [{ at: Date.parse(at), text }]))
        : [],
    plot: parcel ? { id: parcel.parcel_id, number: parcel.plot_number } : null,
    troubles,
  };
}

/** Since when is only known to the household's list, which is not read while all is well. */
async function loadTroubles(
  { call }: PageRequest<'signed-in'>,
  { connection, device, sensor }: FoundSensor,
): Promise<HouseholdTrouble[]> {
  const sensors = device.sensors.map((each) => ({ ...each, changed_at: null }));
  if (findTroubles([{ ...device, state: connection.state, sensors }]).length === 0) return [];
  const { troubles, commonTroubles } = await call(list_household_devices, {});
  return [...troubles.filter(({ device: of }) => of.commonTo === null), ...commonTroubles].filter((each) =>
    each.sensor ? each.sensor.id === sensor.id : each.device.id === device.id,
  );
}

/** Raw readings for a day, and for a week of a boolean sensor; else aggregated. */
async function loadReadings(call: VisitorCall, sensor: Sensor, period: Period): Promise<Readings> {
  const step = period.name === 'day' ? 'raw' : period.name === 'week' && isSwitch(sensor) ? 'raw' : 'auto';
  const { data } = await call(list_sensor_readings, {
    sensor: sensor.id,
    from: new Date(period.span.from).toISOString(),
    to: new Date(period.span.to).toISOString(),
    step,
  });
  return data;
}

const isSwitch = ({ value_type }: Sensor) => value_type === 'boolean';
const runningKinds = ['pump_state', 'valve_state', 'switch'];
const companionKinds = ['water_level', 'water_flow', 'pressure', 'power'];

/** A pump and its level, flow, pressure or power share one chart. */
async function loadCompanion(call: VisitorCall, device: Device, sensor: Sensor, period: Period) {
  const others = device.sensors.filter(({ id, is_enabled }) => id !== sensor.id && is_enabled);
  const companion = isSwitch(sensor)
    ? runningKinds.includes(sensor.kind) && others.find(({ kind }) => companionKinds.includes(kind))
    : companionKinds.includes(sensor.kind) && others.find(({ kind }) => runningKinds.includes(kind));
  return companion ? { sensor: companion, reply: await loadReadings(call, companion, period) } : null;
}

function buildNumberHistory(sensor: Sensor, reply: Readings, { span, until }: Period): NumberHistory {
  const points = reply.readings.flatMap(
    ({ at, number, low, high, count }): (ChartPoint & { count: number })[] => {
      if (number === null) return [];
      const hasBand = low !== null && high !== null && (low !== number || high !== number);
      const moment = Math.max(Date.parse(at), span.from);
      return [{ at: moment, value: number, count, ...(hasBand && { low, high }) }];
    },
  );
  const bucketMs = reply.step_seconds * 1000;
  const silences = findGaps(points, { span, until, bucketMs, isFresh: sensor.is_fresh });
  return {
    sensor,
    readings: reply.readings,
    summary: reply.summary,
    runs: splitAtGaps(points, silences),
    gaps: silences,
  };
}

function buildSwitchHistory(
  sensor: Sensor,
  reply: Readings,
  { span, until }: Period,
  clock: Clock,
): SwitchHistory {
  const bucketMs = reply.step_seconds * 1000;
  const readings = reply.readings.map(({ at, count }) => ({
    at: Math.max(Date.parse(at), span.from),
    count,
  }));
  const silences = findGaps(readings, { span, until, bucketMs, isFresh: sensor.is_fresh });
  const exact = reply.on?.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
  const steps = reply.readings.filter(({ high }) => high === 1).map(({ at }) => Date.parse(at));
  return {
    sensor,
    on: subtractIntervals(exact ?? mergeBuckets(steps, bucketMs), silences),
    gaps: silences,
    isExact: exact !== undefined,
    // Daily buckets start at midnight UTC: in another zone they would touch two days.
    days: new Set(steps.map((at) => dayInZone(new Date(at), bucketMs >= dayMs ? 'UTC' : clock.timeZone)))
      .size,
    seconds: reply.summary.on_seconds,
  };
}
