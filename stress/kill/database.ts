import { join } from 'node:path';
import { connect, type Pool } from '../../src/base/db/connect.ts';
import { readPidFile, SUPERUSER } from '../../src/base/db/embedded/cluster.ts';
import { getDriverOptions } from '../../src/base/db/embedded.ts';

/** A separate connection to the service's embedded database, for checks between kills. */
export async function withDatabase<Result>(
  dataDir: string,
  work: (sql: Pool) => Promise<Result>,
): Promise<Result> {
  const server = await readPidFile(join(dataDir, 'postgres'));
  if (server === undefined) throw new Error(`No database runs in ${dataDir}.`);
  const { socketDir: host, port } = server;
  const sql = connect({
    to: getDriverOptions({ host, port, user: SUPERUSER, database: 'settlements' }),
    maxConnections: 2,
    applicationName: 'settlements stress test',
  });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 2 });
  }
}
