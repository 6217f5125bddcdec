import type { Collector } from './collector.ts';
import { isObject, parseJson, property, textProperty } from './json.ts';
import type { SensorHint } from './kinds.ts';
import { limits } from './limits.ts';
import { isPlainTopic, type TopicSource } from './mqtt-topics.ts';
import { readTime } from './time.ts';

interface ZigbeeDevice {
  readonly key: string;
  readonly properties: readonly string[];
}

const mostExposes = 100;
const published = 1;

/** Zigbee2MQTT: the list of devices with their exposes, and one state topic per device. */
export function createZigbee2Mqtt(collector: Collector, base: string): TopicSource {
  const listTopic = `${base}/bridge/devices`;
  let byTopic = new Map<string, ZigbeeDevice>();

  const readList = (list: unknown): readonly string[] => {
    const next = new Map<string, ZigbeeDevice>();
    for (const device of Array.isArray(list) ? list.slice(0, limits.devices) : []) {
      const key = textProperty(device, 'ieee_address');
      const name = textProperty(device, 'friendly_name') ?? key;
      const topic = `${base}/${name}`;
      if (!key || !name || property(device, 'type') === 'Coordinator' || !isPlainTopic(topic)) continue;
      const definition = property(device, 'definition');
      const isAdded = collector.addDevice({
        key,
        name,
        manufacturer: textProperty(definition, 'vendor') ?? textProperty(device, 'manufacturer'),
        model: textProperty(definition, 'model') ?? textProperty(device, 'model_id'),
        firmware: textProperty(device, 'software_build_id'),
        operator: 'zigbee2mqtt',
      });
      if (!isAdded) continue;
      const hints = readExposes(property(definition, 'exposes'), name);
      const added = hints.filter((hint) => collector.addSensor(key, hint.rawKey, hint));
      next.set(topic, { key, properties: added.map(({ rawKey }) => rawKey) });
    }
    byTopic = next;
    return [...next.keys()];
  };

  return {
    topics: [listTopic],
    receive({ topic, payload, isRetained, receivedAt }) {
      if (topic === listTopic) return readList(parseOrNothing(payload));
      const device = byTopic.get(topic);
      const state = device ? parseOrNothing(payload) : undefined;
      if (!device || !isObject(state)) return [];
      const seenAt = readTime(property(state, 'last_seen'));
      // A retained message without a timestamp would make an offline sensor look online after each reconnection.
      if (isRetained && seenAt === null) return [];
      for (const key of device.properties) {
        const value = property(state, key);
        if (value !== undefined && value !== null) {
          collector.addReading(device.key, key, value, seenAt ?? receivedAt);
        }
      }
      return [];
    },
  };
}

/** An invalid message is ignored and does not end the connection. */
export function parseOrNothing(payload: Uint8Array): unknown {
  try {
    return parseJson(payload);
  } catch {
    return undefined;
  }
}

function readExposes(exposes: unknown, deviceName: string): SensorHint[] {
  const hints: SensorHint[] = [];
  const visit = (list: unknown, isActuator: boolean, depth: number) => {
    for (const expose of Array.isArray(list) ? list.slice(0, mostExposes) : []) {
      const type = textProperty(expose, 'type');
      const features = property(expose, 'features');
      // A composite nests its values under its own name; switches and lights do not.
      if (Array.isArray(features) && depth < 2 && type !== 'composite') {
        visit(features, type === 'switch' || type === 'light', depth + 1);
        continue;
      }
      const rawKey = textProperty(expose, 'property');
      const access = property(expose, 'access');
      if (!rawKey || typeof access !== 'number' || (access & published) === 0) continue;
      if (hints.length < mostExposes) hints.push(readExpose(expose, type, rawKey, isActuator, deviceName));
    }
  };
  visit(exposes, false, 0);
  return hints;
}

function readExpose(
  expose: unknown,
  type: string | undefined,
  rawKey: string,
  isActuator: boolean,
  deviceName: string,
): SensorHint {
  if (type === 'numeric') return { rawKey, unit: textProperty(expose, 'unit'), valueType: 'number' };
  if (type !== 'binary') return { rawKey, valueType: 'text' };
  return {
    rawKey,
    valueType: 'boolean',
    isActuator,
    // The property "state" says nothing; the device's name does.
    ...(isActuator ? { name: deviceName } : {}),
    on: asText(property(expose, 'value_on')),
    off: asText(property(expose, 'value_off')),
  };
}

function asText(value: unknown): string | undefined {
  return ['string', 'boolean', 'number'].includes(typeof value) ? String(value) : undefined;
}
