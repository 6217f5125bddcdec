import { z } from 'zod';
import { createSnapshotCollector } from './collector.ts';
import { parseDeviceTime } from './device-time.ts';
import { DeviceFailure } from './failure.ts';
import { parseJsonPath, readJsonPath } from './json-path.ts';
import { limits } from './limits.ts';
import type { Snapshot } from './provider.ts';

const path = z
  .string()
  .max(200)
  .refine((written) => parseJsonPath(written) !== null, 'a path like $.a.b[0].c');

const sensor = z.object({
  key: z.string().min(1).max(100).describe('Its name; no two alike.'),
  path: path.describe('As $.a.b[0].'),
  unit: z.string().max(limits.unitLength).optional().describe('Of the number.'),
  device_class: z.string().max(60).optional().describe('As Home Assistant names it: temperature.'),
  value_type: z.enum(['number', 'text', 'boolean']).optional().describe('Left out: by its values.'),
  time_path: path.optional().describe('Where its time stands.'),
});

/** Mapping of a device's JSON to sensor values. */
export const mappingFields = {
  device: z
    .object({ name: z.string().min(1).max(limits.nameLength).describe('What you call it.') })
    .describe('The device.'),
  time_path: path.optional().describe('Where the time stands.'),
  sensors: z
    .array(sensor)
    .min(1)
    .max(100)
    .refine((list) => new Set(list.map(({ key }) => key)).size === list.length, 'keys that differ')
    .describe('What to read from its JSON.'),
};
const mapping = z.object(mappingFields);
export type JsonMapping = z.infer<typeof mapping>;

const deviceKey = 'device';

/** Snapshot of one device with the values found; fails if there are none. */
export function readMappedJson(
  body: unknown,
  wanted: JsonMapping,
  operator: string,
  now: () => Date,
): Snapshot {
  const collector = createSnapshotCollector(now);
  collector.addDevice({ key: deviceKey, name: wanted.device.name, operator });
  let found = 0;
  for (const one of wanted.sensors) {
    const value = readValueAt(body, one.path);
    if (value === undefined) continue;
    found += 1;
    collector.addSensor(deviceKey, one.key, {
      rawKey: one.key,
      deviceClass: one.device_class,
      unit: one.unit,
      valueType: one.value_type,
      sample: value,
    });
    const timePath = one.time_path ?? wanted.time_path;
    const measuredAt = timePath === undefined ? null : parseDeviceTime(readValueAt(body, timePath));
    collector.addReading(deviceKey, one.key, value, measuredAt ?? now());
  }
  if (found === 0) throw new DeviceFailure('nothing_found');
  return collector.takeSnapshot();
}

function readValueAt(body: unknown, written: string): unknown {
  const steps = parseJsonPath(written);
  return steps === null ? undefined : readJsonPath(body, steps);
}
