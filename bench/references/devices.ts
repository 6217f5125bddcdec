import type { Pool } from '../../src/base/db/connect.ts';
import { listConnections } from '../../src/store/devices/device-connections.ts';
import { findAccountByToken } from './token-cache.ts';

/** The same query. The token is cached. */
export async function handle(sql: Pool, _url: string, token: string | undefined): Promise<unknown> {
  const accountId = await findAccountByToken(sql, token);
  return { data: await listConnections(sql, accountId, {}, 101) };
}
