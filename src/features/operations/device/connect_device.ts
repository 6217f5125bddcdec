import { z } from 'zod';
import { Secret } from '../../../base/encryption/secret-box.ts';
import { restOnly } from '../../../domain/kernel/argument-metadata.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { enumField, parcelReference } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { maxMetersPerPlot } from '../../../domain/rules/meters.ts';
import { describeMeter, type MeterKind, meterKinds } from '../../../engines/devices/manual.ts';
import { mayConnectCommon } from '../../../store/devices/common-devices.ts';
import {
  countConnections,
  findConnectionInList,
  insertConnection,
  listSensors,
  maxConnectionsPerAccount,
} from '../../../store/devices/device-connections.ts';
import { neverPolled } from '../../../store/devices/device-pushes.ts';
import { saveDevices } from '../../../store/devices/devices.ts';
import { countMeters, insertMeter } from '../../../store/devices/meters.ts';
import { updateSensors } from '../../../store/devices/sensors.ts';
import { requireParcelInView } from '../../loaders/parcel-reference.ts';
import {
  checkReachable,
  checkSecret,
  checkSettings,
  connectionFields,
  makePushToken,
  omitPushToken,
  providerNames,
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
  parcel: parcelReference,
  provider: enumField(providerNames).describe('What is connected.'),
  name: connectionFields.name,
  settings: connectionFields.settings,
  secret: connectionFields.secret.optional(),
  dry_run: dryRunField,
  meter: restOnly(
    enumField(meterKinds)
      .optional()
      .describe('Of provider `manual`: what the meter counts; energy by default.'),
  ),
});

export const connect_device = defineOperation({
  name: 'connect_device',
  tag: 'Device',
  route: 'POST /devices/connections',
  success: 201,
  scope: 'mcp:write',
  writesIn: 'nowhere',
  audiences: ['resident'],
  summary: 'Connect devices of an own plot: Home Assistant, MQTT, anything that speaks JSON.',
  description:
    'Try `dry_run` first. `push`: the device sends by itself; the reply has its address and a token, shown once. `manual`: a meter that people read. Sensors begin private.',
  input,
  output: z.object({
    data: deviceConnection,
    trial: connectionTestShape.optional(),
    push: pushShape.optional(),
  }),
  shortReply: shortConnectionReply,
  pagePath: connectionPagePath,
  async load({ parcel }, { db, caller }, lock) {
    // Counted first, because it locks the account: none of its memberships can end until the transaction does.
    const count = lock ? await countConnections(db, caller.accountId) : 0;
    const plot = await requireParcelInView({ db, caller }, parcel, 'parcel');
    const isCommon = !plot.isMember && (await mayConnectCommon(db, plot.id, caller.accountId));
    return { count, parcel: plot, isCommon };
  },
  permit({ parcel, isCommon }) {
    permit(
      parcel.isMember ||
        isCommon || {
          en: 'Only confirmed members of a plot connect devices to it.',
          ru: 'Подключать устройства могут только подтверждённые жители участка.',
        },
    );
  },
  preparesIf: ({ dry_run }) => dry_run === true,
  async prepare(wish, context): Promise<ConnectionTest | undefined> {
    const settings = checkInput(wish, context);
    const openSecret = () => (wish.secret === undefined ? null : new Secret(wish.secret));
    return await testConnection({ provider: wish.provider, settings, openSecret }, context);
  },
  async write(wish, context, { parcel, count, isCommon }, outcome) {
    const { db, caller, services, language, now, newId } = context;
    const { provider, name, secret } = wish;
    const settings = checkInput(wish, context);
    const row = { accountId: caller.accountId, parcelId: parcel.id, name, provider };
    if (outcome !== undefined)
      return showConnectionTest(outcome, { ...row, id: '0', hasSecret: secret !== undefined }, context);
    if (count >= maxConnectionsPerAccount) {
      refuse.invalid('parcel', {
        en: `You already have ${maxConnectionsPerAccount} connections: end one first.`,
        ru: `У вас уже ${maxConnectionsPerAccount} подключений: сначала отключите одно.`,
      });
    }
    const [id, at] = [newId(), now()];
    const push = provider === 'push' ? makePushToken(context.origin) : null;
    await insertConnection(db, {
      ...row,
      id,
      settings,
      secret: secret === undefined ? null : sealSecret(services.devices.secrets, secret, id),
      pushTokenHash: push?.hash ?? null,
      nextPollAt: push || provider === 'manual' ? neverPolled : at,
      createdAt: at,
      isCommon,
      ...(provider === 'manual' && { state: 'ok' as const }),
    });
    if (provider === 'manual')
      await addTypedMeter(context, { id, parcelId: parcel.id, name }, wish.meter ?? 'energy');
    const made = (await findConnectionInList(db, id)) ?? refuse.notFound('connection');
    const data = showConnection(made, { language, now: at.getTime(), isOwn: true });
    return push ? { data, push: push.shown } : { data };
  },
  show: showWritten,
  redactForRetry: (written) => omitPushToken(written),
});

/** Its one sensor is there at once, and every member of the plot reads it. */
async function addTypedMeter(
  { db, caller, now, newId }: SignedInContext,
  connection: { id: string; parcelId: string; name: string },
  kind: MeterKind,
): Promise<void> {
  if ((await countMeters(db, connection.parcelId)) >= maxMetersPerPlot)
    refuse.invalid('parcel', {
      en: `A plot has at most ${maxMetersPerPlot} meters.`,
      ru: `На участке может быть не больше ${maxMetersPerPlot} счётчиков.`,
    });
  await saveDevices(db, connection.id, [describeMeter(connection.name, kind)], now(), newId);
  const [sensor = refuse.notFound('sensor')] = await listSensors(db, connection.id);
  await updateSensors(db, connection.id, [{ id: sensor.id, visibility: 'residents' }]);
  const { parcelId, name } = connection;
  const meter = { parcelId, name, kind, sensorId: sensor.id, forBoard: false, isMain: false };
  await insertMeter(db, { ...meter, id: newId(), createdBy: caller.accountId, now: now() });
}

function checkInput(wish: z.output<typeof input>, { services }: Pick<SignedInContext, 'services'>) {
  const settings = checkSettings(wish.provider, wish.settings);
  checkReachable(services.devices.guard, settings);
  checkSecret(wish.provider, wish.secret);
  return settings;
}
