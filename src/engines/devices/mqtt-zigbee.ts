import type { SnapshotCollector } from './collector.ts';
import { parseDeviceTime } from './device-time.ts';
import { isObject, parseJson, readProperty, readTextProperty } from './json.ts';
import { limits } from './limits.ts';
import { isPlainTopic, type TopicSource } from './mqtt-topics.ts';
import type { SensorHint } from './sensor-normalization.ts';

interface ZigbeeDevice {
  readonly key: string;
  readonly properties: readonly string[];
}

const maxExposes = 100;
const publishedAccess = 1;

/** Zigbee2MQTT: the list of devices with their exposes, and one state topic per device. */
export function createZigbee2Mqtt(collector: SnapshotCollector, base: string): TopicSource {
  const listTopic = `${base}/bridge/devices`;
  let byTopic = new Map<string, ZigbeeDevice>();

  const readList = (list: unknown): readonly string[] => {
    const next = new Map<string, ZigbeeDevice>();
    for (const device of Array.isArray(list) ? list.slice(0, limits.devices) : []) {
      const key = readTextProperty(device, 'ieee_address');
      const name = readTextProperty(device, 'friendly_name') ?? key;
      const topic = `${base}/${name}`;
      if (!key || !name || readProperty(device, 'type') === 'Coordinator' || !isPlainTopic(topic)) continue;
      const definition = readProperty(device, 'definition');
      const isAdded = collector.addDevice({
        key,
        name,
        manufacturer: readTextProperty(definition, 'vendor') ?? readTextProperty(device, 'manufacturer'),
        model: readTextProperty(definition, 'model') ?? readTextProperty(device, 'model_id'),
        firmware: readTextProperty(device, 'software_build_id'),
        operator: 'zigbee2mqtt',
      });
      if (!isAdded) continue;
      const hints = readExposes(readProperty(definition, 'exposes'), name);
      const added = hints.filter((hint) => collector.addSensor(key, hint.rawKey, hint));
      next.set(topic, { key, properties: added.map(({ rawKey }) => rawKey) });
    }
    byTopic = next;
    return [...next.keys()];
  };

  return {
    topics: [listTopic],
    receive({ topic, payload, isRetained, receivedAt }) {
      if (topic === listTopic) return readList(parseJsonOrUndefined(payload));
      const device = byTopic.get(topic);
      const state = device ? parseJsonOrUndefined(payload) : undefined;
      if (!device || !isObject(state)) return [];
      const seenAt = parseDeviceTime(readProperty(state, 'last_seen'));
      // A retained message without a timestamp would make an offline sensor look online after each reconnection.
      if (isRetained && seenAt === null) return [];
      for (const key of device.properties) {
        const value = readProperty(state, key);
        if (value !== undefined && value !== null) {
          collector.addReading(device.key, key, value, seenAt ?? receivedAt);
        }
      }
      return [];
    },
  };
}

/** An invalid message is ignored and does not end the connection. */
export function parseJsonOrUndefined(payload: Uint8Array): unknown {
  try {
    return parseJson(payload);
  } catch {
    return undefined;
  }
}

function readExposes(exposes: unknown, deviceName: string): SensorHint[] {
  const hints: SensorHint[] = [];
  const pageRequest = (list: unknown, isActuator: boolean, depth: number) => {
    for (const expose of Array.isArray(list) ? list.slice(0, maxExposes) : []) {
      const type = readTextProperty(expose, 'type');
      const features = readProperty(expose, 'features');
      // A composite nests its values under its own name; switches and lights do not.
      if (Array.isArray(features) && depth < 2 && type !== 'composite') {
        pageRequest(features, type === 'switch' || type === 'light', depth + 1);
        continue;
      }
      const rawKey = readTextProperty(expose, 'property');
      const access = readProperty(expose, 'access');
      if (!rawKey || typeof access !== 'number' || (access & publishedAccess) === 0) continue;
      if (hints.length < maxExposes) hints.push(readExpose(expose, type, rawKey, isActuator, deviceName));
    }
  };
  pageRequest(exposes, false, 0);
  return hints;
}

function readExpose(
  expose: unknown,
  type: string | undefined,
  rawKey: string,
  isActuator: boolean,
  deviceName: string,
): SensorHint {
  if (type === 'numeric') return { rawKey, unit: readTextProperty(expose, 'unit'), valueType: 'number' };
  if (type !== 'binary') return { rawKey, valueType: 'text' };
  return {
    rawKey,
    valueType: 'boolean',
    isActuator,
    // The property "state" says nothing; the device's name does.
    ...(isActuator ? { name: deviceName } : {}),
    on: toText(readProperty(expose, 'value_on')),
    off: toText(readProperty(expose, 'value_off')),
  };
}

function toText(value: unknown): string | undefined {
  return ['string', 'boolean', 'number'].includes(typeof value) ? String(value) : undefined;
}
