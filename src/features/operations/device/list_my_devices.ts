import { z } from 'zod';
import { opaqueCursor, outCursor, pageLimit, reference } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { listConnections } from '../../../store/devices/device-connections.ts';
import { deviceConnection, showConnection } from './shapes.ts';

export const list_my_devices = defineOperation({
  name: 'list_my_devices',
  tag: 'Device',
  route: 'GET /devices/mine',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident'],
  summary: 'The devices on own plots, with the latest value of every sensor.',
  description: '`is_fresh` false: the sensor has fallen silent; say so.',
  input: z.object({
    settlement: reference.optional().describe('Slug or id.'),
    detail,
    limit: pageLimit(100, 100),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: [
    'data.id',
    'data.name',
    'data.state',
    'data.last_error',
    'data.devices.id',
    'data.devices.name',
    'data.devices.given_name',
    'data.devices.troubles',
    'data.devices.sensors.id',
    'data.devices.sensors.name',
    'data.devices.sensors.raw_key',
    'data.devices.sensors.kind',
    'data.devices.sensors.unit',
    'data.devices.sensors.number',
    'data.devices.sensors.text',
    'data.devices.sensors.is_fresh',
    'data.devices.sensors.measured_at',
    'data.devices.sensors.alerts',
    'cursor',
  ],
  output: z.object({ data: z.array(deviceConnection), cursor: outCursor }),
  async show({ settlement, limit, cursor }, { db, caller, cursors, language, now }) {
    const position = cursors.parse('list_my_devices', { account: caller.accountId, settlement }, cursor);
    const [isRevoked, id] = position.key;
    const after = id === undefined ? undefined : { isRevoked: isRevoked === '1', id };
    const rows = await listConnections(db, caller.accountId, { settlement, after }, limit + 1);
    const { page: connections, cursor: next } = position.slicePage(rows, limit, (last) => [
      last.state === 'revoked' ? '1' : '0',
      last.id,
    ]);
    const shown = connections.map((row) =>
      showConnection(row, { language, now: now().getTime(), isOwn: row.accountId === caller.accountId }),
    );
    return { data: shown.filter(({ devices, is_own }) => devices.length > 0 || is_own), cursor: next };
  },
});
