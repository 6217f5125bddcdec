import type { SnapshotCollector } from './collector.ts';
import { DeviceFailure } from './failure.ts';
import { isObject, readProperty, readTextProperty } from './json.ts';
import { limits } from './limits.ts';
import type { SensorHint } from './sensor-normalization.ts';

/** Devices by id, and device ids by entity id. */
export interface EntityRegistry {
  readonly devices: ReadonlyMap<string, unknown>;
  readonly deviceOf: ReadonlyMap<string, string>;
}

const homeKey = 'home';
const operator = 'home_assistant';

/** Allowed domains: persons, trackers, cameras, locks and alarms are private. */
const domains: Readonly<Record<string, Pick<SensorHint, 'valueType' | 'isActuator' | 'deviceClass'>>> = {
  sensor: {},
  binary_sensor: { valueType: 'boolean' },
  switch: { valueType: 'boolean', isActuator: true },
  valve: { valueType: 'boolean', isActuator: true },
  cover: { valueType: 'boolean', deviceClass: 'cover' },
};

export function readRegistry(devices: unknown, entities: unknown): EntityRegistry {
  const known = new Map<string, unknown>();
  for (const device of toArray(devices).slice(0, limits.sensors)) {
    const id = readTextProperty(device, 'id');
    if (id) known.set(id, device);
  }
  const deviceOf = new Map<string, string>();
  for (const entity of toArray(entities).slice(0, 4 * limits.sensors)) {
    const id = readTextProperty(entity, 'entity_id');
    const device = readTextProperty(entity, 'device_id');
    if (id && device && known.has(device)) deviceOf.set(id, device);
  }
  return { devices: known, deviceOf };
}

export function addStates(
  collector: SnapshotCollector,
  states: unknown,
  registry: EntityRegistry,
  now: Date,
): void {
  if (!Array.isArray(states)) throw new DeviceFailure('unexpected_answer');
  for (const state of states) addState(collector, state, registry, now);
}

export function addState(
  collector: SnapshotCollector,
  state: unknown,
  registry: EntityRegistry,
  now: Date,
): void {
  const entityId = readTextProperty(state, 'entity_id');
  const value = readProperty(state, 'state');
  if (!entityId || typeof value !== 'string') return;
  const domain = entityId.slice(0, entityId.indexOf('.'));
  const sort = Object.hasOwn(domains, domain) ? domains[domain] : undefined;
  if (!sort) return;

  const deviceKey = registry.deviceOf.get(entityId) ?? homeKey;
  if (!collector.hasSensor(deviceKey, entityId)) {
    if (!collector.addDevice(describeDevice(deviceKey, registry))) return;
    // An initial "unavailable" does not reveal the value type.
    const isSilent = value === 'unavailable' || value === 'unknown';
    const attributes = readProperty(state, 'attributes');
    if (isSilent && !readTextProperty(attributes, 'unit_of_measurement') && !sort.valueType) return;
    const added = collector.addSensor(deviceKey, entityId, {
      ...sort,
      rawKey: entityId,
      name: readTextProperty(attributes, 'friendly_name'),
      deviceClass: readTextProperty(attributes, 'device_class') ?? sort.deviceClass,
      unit: readTextProperty(attributes, 'unit_of_measurement'),
      stateClass: readTextProperty(attributes, 'state_class'),
      sample: value,
    });
    if (!added) return;
  }
  if (value === 'unavailable' || value === 'unknown') return;
  collector.addReading(deviceKey, entityId, value, readReportTime(state, now));
}

/** The last report if the version has it; by the last change a steady sensor would look offline. */
function readReportTime(state: unknown, now: Date): Date {
  const written =
    readTextProperty(state, 'last_reported') ??
    readTextProperty(state, 'last_updated') ??
    readTextProperty(state, 'last_changed');
  return written === undefined ? now : new Date(written.slice(0, 40));
}

function describeDevice(key: string, registry: EntityRegistry) {
  const found = registry.devices.get(key);
  if (!isObject(found)) return { key: homeKey, name: 'Home Assistant', operator };
  return {
    key,
    name: readTextProperty(found, 'name_by_user') ?? readTextProperty(found, 'name') ?? key,
    manufacturer: readTextProperty(found, 'manufacturer'),
    model: readTextProperty(found, 'model'),
    firmware: readTextProperty(found, 'sw_version'),
    operator,
  };
}

function toArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
