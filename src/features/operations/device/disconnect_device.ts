import { z } from 'zod';
import { id } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { permit, refuse } from '../../../domain/kernel/refusal.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { findConnectionInList, revokeConnections } from '../../../store/devices/device-connections.ts';
import { loadConnection, mayChangeConnection } from './connection-checks.ts';
import { connectionPagePath, deviceConnection, showConnection } from './shapes.ts';

export const disconnect_device = defineOperation({
  name: 'disconnect_device',
  tag: 'Device',
  route: 'DELETE /devices/connections/{connection}',
  success: 200,
  scope: 'mcp:write',
  writesIn: 'nowhere',
  audiences: ['resident'],
  summary: 'End a connection: its secret is erased, its history kept.',
  description: 'Cannot be undone; to pause use edit_device_connection.',
  idempotent: true,
  destructive: true,
  asksFirst: true,
  input: z.object({ connection: id.describe('From list_my_devices.') }),
  output: z.object({ data: deviceConnection }),
  shortReply: ['data.id', 'data.parcel_id', 'data.state', 'data.has_secret'],
  pagePath: connectionPagePath,
  head: ['connection'],
  load: loadConnection,
  permit(found, caller) {
    permit(
      mayChangeConnection(found, caller.accountId) || {
        en: 'Only the account that made the connection may end it.',
        ru: 'Завершить подключение может только тот, кто его создал.',
      },
    );
  },
  async question(_input, _context, found) {
    if (found.state === 'revoked') return null;
    const name = quoteUserText(found.name);
    return {
      en: `End the connection ${name}? Its secret is erased, so it has to be connected anew; its readings stay.`,
      ru: `Завершить подключение ${name}? Его ключ будет стёрт, подключать придётся заново; показания останутся.`,
    };
  },
  async write(_input, { db, language, now }, found) {
    await revokeConnections(db, { id: found.id });
    const row = (await findConnectionInList(db, found.id)) ?? refuse.notFound('connection');
    return { data: showConnection(row, { language, now: now().getTime(), isOwn: true }) };
  },
  show: showWritten,
});
