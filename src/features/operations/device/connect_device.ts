import { z } from 'zod';
import type { Context } from '../../../domain/kernel/context.ts';
import { enumField, parcelReference } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { Secret } from '../../../engines/devices/secret.ts';
import {
  countConnections,
  findConnectionInList,
  insertConnection,
  mostConnections,
} from '../../../store/devices/device-connections.ts';
import { neverAsked } from '../../../store/devices/device-pushes.ts';
import { requireParcelInView } from '../loaders/named-parcel.ts';
import {
  checkReach,
  checkSecret,
  checkSettings,
  connectionFields,
  makePushToken,
  providerNames,
  pushShape,
  seal,
  withoutToken,
} from './checks.ts';
import { deviceConnection, showConnection } from './shapes.ts';
import { dryRunField, showTrial, trialShape, tryConnection } from './trial.ts';

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
  audiences: ['resident'],
  summary: 'Connect devices of an own plot: Home Assistant, MQTT, anything that speaks JSON.',
  description:
    'Try `dry_run` first: it shows the sensors found, or what went wrong. `push`: the device sends by itself; the reply has its address and a token, shown once. Others are asked within a minute: list_my_devices tells `ok` or a `last_error`. Sensors begin private.',
  input,
  output: z.object({ data: deviceConnection, trial: trialShape.optional(), push: pushShape.optional() }),
  forRepeat: withoutToken,
  async prepare(wish, context) {
    if (!wish.dry_run) return null;
    const { settings } = await checkWish(wish, context);
    const openSecret = () => (wish.secret === undefined ? null : new Secret(wish.secret));
    return await tryConnection({ provider: wish.provider, settings, openSecret }, context);
  },
  async handle(wish, context, outcome) {
    const { db, caller, services, language, now, newId } = context;
    const { provider, name, secret } = wish;
    // First, because it locks the account: none of its memberships can end until the transaction does.
    const count = await countConnections(db, caller.accountId);
    const { parcel, settings } = await checkWish(wish, context);
    const row = { accountId: caller.accountId, parcelId: parcel.id, name, provider };
    if (outcome !== null)
      return showTrial(outcome, { ...row, id: '0', hasSecret: secret !== undefined }, context);
    if (count >= mostConnections) {
      refuse.invalid('parcel', {
        en: `You already have ${mostConnections} connections: end one first.`,
        ru: `У вас уже ${mostConnections} подключений: сначала отключите одно.`,
      });
    }
    const [id, at] = [newId(), now()];
    const push = provider === 'push' ? makePushToken(context.origin) : null;
    await insertConnection(db, {
      ...row,
      id,
      settings,
      secret: secret === undefined ? null : seal(services.devices.secrets, secret, id),
      pushTokenHash: push?.hash ?? null,
      nextPollAt: push ? neverAsked : at,
      createdAt: at,
    });
    const made = (await findConnectionInList(db, id)) ?? refuse.notFound('connection');
    const data = showConnection(made, new Map(), { language, now: at.getTime(), isOwn: true });
    return push ? { data, push: push.shown } : { data };
  },
});

async function checkWish(wish: z.output<typeof input>, { db, caller, services }: Context<'mcp:write'>) {
  const parcel = await requireParcelInView(db, caller.accountId, wish.parcel, 'parcel');
  permit(
    parcel.isMember || {
      en: 'Only confirmed members of a plot connect devices to it.',
      ru: 'Подключать устройства могут только подтверждённые жители участка.',
    },
  );
  const settings = checkSettings(wish.provider, wish.settings);
  checkReach(services.devices.guard, settings);
  checkSecret(wish.provider, wish.secret);
  return { parcel, settings };
}
