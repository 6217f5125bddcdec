import { z } from 'zod';
import { Secret } from '../../../base/encryption/secret-box.ts';
import { restOnly } from '../../../domain/kernel/argument-metadata.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { id, timestamp } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { mayKeepSecret } from '../../../domain/rules/device-secret.ts';
import { type DeviceState, nextDeviceState } from '../../../domain/rules/device-states.ts';
import {
  type EditableConnection,
  findConnectionInList,
  listSensors,
  updateConnection,
} from '../../../store/devices/device-connections.ts';
import { findEnvelope } from '../../../store/devices/device-secrets.ts';
import { renameDevices } from '../../../store/devices/devices.ts';
import { resetAlerts } from '../../../store/devices/sensor-alerts.ts';
import { updateSensors } from '../../../store/devices/sensors.ts';
import { loadMeter } from '../../metering/load-meter.ts';
import { typeReading } from '../../metering/type-reading.ts';
import { typedNumber } from '../../metering/typed-number.ts';
import { replacedByCall, showReplacedByCall } from '../shapes/replaced.ts';
import { setAlerts } from './alerts.ts';
import { changeFields, compareConnection } from './connection-changes.ts';
import {
  checkReachable,
  checkSecret,
  checkSettings,
  connectionFields,
  loadConnection,
  makePushToken,
  mayChangeConnection,
  omitPushToken,
  pushShape,
  sealSecret,
} from './connection-checks.ts';
import {
  type ConnectionTest,
  connectionTestShape,
  dryRunField,
  showConnectionTest,
  testConnection,
} from './connection-test.ts';
import { connectionPagePath, deviceConnection, shortConnectionReply, showConnection } from './shapes.ts';

const input = z.object({
  connection: id.describe('From list_my_devices.'),
  name: connectionFields.name.optional(),
  is_paused: z.boolean().optional().describe('True: no longer asked.'),
  settings: connectionFields.settings.optional().describe('All of them, as connect_device takes them.'),
  secret: connectionFields.secret
    .nullish()
    .describe('A new one; null removes it; for `push`, makes a new one.'),
  dry_run: restOnly(dryRunField),
  reading: restOnly(
    z
      .strictObject({
        sensor: id.describe('Of a connection `manual`.'),
        number: typedNumber.describe('What the meter shows.'),
        at: timestamp.optional().describe('When it was read; left out: now.'),
      })
      .optional()
      .describe(
        'A reading of a meter that people read. One below the last, or ten times the usual, is refused.',
      ),
  ),
  ...changeFields,
});

