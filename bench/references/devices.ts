import type { Pool } from '../../src/base/db/connect.ts';
import { listConnections } from '../../src/store/devices/device-connections.ts';
import { listSensors } from '../../src/store/devices/sensors.ts';
import { findAccountByToken } from './token-cache.ts';

/** The same two queries, joined by hand. The token is cached. */
export async function handle(sql: Pool, _url: string, token: string | undefined): Promise<unknown> {
  const accountId = await findAccountByToken(sql, token);
  const connections = await listConnections(sql, accountId, undefined);
  const sensors = await listSensors(
    sql,
    connections.map(({ id }) => id),
    [],
  );
  return {
    data: connections.map((connection) => ({
      ...connection,
      devices: connection.devices.map((device) => ({
        ...device,
        sensors: sensors.filter(({ deviceId }) => deviceId === device.id),
      })),
    })),
  };
}
