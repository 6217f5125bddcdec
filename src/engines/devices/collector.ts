import { cleanLine } from './clean-line.ts';
import { limits } from './limits.ts';
import type { DeviceDescription, Reading, Snapshot } from './provider.ts';
import { type NormalizedSensor, normalizeSensor, type SensorHint } from './sensor-normalization.ts';

export interface DeviceFacts {
  readonly key: string;
  readonly name: string;
  readonly manufacturer?: string | undefined;
  readonly model?: string | undefined;
  readonly firmware?: string | undefined;
  readonly operator: string;
}

interface Device extends Omit<DeviceDescription, 'sensors' | 'category'> {
  readonly sensors: Map<string, { readonly rawKey: string; readonly meaning: NormalizedSensor }>;
}

/** Device clocks are unreliable: times in the future count as now, earlier ones than this are dropped. */
const earliestTime = Date.UTC(2000, 0, 1);

export interface SnapshotCollector {
  addDevice(facts: DeviceFacts): boolean;
  hasSensor(deviceKey: string, sensorKey: string): boolean;
  addSensor(deviceKey: string, sensorKey: string, hint: SensorHint): boolean;
  addReading(deviceKey: string, sensorKey: string, value: unknown, measuredAt: Date): void;
  /** Returns and clears what was collected since the last call. */
  takeSnapshot(): Snapshot;
}

/** Collects devices and readings of a provider, normalized and within the limits. */
export function createSnapshotCollector(now: () => Date): SnapshotCollector {
  const devices = new Map<string, Device>();
  const changed = new Set<string>();
  const pending = new Map<string, Reading>();
  let sensorCount = 0;
  let leftOut = 0;

  const key = (written: string) => cleanLine(written, limits.keyLength);
  const name = (written: string | undefined) => cleanLine(written ?? '', limits.nameLength) || null;

  return {
    addDevice(facts) {
      const deviceKey = key(facts.key);
      const known = devices.get(deviceKey);
      if (deviceKey === '' || (!known && devices.size >= limits.devices)) {
        leftOut += 1;
        return false;
      }
      const next: Device = {
        key: deviceKey,
        name: name(facts.name) ?? deviceKey,
        manufacturer: name(facts.manufacturer),
        model: name(facts.model),
        firmware: name(facts.firmware),
        operator: facts.operator,
        accessKind: 'read',
        sensors: known?.sensors ?? new Map(),
      };
      if (!known || !isSameDevice(known, next)) changed.add(deviceKey);
      devices.set(deviceKey, next);
      return true;
    },

    hasSensor: (deviceKey, sensorKey) => devices.get(key(deviceKey))?.sensors.has(key(sensorKey)) ?? false,

    addSensor(deviceKey, sensorKey, hint) {
      const device = devices.get(key(deviceKey));
      const cleanKey = key(sensorKey);
      if (!device || cleanKey === '') return false;
      const known = device.sensors.get(cleanKey);
      if (!known && sensorCount >= limits.sensors) {
        leftOut += 1;
        return false;
      }
      if (!known) sensorCount += 1;
      const meaning = normalizeSensor(hint);
      if (!known || known.meaning.kind !== meaning.kind || known.meaning.unit !== meaning.unit) {
        changed.add(device.key);
      }
      device.sensors.set(cleanKey, { rawKey: key(hint.rawKey) || cleanKey, meaning });
      return true;
    },

    addReading(deviceKey, sensorKey, value, measuredAt) {
      const device = devices.get(key(deviceKey));
      const cleanKey = key(sensorKey);
      const read = device?.sensors.get(cleanKey)?.meaning.parseValue(value);
      if (!device || !read) return;
      const present = now().getTime();
      const claimed = measuredAt.getTime();
      const time = Number.isNaN(claimed) || claimed > present ? present : claimed;
      if (time < earliestTime) return;
      // One reading per sensor and second, which bounds memory and database writes.
      const slot = `${device.key}\u0000${cleanKey}\u0000${Math.floor(time / 1000)}`;
      if (!pending.has(slot) && pending.size >= limits.pendingReadings) {
        leftOut += 1;
        return;
      }
      pending.set(slot, {
        deviceKey: device.key,
        sensorKey: cleanKey,
        ...read,
        measuredAt: new Date(time),
      });
    },

    takeSnapshot() {
      const snapshot: Snapshot = {
        devices: [...changed].flatMap((deviceKey) => {
          const device = devices.get(deviceKey);
          return device ? [describeDevice(device)] : [];
        }),
        readings: [...pending.values()],
        leftOut,
      };
      changed.clear();
      pending.clear();
      leftOut = 0;
      return snapshot;
    },
  };
}

function isSameDevice(one: Device, other: Device): boolean {
  return (
    one.name === other.name &&
    one.manufacturer === other.manufacturer &&
    one.model === other.model &&
    one.firmware === other.firmware
  );
}

function describeDevice({ sensors, ...device }: Device): DeviceDescription {
  const described = [...sensors].map(([key, { rawKey, meaning }]) => ({
    key,
    rawKey,
    kind: meaning.kind,
    valueType: meaning.valueType,
    aggregation: meaning.aggregation,
    unit: meaning.unit,
  }));
  return { ...device, category: categoryOf(described.map(({ kind }) => kind)), sensors: described };
}

const categories: readonly (readonly [string, readonly string[]])[] = [
  ['safety', ['smoke', 'gas_alarm', 'co_alarm', 'leak']],
  ['water', ['pump_state', 'valve_state', 'water_level', 'water', 'water_flow']],
  ['energy', ['energy', 'power', 'apparent_power']],
  ['garden', ['soil_moisture', 'rain', 'wind_speed', 'wind_direction', 'irradiance']],
  ['security', ['door', 'window', 'motion', 'tamper', 'vibration']],
  ['climate', ['temperature', 'humidity', 'co2', 'co', 'voc', 'pm25', 'pm10', 'pressure']],
  ['switch', ['switch']],
];

/** Category by the first match; safety precedes comfort. */
function categoryOf(found: readonly string[]): string {
  return categories.find(([, members]) => members.some((kind) => found.includes(kind)))?.[0] ?? 'other';
}
