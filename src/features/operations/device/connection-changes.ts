import { z } from 'zod';
import type { Db } from '../../../base/db/connect.ts';
import { restOnly } from '../../../domain/kernel/argument-metadata.ts';
import { enumField, id, name } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { refuseConflicts } from '../../../domain/rules/edit-conflicts.ts';
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
  seen: restOnly(
    z
      .strictObject({ name: connectionFields.name.optional(), sensors: sensors.max(100).optional(), devices })
      .nullish()
      .describe(
        'What you saw in the names and settings you change: refused where it no longer stands, with what does in `now`.',
      ),
  ),
};

type Changes = NonNullable<z.output<typeof changeFields.seen>>;

/** Call it with the connection locked: every change of its devices and sensors locks it first. */
export async function refuseConnectionConflicts(
  db: Db,
  connectionId: string,
  change: Changes,
  seen: Changes | null | undefined,
): Promise<void> {
  if (!seen) return;
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
  refuseConflicts(flatten(change, places), flatten(seen, places), flatten(now, places));
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
