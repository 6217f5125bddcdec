import { z } from 'zod';
import { reference } from '../../../domain/kernel/fields.ts';
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
  ],
  output: z.object({ data: z.array(deviceConnection) }),
  async show({ settlement }, { db, caller, language, now }) {
    const connections = await listConnections(db, caller.accountId, settlement);
    const shown = connections.map((row) =>
      showConnection(row, { language, now: now().getTime(), isOwn: row.accountId === caller.accountId }),
    );
    return { data: shown.filter(({ devices, is_own }) => devices.length > 0 || is_own) };
  },
});
