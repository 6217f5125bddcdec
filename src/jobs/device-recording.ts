import { createHash } from 'node:crypto';
import type { Db } from '../db/connect.ts';
import type { DeviceDescription, Reading, Snapshot } from '../devices/provider.ts';
import { nextRhythm } from '../rules/freshness.ts';
import { saveDevices } from '../store/devices.ts';
import { insertReadings, type NewReading } from '../store/readings.ts';
import { type LatestValue, listListeningSensors, saveLatest } from '../store/sensors.ts';

const aheadMs = 24 * 3_600_000;

/** Tells whether a source describes the same devices as last time, without keeping the description. */
export function digestDevices(devices: readonly DeviceDescription[]): string {
  return createHash('sha256').update(JSON.stringify(devices)).digest('base64url');
}

export interface Recording {
  connectionId: string;
  snapshot: Snapshot;
  /** False: the devices are stored as they are. */
  devicesChanged: boolean;
  now: Date;
  /** Older readings are not taken: they would go at the next sweep, and could be counted twice. */
  notBefore: Date;
  newId(): string;
}

/** Stores what a source said: devices and sensors, readings, and what each sensor shows now. Tells how many were new. */
export async function recordSnapshot(db: Db, recording: Recording): Promise<number> {
  const { connectionId, snapshot, now } = recording;
  if (recording.devicesChanged) await saveDevices(db, connectionId, snapshot.devices, now, recording.newId);
  if (snapshot.readings.length === 0) return 0;
  const sensors = new Map(
    (await listListeningSensors(db, connectionId)).map((sensor) => [
      nameOf(sensor.deviceKey, sensor.key),
      sensor,
    ]),
  );
  const inTime = snapshot.readings.filter(
    ({ measuredAt }) => measuredAt >= recording.notBefore && measuredAt.getTime() <= now.getTime() + aheadMs,
  );
  const bySensor = new Map<string, Reading[]>();
  for (const reading of inTime) {
    const name = nameOf(reading.deviceKey, reading.sensorKey);
    if (!sensors.has(name)) continue;
    const list = bySensor.get(name);
    if (list) list.push(reading);
    else bySensor.set(name, [reading]);
  }
  const rows: NewReading[] = [];
  const latest: LatestValue[] = [];
  for (const [name, readings] of bySensor) {
    const sensor = sensors.get(name);
    if (sensor === undefined) continue;
    readings.sort((one, other) => one.measuredAt.getTime() - other.measuredAt.getTime());
    let rhythm = {
      lastReportAt: sensor.reportedAt?.getTime() ?? null,
      rhythmMs: sensor.rhythmS === null ? null : sensor.rhythmS * 1000,
    };
    for (const { measuredAt, number, text } of readings) {
      rhythm = { ...nextRhythm(rhythm, measuredAt.getTime()) };
      rows.push({ sensorId: sensor.id, measuredAt, number, text });
    }
    const last = readings.at(-1) as Reading;
    if (sensor.reportedAt === null || last.measuredAt > sensor.reportedAt) {
      const rhythmS = rhythm.rhythmMs === null ? null : rhythm.rhythmMs / 1000;
      latest.push({ id: sensor.id, number: last.number, text: last.text, at: last.measuredAt, rhythmS });
    }
  }
  const added = await insertReadings(db, rows);
  await saveLatest(db, latest);
  return added;
}

const nameOf = (deviceKey: string, sensorKey: string) => `${deviceKey}\u0000${sensorKey}`;
