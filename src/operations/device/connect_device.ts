import { z } from 'zod';
import { named, parcelReference } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { permit, refuse } from '../../kernel/refusal.ts';
import {
  countConnections,
  findConnectionInList,
  insertConnection,
  mostConnections,
} from '../../store/devices/device-connections.ts';
import { requirePlotInView } from '../parcel/named-plot.ts';
import { checkSecret, checkSettings, connectionFields, providerNames, seal } from './checks.ts';
import { deviceConnection, showConnection } from './shapes.ts';

export const connect_device = defineOperation({
  name: 'connect_device',
  tag: 'Device',
  route: 'POST /devices/connections',
  success: 201,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary:
    'Connect the devices of an own plot: a Home Assistant, an MQTT broker, or anything that answers with JSON.',
  description:
    'For confirmed members of the plot. It is asked within a minute: list_my_devices then tells `ok` or a `last_error`. Its sensors begin private: see edit_device_connection.',
  input: z.object({
    parcel: parcelReference,
    provider: named(providerNames).describe('What is connected.'),
    name: connectionFields.name,
    settings: connectionFields.settings,
    secret: connectionFields.secret.optional(),
  }),
  output: z.object({ data: deviceConnection }),
  async handle(input, { db, caller, services, language, now, newId }) {
    const { provider, name, secret } = input;
    // Before anything is looked at: from here on no membership of the account ends until this is done.
    const count = await countConnections(db, caller.accountId);
    const plot = await requirePlotInView(db, caller.accountId, input.parcel, 'parcel');
    permit(
      plot.isMember || {
        en: 'Only confirmed members of a plot connect devices to it.',
        ru: 'Подключать устройства могут только подтверждённые жители участка.',
      },
    );
    const settings = checkSettings(provider, input.settings);
    checkSecret(provider, secret !== undefined);
    if (count >= mostConnections) {
      refuse.invalid('parcel', {
        en: `You already have ${mostConnections} connections: end one first.`,
        ru: `У вас уже ${mostConnections} подключений: сначала отключите одно.`,
      });
    }
    const [id, at] = [newId(), now()];
    await insertConnection(db, {
      id,
      accountId: caller.accountId,
      parcelId: plot.id,
      name,
      provider,
      settings,
      secret: secret === undefined ? null : seal(services.devices.secrets, secret, id),
      nextPollAt: at,
      createdAt: at,
    });
    const row = (await findConnectionInList(db, id)) ?? refuse.notFound('connection');
    return { data: showConnection(row, new Map(), { language, now: at.getTime(), isOwn: true }) };
  },
});
