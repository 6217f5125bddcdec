import { type App, createApp } from '../../app.ts';
import { migrate } from '../../base/db/migrate.ts';
import { checkServerVersion, type Database, openDatabase } from '../../base/db/open.ts';
import { type Config, readConfig } from '../../config.ts';
import { loadSecretKey } from '../../secret-key.ts';

/** The configuration, a migrated database, and the application without a listening server. */
export interface CommandSession {
  config: Config;
  database: Database;
  app: App;
}

/**
 * Opens everything, runs the work, and closes in reverse order whatever happens. With `join` a service may keep
 * running on the embedded database meanwhile.
 */
export async function withSession<Result>(
  work: (session: CommandSession) => Promise<Result>,
  options: { join?: boolean } = {},
): Promise<Result> {
  const config = readConfig(process.env);
  const database = await openDatabase(config, (line) => console.error(line), options);
  try {
    await checkServerVersion(database.pool);
    await migrate(database.pool, {
      onApply: (name) => console.error(`migration ${name}`),
      acceptNewer: config.databaseNewer,
    });
    const secretKey = await loadSecretKey(config);
    const app = await createApp({ config, pool: database.pool, replica: database.replica, secretKey });
    try {
      return await work({ config, database, app });
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}
