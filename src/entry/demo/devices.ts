import { randomUUID } from 'node:crypto';
import { recordSnapshot } from '../../background/jobs/device-recording.ts';
import { evaluateAndNotify } from '../../background/jobs/sensor-alerts.ts';
import { Secret } from '../../base/encryption/secret-box.ts';
import { judgeNewAlert, parseAlert } from '../../domain/rules/sensor-alerts.ts';
import { nameDevices } from '../../domain/rules/sensor-names.ts';
import { deviceReasons } from '../../engines/devices/failure.ts';
import type { DeviceDescription, Reading } from '../../engines/devices/provider.ts';
import { publishEvent } from '../../features/notify/publish-event.ts';
import { createToken, hashToken } from '../../features/oauth/secret-token.ts';
import { insertConnection, listSensors, type NewConnection } from '../../store/devices/device-connections.ts';
import { listDueAlerts, replaceAlerts } from '../../store/devices/sensor-alerts.ts';
import { updateSensors } from '../../store/devices/sensors.ts';
import { type DemoConnection, type DemoDevice, type DemoSensor, demoConnections } from './device-list.ts';
import type { DemoPart, World } from './world.ts';

const minute = 60_000;
const hour = 60 * minute;
const week = 7 * 24 * hour;
const year = 365 * 24 * hour;
const watchedDays = 6;
const neverPolledMs = 100 * 365 * 24 * hour;

/** Sensors with a week of detailed readings, some with a year. The devices do not exist, so they are never polled. */
export const devices: DemoPart = {
  name: 'devices',
  async load(world) {
    const now = world.now();
    const parcelId = world.plots[world.settlement.slug]?.['7'] as string;
    for (const { devices: found, failingForHours, gapHours, hasSecret, ...connection } of demoConnections) {
      const id = world.newId();
      const trouble: Partial<NewConnection> = failingForHours
        ? {
            state: 'failing',
            lastError: deviceReasons.connection_lost,
            failureCount: 12,
            failingSince: new Date(now.getTime() - failingForHours * hour),
          }
        : { state: 'ok' };
      await insertConnection(world.db, {
        ...connection,
        ...trouble,
        id,
        accountId: world.accounts.resident,
        parcelId,
        secret: hasSecret ? world.services.devices.secrets.seal(new Secret(randomUUID()), id) : null,
        // The token itself is discarded.
        pushTokenHash: connection.provider === 'push' ? hashToken(createToken('device')) : null,
        polledAt: new Date(now.getTime() - minute),
        nextPollAt: new Date(now.getTime() + neverPolledMs),
        createdAt: new Date(now.getTime() - year),
      });
      const until = now.getTime() - (failingForHours ?? 0) * hour;
      const readings = found.flatMap((device) =>
        device.sensors.map((sensor) => removeGap(createReadings(device.key, sensor, until), now, gapHours)),
      );
      // The last days of readings come after the alert rules, so that an alert lasts for days.
      const watchedFrom = now.getTime() - watchedDays * 24 * hour;
      const isOld = ({ measuredAt }: Reading) => measuredAt.getTime() < watchedFrom;
      await recordReadings(world, id, found, readings.flat().filter(isOld));
      await configureSensors(world, id, found);
      await recordReadings(
        world,
        id,
        found,
        readings.flat().filter((one) => !isOld(one)),
      );
      if (failingForHours)
        await publishEvent(world, {
          type: 'device_trouble',
          accountId: world.accounts.resident,
          connectionId: id,
          name: nameDevices(
            found.map(({ name }) => name),
            connection.name,
          ),
        });
    }
    await notifyAlerts(world);
  },
};

async function recordReadings(
  world: World,
  connectionId: string,
  found: readonly DemoDevice[],
  readings: Reading[],
): Promise<void> {
  const described = found.map(toDeviceDescription);
  await recordSnapshot(world.db, {
    connectionId,
    snapshot: { devices: described, readings, leftOut: 0 },
    devicesChanged: true,
    now: world.now(),
    notBefore: new Date(0),
    newId: world.newId,
  });
}

function toDeviceDescription({ sensors, ...device }: DemoDevice): DeviceDescription {
  return {
    ...device,
    accessKind: 'read',
    sensors: sensors.map(({ key, rawKey, kind, valueType, aggregation, unit }) => ({
      key,
      rawKey,
      kind,
      valueType,
      aggregation,
      unit,
    })),
  };
}

/** `silentHours` ends the readings of a sensor early. */
function createReadings(deviceKey: string, sensor: DemoSensor, until: number): Reading[] {
  const last = until - (sensor.silentHours ?? 0) * hour - minute;
  return (sensor.series?.(last - year, last) ?? readAtIntervals(sensor, last)).map(([at, value]) => ({
    deviceKey,
    sensorKey: sensor.key,
    number: typeof value === 'number' ? Math.round(value * 100) / 100 : null,
    text: typeof value === 'string' ? value : null,
    measuredAt: new Date(at),
  }));
}

function readAtIntervals(sensor: DemoSensor, last: number): [number, number | string][] {
  const before = sensor.everyHoursBefore;
  const times = Array.from(
    { length: before ? Math.floor((year - week) / (before * hour)) : 0 },
    (_, number) => {
      return last - week - (number + 1) * (before ?? 1) * hour;
    },
  ).reverse();
  const every = sensor.everyMinutes * minute;
  for (let number = Math.floor(week / every); number >= 0; number -= 1) times.push(last - number * every);
  return times.map((at) => [at, sensor.value(at / hour, (last - at) / hour)]);
}

function removeGap(readings: Reading[], now: Date, gap: DemoConnection['gapHours']): Reading[] {
  if (gap === undefined) return readings;
  const [from, until] = gap.map((hours) => now.getTime() - hours * hour) as [number, number];
  return readings.filter(({ measuredAt }) => measuredAt.getTime() < from || measuredAt.getTime() > until);
}

const sharedKinds: readonly string[] = ['temperature', 'soil_moisture', 'water_level', 'leak', 'pressure'];

/** Kinds in `sharedKinds` are visible to the plot's residents, the others only to the owner of the connection. */
async function configureSensors(
  world: World,
  connectionId: string,
  found: readonly DemoDevice[],
): Promise<void> {
  const demoSensors = new Map(found.flatMap(({ sensors }) => sensors.map((one) => [one.key, one])));
  const stored = await listSensors(world.db, connectionId);
  await updateSensors(
    world.db,
    connectionId,
    stored.map(({ id, key, kind }) => ({
      id,
      name: demoSensors.get(key)?.name ?? null,
      visibility: sharedKinds.includes(kind) ? ('residents' as const) : ('private' as const),
    })),
  );
  const rules = stored.flatMap((sensor) => {
    const wish = demoSensors.get(sensor.key)?.alert;
    const rule = wish && parseAlert(wish, sensor);
    if (rule && 'field' in rule) throw new Error(`The alert of ${sensor.key} is wrong: ${rule.text.en}`);
    return rule ? [{ ...rule, ...judgeNewAlert(rule, sensor, world.now()), sensorId: sensor.id }] : [];
  });
  const ids = rules.map(({ sensorId }) => sensorId);
  await replaceAlerts(world.db, ids, rules, world.now(), world.newId);
}

async function notifyAlerts(world: World): Promise<void> {
  const now = world.now();
  const due = await listDueAlerts(world.db, { now, after: '0', toldBefore: now, limit: 100 });
  for (const { id, connectionId } of due) await evaluateAndNotify(world, id, connectionId);
}
