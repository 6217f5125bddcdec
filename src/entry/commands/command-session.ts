import { acquireInstanceLease } from '../../base/db/instance-lease.ts';
import { migrate } from '../../base/db/migrate.ts';
import { checkServerVersion, type Database, openDatabase } from '../../base/db/open.ts';
import { type Config, readConfig } from '../../config.ts';
import { createSnowflakes, snowflakeAt } from '../../domain/kernel/snowflake.ts';
import { findNewestId } from '../../store/system/newest-id.ts';

/** What most commands need: the configuration, a migrated database, identifiers. */
export interface CommandSession {
  config: Config;
  database: Database;
  now(): Date;
  newId(): string;
}

/** Beside a running service, too. Closes in reverse order whatever happens. */
export async function withSession<Result>(
  work: (session: CommandSession) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (config, database) => {
    const lease = await acquireInstanceLease(database.pool, (error) => console.error(error.message));
    try {
      const newest = await findNewestId(database.pool, snowflakeAt(Date.now() + 86_400_000));
      const snowflakes = createSnowflakes(() => lease.number(), Date.now, newest);
      return await work({ config, database, now: () => new Date(), newId: () => snowflakes.next() });
    } finally {
      await lease.release();
    }
  });
}

/** A migrated database, shared with the service and other commands when it is the embedded one. */
export async function withDatabase<Result>(
  work: (config: Config, database: Database) => Promise<Result>,
  { onApply, ...options }: { onApply?: (name: string) => void; whileStarting?: () => void } = {},
): Promise<Result> {
  const config = readConfig(process.env);
  const database = await openDatabase(config, (line) => console.error(line), { join: true, ...options });
  try {
    await checkServerVersion(database.pool);
    await migrate(database.pool, {
      onApply: onApply ?? ((name) => console.error(`migration ${name}`)),
      acceptNewer: config.databaseNewer,
    });
    return await work(config, database);
  } finally {
    await database.close();
  }
}
