import { z } from 'zod';
import { formatTimestamp, id, timestamp } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { findTroubles } from '../../domain/rules/device-trouble.ts';
import { isFresh } from '../../domain/rules/sensor-freshness.ts';
import { type HouseholdSensorRow, listHouseholdSensors } from '../../store/devices/household-sensors.ts';
import { listReadings } from '../../store/devices/readings.ts';

/** One reading every ten seconds for a day. */
const maxPumpReadings = 9000;

export const list_household_devices = defineOperation({
  name: 'list_household_devices',
  summary: 'Devices that the account may see with their latest values, and what is wrong. For everybody.',
  scope: 'session',
  input: z.object({
    /** Also today’s readings of the pump on this plot. */
    pump: z.object({ parcel: id, from: timestamp }).optional(),
  }),
  async show({ pump: wanted }, { db, caller, now }) {
    const rows = await listHouseholdSensors(db, caller.accountId);
    const all = groupByDevice(rows, now().getTime());
    const devices = all.filter(({ commonTo }) => commonTo === null);
    const common = all.filter(({ commonTo }) => commonTo !== null);
    const pump = wanted && findPump(devices, wanted.parcel);
    const pumpReadings = pump
      ? await listReadings(db, pump.id, { from: new Date(wanted.from), to: now() }, maxPumpReadings)
      : [];
    return {
      devices,
      /** Of the account’s settlements. */
      common,
      /** Of the household, and of what the account looks after for a settlement. */
      troubles: findTroubles([...devices, ...common.filter(({ isKept }) => isKept)]),
      commonTroubles: findTroubles(common),
      pumpReadings: pumpReadings.map(([at, , number]) => ({ at, isOn: number === 1 })),
    };
  },
});

export type HouseholdDevice = ReturnType<typeof groupByDevice>[number];
export type HouseholdSensor = HouseholdDevice['sensors'][number];

/** The first pump of a plot. */
export function findPump(devices: readonly HouseholdDevice[], parcel: string): HouseholdSensor | undefined {
  return devices
    .filter(({ parcelId }) => parcelId === parcel)
    .flatMap(({ sensors }) => sensors)
    .find(({ kind }) => kind === 'pump_state');
}

function groupByDevice(rows: readonly HouseholdSensorRow[], now: number) {
  const groups = new Map<string, HouseholdSensorRow[]>();
  for (const row of rows) groups.set(row.deviceId, [...(groups.get(row.deviceId) ?? []), row]);
  return [...groups.values()].map((sensors) => {
    const { deviceId, deviceName, connectionId, state, isOwn, parcelId, plotNumber, commonTo, isKept } =
      sensors[0] as HouseholdSensorRow;
    return {
      id: deviceId,
      name: deviceName,
      connectionId,
      state,
      isOwn,
      parcelId,
      plotNumber,
      commonTo,
      isKept,
      sensors: sensors.map((row) => showSensor(row, now)),
    };
  });
}

/** With the field names of list_my_devices, so that pages show both alike. */
function showSensor(row: HouseholdSensorRow, now: number) {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    raw_key: row.rawKey,
    value_type: row.valueType,
    unit: row.unit,
    number: row.number,
    text: row.text,
    is_enabled: true,
    is_fresh: isFresh(
      {
        lastReportAt: row.reportedAt?.getTime() ?? null,
        rhythmMs: row.rhythmS === null ? null : row.rhythmS * 1000,
      },
      now,
    ),
    measured_at: formatTimestamp(row.measuredAt),
    changed_at: formatTimestamp(row.changedAt),
    alerts: (row.alerts ?? []).map(({ kind, bound, raisedAt, since, value }) => ({
      kind,
      value: bound,
      is_raised: raisedAt !== null,
      raised_value: raisedAt === null ? null : value,
      since: raisedAt !== null && since !== null ? formatTimestamp(new Date(since)) : null,
    })),
  };
}
