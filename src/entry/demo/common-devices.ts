import { recordSnapshot } from '../../background/jobs/device-recording.ts';
import type { DeviceDescription, Reading } from '../../engines/devices/provider.ts';
import { type KindName, sensorKinds } from '../../engines/devices/sensor-kinds.ts';
import { listCommonPlots } from '../../store/devices/common-devices.ts';
import { insertConnection, listSensors } from '../../store/devices/device-connections.ts';
import { updateSensors } from '../../store/devices/sensors.ts';
import type { DemoPart } from './world.ts';

const minute = 60_000;
const everyMs = 30 * minute;
const readingsShown = 336;
const neverPolledMs = 100 * 365 * 24 * 60 * minute;

/** Name, kind, and value by the number of half hours since. */
const sensors: readonly [device: string, kind: KindName, value: (ago: number) => number][] = [
  ['Насосная', 'pump_state', (ago) => (ago % 5 < 2 ? 1 : 0)],
  ['Насосная', 'water_level', (ago) => 4.2 - (ago % 48) * 0.02],
  ['Ворота', 'door', (ago) => (ago % 17 === 3 ? 1 : 0)],
];

/** Pump house and gate of the village on its common plot; they do not exist, so they are never polled. */
export const commonDevices: DemoPart = {
  name: 'common devices',
  async load(world) {
    const { db, newId } = world;
    const now = world.now();
    const [plot] = await listCommonPlots(db, world.settlement.id);
    if (plot === undefined) throw new Error('The demonstration has no common plot.');
    const id = newId();
    await insertConnection(db, {
      id,
      accountId: world.accounts.editor,
      parcelId: plot.id,
      name: 'Насосная и ворота',
      provider: 'home_assistant',
      settings: { url: 'http://village.invalid:8123' },
      secret: null,
      state: 'ok',
      polledAt: new Date(now.getTime() - minute),
      nextPollAt: new Date(now.getTime() + neverPolledMs),
      createdAt: new Date(now.getTime() - readingsShown * everyMs),
      isCommon: true,
    });
    const readings: Reading[] = sensors.flatMap(([deviceKey, sensorKey, value]) =>
      Array.from({ length: readingsShown }, (_, back) => {
        const ago = readingsShown - 1 - back;
        const measuredAt = new Date(now.getTime() - ago * everyMs - minute);
        return { deviceKey, sensorKey, number: Math.round(value(ago) * 100) / 100, text: null, measuredAt };
      }),
    );
    const devices = [...new Set(sensors.map(([device]) => device))].map(describe);
    await recordSnapshot(db, {
      connectionId: id,
      snapshot: { devices, readings, leftOut: 0 },
      devicesChanged: true,
      now,
      notBefore: new Date(0),
      newId,
    });
    const stored = await listSensors(db, id);
    const shown = stored.map((sensor) => ({ id: sensor.id, name: null, visibility: 'residents' as const }));
    await updateSensors(db, id, shown);
  },
};

function describe(name: string): DeviceDescription {
  return {
    key: name,
    name,
    manufacturer: null,
    model: null,
    firmware: null,
    operator: 'home_assistant',
    category: 'water',
    accessKind: 'read',
    sensors: sensors
      .filter(([device]) => device === name)
      .map(([, kind]) => {
        const { valueType, aggregation, units } = sensorKinds[kind];
        return { key: kind, rawKey: kind, kind, valueType, aggregation, unit: units[0] ?? '' };
      }),
  };
}
