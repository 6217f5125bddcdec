import { z } from 'zod';
import type { Language } from '../../../base/i18n/text.ts';
import { fillPath, paths } from '../../../base/site/paths.ts';
import {
  formatTimestamp,
  outEnum,
  outId,
  outText,
  outTimestamp,
  outWord,
} from '../../../domain/kernel/fields.ts';
import { deviceStates } from '../../../domain/rules/device-states.ts';
import { findTroubles } from '../../../domain/rules/device-trouble.ts';
import { decimalsOf } from '../../../domain/rules/sensor-decimals.ts';
import { isFresh } from '../../../domain/rules/sensor-freshness.ts';
import { visibilities } from '../../../domain/rules/settlement-role.ts';
import { formatTrouble } from '../../../domain/rules/trouble-texts.ts';
import type { ConnectionInList } from '../../../store/devices/device-connections.ts';
import type { SensorRow } from '../../../store/devices/sensors.ts';
import { alertShape, showAlert } from './alerts.ts';

const sensor = z.object({
  id: outId,
  device_id: outId,
  key: outText.describe('Its name within the device.'),
  raw_key: outText.describe('The name the device gave it.'),
  name: outText.nullable().describe('What the resident calls it; null: nothing, go by `raw_key`.'),
  kind: outText.describe(
    'What it measures: temperature, soil_moisture, leak … Empty: not known; go by `raw_key`.',
  ),
  value_type: outEnum(['number', 'text', 'boolean']).describe('boolean: `number` is 1 for yes, 0 for no.'),
  aggregation: outEnum(['mean', 'sum', 'max', 'last']).describe('How several readings become one.'),
  unit: outText.describe('Unit of `number`; empty: it has none.'),
  number: z.number().nullable().describe('The last value; null: it is a text, or there was none yet.'),
  text: outText.nullable().describe('The last value of a sensor that tells a text; otherwise null.'),
  is_enabled: z.boolean().describe('False: its readings are not taken.'),
  visibility: outEnum(visibilities).describe(
    'private: only who connected it; otherwise the members of the plot too.',
  ),
  is_fresh: z
    .boolean()
    .describe('False: it has not reported recently, so its value is the last one seen, not the current one.'),
  measured_at: outTimestamp.nullable().describe('When the value was measured; null: there was none yet.'),
  decimals: z
    .int()
    .describe('How many digits after the point of `number` mean something: round to it when you tell it.'),
  alerts: z
    .array(alertShape)
    .describe('What people are told about, and how it stands. Set by who connected it.'),
});

const device = z.object({
  id: outId,
  connection_id: outId,
  key: outText,
  name: outText,
  given_name: outText.nullable().describe('What the resident calls it; null: nothing, go by `name`.'),
  manufacturer: outText.nullable().describe('Null: the device does not say.'),
  model: outText.nullable().describe('Null: the device does not say.'),
  firmware: outText.nullable().describe('Null: the device does not say.'),
  operator: outWord.describe('Through what it is run: home_assistant, zigbee2mqtt, mqtt, json_http, push.'),
  category: outWord.describe(
    'What it is for: safety, water, energy, garden, security, climate, switch, other.',
  ),
  access_kind: outWord.describe('What may be done with it; read: it is only listened to.'),
  sensors: z.array(sensor),
  troubles: z
    .array(outText)
    .describe(
      'What is wrong with it now, worst first, in the sentences that its people are told; empty: nothing known.',
    ),
});

export const deviceConnection = z.object({
  id: outId,
  parcel_id: outId,
  name: outText,
  provider: outWord,
  is_own: z.boolean().describe('Whether you made it: only then you may change it.'),
  state: outEnum(deviceStates).describe(
    'new: not asked yet; ok; failing: see `last_error`; paused: not asked; revoked: ended, its history is kept.',
  ),
  has_secret: z.boolean().describe('Whether a token or password is stored. It is never shown.'),
  last_error: outText.nullable().describe('What went wrong last, in words; null: nothing.'),
  failure_count: z.int().describe('Failures in a row.'),
  polled_at: outTimestamp.nullable().describe('When it was asked last; null: not yet.'),
  devices: z.array(device),
});

/** `isOwn` false: devices without a sensor for the caller are left out. */
export function showConnection(
  row: ConnectionInList,
  view: { language: Language; now: number; isOwn: boolean },
): z.input<typeof deviceConnection> {
  const devices = view.isOwn ? row.devices : row.devices.filter(({ sensors }) => sensors.length > 0);
  return {
    id: row.id,
    parcel_id: row.parcelId,
    name: row.name,
    provider: row.provider,
    is_own: view.isOwn,
    state: row.state,
    has_secret: row.hasSecret,
    last_error: row.lastError?.[view.language] ?? null,
    failure_count: row.failureCount,
    polled_at: formatTimestamp(row.polledAt),
    devices: devices.map(({ accessKind, givenName, sensors, ...one }) => {
      const shown = sensors.map((each) => showSensor(each, one.id, view.now));
      return {
        given_name: givenName,
        connection_id: row.id,
        access_kind: accessKind,
        sensors: shown,
        troubles: listTroubles({ id: one.id, name: givenName ?? one.name }, row.state, shown, view.language),
        ...one,
      };
    }),
  };
}

function listTroubles(
  device: { id: string; name: string },
  state: ConnectionInList['state'],
  sensors: readonly ReturnType<typeof showSensor>[],
  language: Language,
): string[] {
  const watched = sensors.map((each) => ({ ...each, changed_at: null }));
  return findTroubles([{ ...device, state, sensors: watched }]).map((trouble) =>
    formatTrouble(trouble, language),
  );
}

function showSensor(row: SensorRow, deviceId: string, now: number) {
  return {
    id: row.id,
    device_id: deviceId,
    key: row.key,
    raw_key: row.rawKey,
    name: row.name,
    kind: row.kind,
    value_type: row.valueType,
    aggregation: row.aggregation,
    unit: row.unit,
    number: row.number,
    text: row.text,
    is_enabled: row.isEnabled,
    visibility: row.visibility,
    is_fresh: isFresh(
      {
        lastReportAt: row.reportedAt === null ? null : Date.parse(row.reportedAt),
        rhythmMs: row.rhythmS === null ? null : row.rhythmS * 1000,
      },
      now,
    ),
    measured_at: row.measuredAt && formatTimestamp(new Date(row.measuredAt)),
    decimals: row.valueType === 'number' ? decimalsOf(row.kind) : 0,
    alerts: (row.alerts ?? []).map(showAlert),
  };
}

/** What an assistant needs after a write; of a trial also what was found, and `push` with its token. */
export const shortConnectionReply = [
  'data.id',
  'data.parcel_id',
  'data.state',
  'data.has_secret',
  'data.last_error',
  'data.devices.id',
  'data.devices.name',
  'data.devices.sensors.id',
  'data.devices.sensors.raw_key',
  'data.devices.sensors.name',
  'trial',
  'push',
];

/** A trial is not stored. */
export const connectionPagePath = ({ data }: { data: { id: string } }) =>
  data.id === '0' ? null : fillPath(paths.deviceConnection, { connection: data.id });