export const edit_device_connection = defineOperation({
  name: 'edit_device_connection',
  tag: 'Device',
  route: 'PATCH /devices/connections/{connection}',
  success: 200,
  scope: 'mcp:write',
  writesIn: 'nowhere',
  audiences: ['resident'],
  summary:
    'Rename, pause or resume a connection, give it a new address or secret, set its sensors and their alerts.',
  description: 'A new host or port needs the secret again.',
  idempotent: true,
  body: 'text',
  input,
  output: z.object({
    data: deviceConnection,
    trial: connectionTestShape.optional(),
    push: pushShape.optional(),
    replaced: replacedByCall,
  }),
  shortReply: [...shortConnectionReply, 'replaced'],
  pagePath: connectionPagePath,
  head: ['connection'],
  load: loadConnection,
  permit(found, caller) {
    const { state } = found;
    permit(
      mayChangeConnection(found, caller.accountId) || {
        en: 'Only the account that made the connection may change it.',
        ru: 'Менять подключение может только тот, кто его создал.',
      },
    );
    if (state === 'revoked')
      refuse.invalid('connection', {
        en: 'This connection has ended. Make a new one with connect_device.',
        ru: 'Это подключение завершено. Создайте новое.',
      });
  },
  preparesIf: ({ dry_run }) => dry_run === true,
  async prepare(wish, context, found): Promise<ConnectionTest | undefined> {
    const settings = checkInput(wish, found, context);
    const envelope = wish.secret === undefined ? await findEnvelope(context.db, found.id) : null;
    const openSecret = () => {
      if (wish.secret) return new Secret(wish.secret);
      return envelope === null ? null : context.services.devices.secrets.open(envelope, found.id);
    };
    const tried = { provider: found.provider, settings: settings ?? found.settings, openSecret };
    return await testConnection(tried, context);
  },
  async write(wish, context, found, outcome) {
    const { db, services, language, now } = context;
    const { name, secret } = wish;
    const settings = checkInput(wish, found, context);
    const unseen = await compareConnection(db, found.id, wish, wish.seen ?? {});
    if (outcome !== undefined)
      return showConnectionTest(outcome, { ...found, name: name ?? found.name }, context);
    const { state, startsAnew } = decideNextState(found.state, {
      isPaused: wish.is_paused,
      isChanged: settings !== undefined || secret !== undefined,
    });
    if (wish.reading !== undefined) await typeMeter(wish.reading, context, found.id);
    const push = found.provider === 'push' && secret === null ? makePushToken(context.origin) : null;
    await updateConnection(
      db,
      found.id,
      {
        state,
        resetsPolling: startsAnew,
        ...(name !== undefined && { name }),
        ...(settings !== undefined && { settings }),
        ...(push && { pushTokenHash: push.hash }),
        ...(secret !== undefined && {
          secret: secret === null ? null : sealSecret(services.devices.secrets, secret, found.id),
        }),
      },
      now(),
    );
    const { sensors: changes = [], devices: names = [] } = wish;
    if (changes.length > 0) requireKnownIds('sensors', changes, await updateSensors(db, found.id, changes));
    const off = changes.filter(({ is_enabled }) => is_enabled === false).map(({ id }) => id);
    if (off.length > 0) await resetAlerts(db, off);
    if (changes.some(({ alerts }) => alerts !== undefined))
      await setAlerts(context, changes, await listSensors(db, found.id));
    if (names.length > 0) requireKnownIds('devices', names, await renameDevices(db, found.id, names));
    const row = (await findConnectionInList(db, found.id)) ?? refuse.notFound('connection');
    const data = showConnection(row, { language, now: now().getTime(), isOwn: true });
    return { data, ...(push && { push: push.shown }), ...showReplacedByCall(unseen, undefined) };
  },
  show: showWritten,
  redactForRetry: (written) => omitPushToken(written),
});

async function typeMeter(
  { sensor, number, at }: NonNullable<z.output<typeof input>['reading']>,
  context: SignedInContext,
  connectionId: string,
): Promise<void> {
  const meter = await loadMeter({ sensorId: sensor }, context, true);
  if (meter.connectionId !== connectionId) refuse.invalid('reading.sensor', unknownParts.sensors);
  const typed = { number, at: at === undefined ? context.now() : new Date(at), formerEnd: null };
  await typeReading(
    context,
    meter,
    { ...typed, isSure: false, isByBoard: false },
    {
      number: 'reading.number',
      at: 'reading.at',
      formerEnd: 'reading.number',
      isSure: 'reading.number',
    },
  );
}

/** The new settings, if there are any. */
function checkInput(
  wish: z.output<typeof input>,
  found: EditableConnection,
  { services }: Pick<SignedInContext, 'services'>,
) {
  const settings = wish.settings && checkSettings(found.provider, wish.settings);
  if (settings) checkReachable(services.devices.guard, settings);
  if (wish.secret !== undefined) checkSecret(found.provider, wish.secret);
  else if (settings && found.hasSecret) {
    const mayFollow = mayKeepSecret(found.settings, settings);
    if (mayFollow !== true) refuse.invalid('secret', mayFollow);
  }
  return settings;
}

function decideNextState(state: DeviceState, wish: { isPaused: boolean | undefined; isChanged: boolean }) {
  const changed = wish.isChanged ? nextDeviceState(state, 'changed') : state;
  const next =
    wish.isPaused === undefined ? changed : nextDeviceState(changed, wish.isPaused ? 'pause' : 'resume');
  const resumes = state === 'paused' && next !== 'paused';
  return { state: next, startsAnew: wish.isChanged || resumes };
}

const unknownParts = {
  sensors: { en: 'This connection has no such sensor.', ru: 'У этого подключения нет такого датчика.' },
  devices: { en: 'This connection has no such device.', ru: 'У этого подключения нет такого устройства.' },
};

function requireKnownIds(
  field: keyof typeof unknownParts,
  wanted: readonly { id: string }[],
  set: ReadonlySet<string>,
): void {
  const place = wanted.findIndex(({ id }) => !set.has(id));
  if (place >= 0) refuse.invalid(`${field}.${place}.id`, unknownParts[field]);
}
