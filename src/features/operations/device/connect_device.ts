import { z } from 'zod';
import { Secret } from '../../../base/encryption/secret-box.ts';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { enumField, parcelReference } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import {
  countConnections,
  findConnectionInList,
  insertConnection,
  maxConnectionsPerAccount,
} from '../../../store/devices/device-connections.ts';
import { neverPolled } from '../../../store/devices/device-pushes.ts';
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
    'Try `dry_run` first. `push`: the device sends by itself; the reply has its address and a token, shown once. Sensors begin private.',
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
    return { count, parcel: await requireParcelInView({ db, caller }, parcel, 'parcel') };
  },
  permit({ parcel }) {
    permit(
      parcel.isMember || {
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
  async write(wish, context, { parcel, count }, outcome) {
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
      nextPollAt: push ? neverPolled : at,
      createdAt: at,
    });
    const made = (await findConnectionInList(db, id)) ?? refuse.notFound('connection');
    const data = showConnection(made, { language, now: at.getTime(), isOwn: true });
    return push ? { data, push: push.shown } : { data };
  },
  show: showWritten,
  redactForRetry: (written) => omitPushToken(written),
});

function checkInput(wish: z.output<typeof input>, { services }: Pick<SignedInContext, 'services'>) {
  const settings = checkSettings(wish.provider, wish.settings);
  checkReachable(services.devices.guard, settings);
  checkSecret(wish.provider, wish.secret);
  return settings;
}
