import { createHash } from 'node:crypto';
import type { Db } from '../../base/db/connect.ts';
import { type AlertState, evaluateReading } from '../../domain/rules/sensor-alerts.ts';
import { type SensorReporting, updateReporting } from '../../domain/rules/sensor-freshness.ts';
import type { DeviceDescription, Reading, Snapshot } from '../../engines/devices/provider.ts';
import { saveDevices } from '../../store/devices/devices.ts';
import { insertReadings, type NewReading } from '../../store/devices/readings.ts';
import { listAlerts, saveAlertStates } from '../../store/devices/sensor-alerts.ts';
import {
  type EnabledSensor,
  type LatestValue,
  lockEnabledSensors,
  saveLatestValues,
} from '../../store/devices/sensors.ts';

const maxFutureMs = 24 * 3_600_000;

/** Digest to detect changed device descriptions without storing them. */
export function digestDevices(devices: readonly DeviceDescription[]): string {
  return createHash('sha256').update(JSON.stringify(devices)).digest('base64url');
}

export interface Recording {
  connectionId: string;
  snapshot: Snapshot;
  /** False when the device description is unchanged. */
  devicesChanged: boolean;
  now: Date;
  /** Older readings are dropped: they would be deleted by the next sweep and could be aggregated twice. */
  notBefore: Date;
  newId(): string;
}

export interface Recorded {
  /** Number of new readings. */
  readonly added: number;
  /** Number of raised alerts; the caller enqueues the notifications. */
  readonly raised: number;
}

export function recordSnapshot(db: Db, recording: Recording): Promise<Recorded> {
  return recordSnapshots(db, [recording]);
}

/**
 * Stores devices, readings, latest values and alert states of several connections, which stay locked until the
 * transaction ends.
 */
export async function recordSnapshots(db: Db, recordings: readonly Recording[]): Promise<Recorded> {
  for (const { devicesChanged, connectionId, snapshot, now, newId } of recordings)
    if (devicesChanged) await saveDevices(db, connectionId, snapshot.devices, now, newId);
  const speaking = recordings.filter(({ snapshot }) => snapshot.readings.length > 0);
  const [first] = speaking;
  if (first === undefined) return { added: 0, raised: 0 };
  const listening = await lockEnabledSensors(
    db,
    speaking.map(({ connectionId, snapshot }) => ({ id: connectionId, readings: snapshot.readings.length })),
    [...new Set(speaking.flatMap(({ snapshot }) => snapshot.readings.map(({ sensorKey }) => sensorKey)))],
    first.now,
  );
  const sensors = new Map(
    listening.map((sensor) => [sensorMapKey(sensor.connectionId, sensor.deviceKey, sensor.key), sensor]),
  );
  const rows: NewReading[] = [];
  const latest: LatestValue[] = [];
  const watched = new Map<string, Reading[]>();
  for (const recording of speaking)
    for (const [sensor, readings] of groupBySensor(recording, sensors)) {
      collectReadings(sensor, readings, rows, latest);
      if (sensor.hasAlerts) watched.set(sensor.id, readingsAfterLast(sensor, readings));
    }
  // Pipelined: the second statement does not wait for the first.
  const [added] = await Promise.all([insertReadings(db, rows, first.now), saveLatestValues(db, latest)]);
  return { added, raised: watched.size === 0 ? 0 : await evaluateAlerts(db, watched, first.now) };
}

/** Late readings do not affect alerts. */
const readingsAfterLast = ({ reportedAt }: EnabledSensor, readings: readonly Reading[]) =>
  reportedAt === null ? [...readings] : readings.filter(({ measuredAt }) => measuredAt > reportedAt);

/** Evaluates readings per sensor in chronological order. Returns the number of raised alerts. */
async function evaluateAlerts(
  db: Db,
  watched: ReadonlyMap<string, readonly Reading[]>,
  now: Date,
): Promise<number> {
  const changes: ({ id: string } & AlertState)[] = [];
  let raised = 0;
  for (const alert of await listAlerts(db, [...watched.keys()])) {
    let state: AlertState = alert;
    for (const reading of watched.get(alert.sensorId) ?? [])
      state = evaluateReading(alert, state, reading, now);
    if (state === alert) continue;
    const { since, value, raisedAt } = state;
    changes.push({ id: alert.id, since, value, raisedAt });
    if (raisedAt !== null && alert.raisedAt === null) raised += 1;
  }
  if (changes.length > 0) await saveAlertStates(db, changes);
  return raised;
}

const sensorMapKey = (connectionId: string, deviceKey: string, sensorKey: string) =>
  `${connectionId}\u0000${deviceKey}\u0000${sensorKey}`;

function groupBySensor(
  { connectionId, snapshot, notBefore, now }: Recording,
  sensors: ReadonlyMap<string, EnabledSensor>,
): Map<EnabledSensor, Reading[]> {
  const groups = new Map<EnabledSensor, Reading[]>();
  for (const reading of snapshot.readings) {
    const time = reading.measuredAt.getTime();
    if (time < notBefore.getTime() || time > now.getTime() + maxFutureMs) continue;
    const sensor = sensors.get(sensorMapKey(connectionId, reading.deviceKey, reading.sensorKey));
    if (sensor === undefined) continue;
    const group = groups.get(sensor);
    if (group) group.push(reading);
    else groups.set(sensor, [reading]);
  }
  return groups;
}

/** Collects the readings of one sensor in chronological order, and its latest value if newer. */
function collectReadings(
  sensor: EnabledSensor,
  readings: Reading[],
  rows: NewReading[],
  latest: LatestValue[],
): void {
  if (readings.length > 1)
    readings.sort((one, other) => one.measuredAt.getTime() - other.measuredAt.getTime());
  let rhythm: SensorReporting = {
    lastReportAt: sensor.reportedAt?.getTime() ?? null,
    rhythmMs: sensor.rhythmS === null ? null : sensor.rhythmS * 1000,
  };
  for (const { measuredAt, number, text } of readings) {
    rhythm = updateReporting(rhythm, measuredAt.getTime());
    if (sensor.isStored)
      rows.push({ sensorId: sensor.id, connectionId: sensor.connectionId, measuredAt, number, text });
  }
  const last = readings.at(-1) as Reading;
  if (sensor.reportedAt !== null && last.measuredAt <= sensor.reportedAt) return;
  const rhythmS = rhythm.rhythmMs === null ? null : rhythm.rhythmMs / 1000;
  const began = findStart(readings, last);
  latest.push({
    id: sensor.id,
    number: last.number,
    text: last.text,
    at: last.measuredAt,
    beganAt: (readings[began] as Reading).measuredAt,
    isUnbroken: began === 0,
    rhythmS,
  });
}

/** Index of the first reading since which all tell the last value. */
function findStart(readings: readonly Reading[], last: Reading): number {
  let start = readings.length - 1;
  while (start > 0 && readings[start - 1]?.number === last.number && readings[start - 1]?.text === last.text)
    start -= 1;
  return start;
}
