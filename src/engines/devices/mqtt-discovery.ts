import type { SnapshotCollector } from './collector.ts';
import { isObject, type JsonObject, readProperty, readTextProperty } from './json.ts';
import { type JsonPath, parseJsonPath, readJsonPath } from './json-path.ts';
import { limits } from './limits.ts';
import { isPlainTopic, type TopicSource } from './mqtt-topics.ts';
import { parseJsonOrUndefined } from './mqtt-zigbee.ts';

interface AnnouncedSensor {
  readonly deviceKey: string;
  readonly sensorKey: string;
  /** Path of the value in the payload; null: the payload is the value. */
  readonly path: JsonPath | null;
}

const platforms = new Set(['sensor', 'binary_sensor', 'switch', 'valve']);
const maxComponents = 200;
const maxSensorsPerTopic = 200;

/** Home Assistant MQTT discovery, with full or abbreviated keys. */
export function createDiscovery(collector: SnapshotCollector, prefix: string): TopicSource {
  const byTopic = new Map<string, Map<string, AnnouncedSensor>>();

  const announce = (
    platform: string,
    objectId: string,
    config: JsonObject,
    device: unknown,
  ): string | null => {
    if (!platforms.has(platform) || isFromZigbee2Mqtt(config, device)) return null;
    const base = readTextProperty(config, '~') ?? '';
    const topic = (readFullOrShort(config, 'state_topic', 'stat_t') ?? '').replace(/^~|~$/, () => base);
    const path = readTemplate(readFullOrShort(config, 'value_template', 'val_tpl'));
    if (!isPlainTopic(topic) || path === undefined) return null;
    const sensorKey = readFullOrShort(config, 'unique_id', 'uniq_id') ?? objectId;
    const deviceKey = firstIdentifier(device) ?? sensorKey;
    const name = readTextProperty(config, 'name');
    const isAdded = collector.addDevice({
      key: deviceKey,
      name: readTextProperty(device, 'name') ?? name ?? deviceKey,
      manufacturer: readFullOrShort(device, 'manufacturer', 'mf'),
      model: readFullOrShort(device, 'model', 'mdl'),
      firmware: readFullOrShort(device, 'sw_version', 'sw'),
      operator: 'mqtt',
    });
    if (!isAdded) return null;
    const isSwitch = platform === 'switch' || platform === 'valve';
    const added = collector.addSensor(deviceKey, sensorKey, {
      rawKey: String(path?.at(-1) ?? objectId),
      name: [name, objectId, sensorKey, isSwitch ? readTextProperty(device, 'name') : ''].join(' '),
      deviceClass: readFullOrShort(config, 'device_class', 'dev_cla'),
      unit: readFullOrShort(config, 'unit_of_measurement', 'unit_of_meas'),
      stateClass: readFullOrShort(config, 'state_class', 'stat_cla'),
      ...(platform === 'sensor' ? {} : { valueType: 'boolean' as const, isActuator: isSwitch }),
      on: readFullOrShort(config, 'payload_on', 'pl_on') ?? readFullOrShort(config, 'state_on', 'stat_on'),
      off:
        readFullOrShort(config, 'payload_off', 'pl_off') ?? readFullOrShort(config, 'state_off', 'stat_off'),
    });
    const known = byTopic.get(topic) ?? new Map<string, AnnouncedSensor>();
    if (!added || known.size >= maxSensorsPerTopic || (known.size === 0 && byTopic.size >= limits.topics))
      return null;
    known.set(`${deviceKey}\u0000${sensorKey}`, { deviceKey, sensorKey, path });
    byTopic.set(topic, known);
    return topic;
  };

  const readConfig = (topic: string, payload: Uint8Array): readonly string[] => {
    const config = parseJsonOrUndefined(payload);
    const [platform = '', ...rest] = topic.slice(prefix.length + 1, -'/config'.length).split('/');
    if (!isObject(config)) return [];
    const device = readProperty(config, 'device') ?? readProperty(config, 'dev');
    if (platform !== 'device') return [announce(platform, rest.join('_'), config, device)].filter(isText);
    const components = readProperty(config, 'components') ?? readProperty(config, 'cmps');
    return Object.entries(isObject(components) ? components : {})
      .slice(0, maxComponents)
      .map(([id, component]) =>
        isObject(component)
          ? announce(
              readFullOrShort(component, 'platform', 'p') ?? '',
              id,
              { ...config, ...component },
              device,
            )
          : null,
      )
      .filter(isText);
  };

  return {
    topics: [`${prefix}/+/+/config`, `${prefix}/+/+/+/config`],
    receive({ topic, payload, isRetained, receivedAt }) {
      if (topic.startsWith(`${prefix}/`) && topic.endsWith('/config')) return readConfig(topic, payload);
      const announced = byTopic.get(topic);
      // A retained message has no timestamp: taken as new, it would make an offline sensor look online.
      if (!announced || isRetained) return [];
      const parsed = parseJsonOrUndefined(payload);
      const plain = payload.length <= limits.textLength ? Buffer.from(payload).toString('utf8') : undefined;
      for (const { deviceKey, sensorKey, path } of announced.values()) {
        const value = path === null ? plain : readJsonPath(parsed, path);
        collector.addReading(deviceKey, sensorKey, value, receivedAt);
      }
      return [];
    },
  };
}

const wholeValue = /^\{\{-?\s*value\s*(\|[^{}]*)?-?\}\}$/;
const jsonValue =
  /^\{\{-?\s*value_json((?:\.[\p{L}_][\p{L}\p{N}_]*|\[\d{1,5}\]|\['[^']{1,100}'\]|\["[^"]{1,100}"\])+)\s*(\|[^{}]*)?-?\}\}$/u;

/**
 * Of Jinja templates only plain references into the message are supported; filters such as rounding are ignored.
 * Undefined: any other template, and the sensor is left out.
 */
function readTemplate(template: string | undefined): JsonPath | null | undefined {
  if (template === undefined) return null;
  const written = template.trim();
  if (written.length > 300) return undefined;
  if (wholeValue.test(written)) return null;
  const place = jsonValue.exec(written)?.[1];
  return place === undefined ? undefined : (parseJsonPath(`$${place}`) ?? undefined);
}

/** Zigbee2MQTT announces its devices here, too; they are read from its own topics, which tell more. */
function isFromZigbee2Mqtt(config: JsonObject, device: unknown): boolean {
  const origin = readProperty(config, 'origin') ?? readProperty(config, 'o');
  return (
    readTextProperty(origin, 'name') === 'Zigbee2MQTT' ||
    (firstIdentifier(device) ?? '').startsWith('zigbee2mqtt_')
  );
}

function firstIdentifier(device: unknown): string | undefined {
  const found = readProperty(device, 'identifiers') ?? readProperty(device, 'ids');
  const first: unknown = Array.isArray(found) ? found[0] : found;
  return typeof first === 'string' && first !== '' ? first : undefined;
}

function readFullOrShort(value: unknown, full: string, short: string): string | undefined {
  return readTextProperty(value, full) ?? readTextProperty(value, short);
}

function isText(value: string | null): value is string {
  return value !== null;
}
