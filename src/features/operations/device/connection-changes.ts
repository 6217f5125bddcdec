import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { restOnly } from '../../../domain/kernel/argument-metadata.ts';
import { enumField, id, name } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { type FieldValues, findReplaced, refuseConflicts } from '../../../domain/rules/edit-conflicts.ts';
import { visibilities } from '../../../domain/rules/settlement-role.ts';
import { findConnectionInList } from '../../../store/devices/device-connections.ts';
import { alertsField, toAlertInput } from './alerts.ts';
import { connectionFields } from './connection-checks.ts';

const sensors = z.array(
  z.strictObject({
    id: id.describe('From list_my_devices.'),
    name: name(100).nullish().describe('What you call it; null takes the name away.'),
    is_enabled: z.boolean().optional().describe('False: no longer taken.'),
    visibility: enumField(visibilities)
      .optional()
      .describe('private: only for you; else for the plot’s other members too.'),
    alerts: alertsField,
  }),
);

const devices = z
  .array(
    z.strictObject({
      id: id.describe('From list_my_devices.'),
      name: name(100).nullable().describe('What you call it; null takes the name away.'),
    }),
  )
  .max(200)
  .optional();

/** Editable fields of devices and sensors, and the values the client saw before. */
export const changeFields = {
  sensors: sensors.max(500).optional().describe('Only the sensors that change.'),
  devices: restOnly(devices.describe('Only the devices that get another name.')),
  seen: z
    .strictObject({
      name: connectionFields.name.optional(),
      sensors: sensors.max(100).optional().describe('Those that you change.'),
      devices: devices.describe('Those that you change.'),
    })
    .nullish()
    .describe('What you saw in what you change; refused if changed since.'),
};

type Changes = NonNullable<z.output<typeof changeFields.seen>>;

/**
 * Refuses where what was seen no longer stands, and returns what is replaced unseen. Call it with the connection locked:
 * every change of its devices and sensors locks it first.
 */
export async function compareConnection(
  db: Db,
  connectionId: string,
  { name, sensors, devices }: Changes,
  seen: Changes,
): Promise<FieldValues | null> {
  const change = { name, sensors, devices };
  if (name === undefined && sensors === undefined && devices === undefined) return null;
  const row = (await findConnectionInList(db, connectionId)) ?? refuse.notFound('connection');
  const now: Changes = {
    name: row.name,
    devices: row.devices.map((device) => ({ id: device.id, name: device.givenName })),
    sensors: row.devices
      .flatMap(({ sensors }) => sensors)
      .map((sensor) => ({
        id: sensor.id,
        name: sensor.name,
        is_enabled: sensor.isEnabled,
        visibility: sensor.visibility,
        alerts: (sensor.alerts ?? []).map(toAlertInput),
      })),
  };
  const places = {
    sensors: new Map(change.sensors?.map((one, place) => [one.id, `sensors.${place}`])),
    devices: new Map(change.devices?.map((one, place) => [one.id, `devices.${place}`])),
  };
  const [wanted, known, standing] = [change, seen, now].map((each) => flatten(each, places)) as [
    FieldValues,
    FieldValues,
    FieldValues,
  ];
  refuseConflicts(wanted, known, standing);
  const touched = Object.entries(standing).filter(([field]) => wanted[field] !== undefined);
  return findReplaced(Object.fromEntries(touched), wanted, known);
}

/** Every value by its path in the input: `sensors.0.visibility`. */
function flatten(
  { name, sensors = [], devices = [] }: Changes,
  places: Record<'sensors' | 'devices', ReadonlyMap<string, string>>,
): Record<string, unknown> {
  const parts = [
    ...sensors.map((one) => ({ place: places.sensors.get(one.id), one })),
    ...devices.map((one) => ({ place: places.devices.get(one.id), one })),
  ].flatMap(({ place, one: { id: _, ...values } }) =>
    place === undefined ? [] : Object.entries(values).map(([field, value]) => [`${place}.${field}`, value]),
  );
  return { name, ...Object.fromEntries(parts) };
}
