import type { Collector } from './collector.ts';
import { DeviceFailure } from './failure.ts';
import { isObject, property, textProperty } from './json.ts';
import type { SensorHint } from './kinds.ts';
import { limits } from './limits.ts';

/** Devices by id, and device ids by entity id. */
export interface Registry {
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

export function readRegistry(devices: unknown, entities: unknown): Registry {
  const known = new Map<string, unknown>();
  for (const device of asList(devices).slice(0, limits.sensors)) {
    const id = textProperty(device, 'id');
    if (id) known.set(id, device);
  }
  const deviceOf = new Map<string, string>();
  for (const entity of asList(entities).slice(0, 4 * limits.sensors)) {
    const id = textProperty(entity, 'entity_id');
    const device = textProperty(entity, 'device_id');
    if (id && device && known.has(device)) deviceOf.set(id, device);
  }
  return { devices: known, deviceOf };
}

export function addStates(collector: Collector, states: unknown, registry: Registry, now: Date): void {
  if (!Array.isArray(states)) throw new DeviceFailure('unexpected_answer');
  for (const state of states) addState(collector, state, registry, now);
}

export function addState(collector: Collector, state: unknown, registry: Registry, now: Date): void {
  const entityId = textProperty(state, 'entity_id');
  const value = property(state, 'state');
  if (!entityId || typeof value !== 'string') return;
  const domain = entityId.slice(0, entityId.indexOf('.'));
  const sort = Object.hasOwn(domains, domain) ? domains[domain] : undefined;
  if (!sort) return;

  const deviceKey = registry.deviceOf.get(entityId) ?? homeKey;
  if (!collector.hasSensor(deviceKey, entityId)) {
    if (!collector.addDevice(describe(deviceKey, registry))) return;
    // An initial "unavailable" does not reveal the value type.
    const isSilent = value === 'unavailable' || value === 'unknown';
    const attributes = property(state, 'attributes');
    if (isSilent && !textProperty(attributes, 'unit_of_measurement') && !sort.valueType) return;
    const added = collector.addSensor(deviceKey, entityId, {
      ...sort,
      rawKey: entityId,
      name: textProperty(attributes, 'friendly_name'),
      deviceClass: textProperty(attributes, 'device_class') ?? sort.deviceClass,
      unit: textProperty(attributes, 'unit_of_measurement'),
      stateClass: textProperty(attributes, 'state_class'),
      sample: value,
    });
    if (!added) return;
  }
  if (value === 'unavailable' || value === 'unknown') return;
  collector.addReading(deviceKey, entityId, value, reportedAt(state, now));
}

/** The last report if the version has it; by the last change a steady sensor would look offline. */
function reportedAt(state: unknown, now: Date): Date {
  const written =
    textProperty(state, 'last_reported') ??
    textProperty(state, 'last_updated') ??
    textProperty(state, 'last_changed');
  return written === undefined ? now : new Date(written.slice(0, 40));
}

function describe(key: string, registry: Registry) {
  const found = registry.devices.get(key);
  if (!isObject(found)) return { key: homeKey, name: 'Home Assistant', operator };
  return {
    key,
    name: textProperty(found, 'name_by_user') ?? textProperty(found, 'name') ?? key,
    manufacturer: textProperty(found, 'manufacturer'),
    model: textProperty(found, 'model'),
    firmware: textProperty(found, 'sw_version'),
    operator,
  };
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
