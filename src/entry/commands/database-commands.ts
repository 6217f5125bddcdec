import { migrate } from '../../base/db/migrate.ts';
import { checkServerVersion, openDatabase } from '../../base/db/open.ts';
import { readConfig } from '../../config.ts';
import { loadDemo } from '../demo/load.ts';
import type { Command } from './command.ts';
import { withSession } from './command-session.ts';
import { createProgress } from './progress.ts';

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Bring the database up to date. Starting the service does this by itself.',
  usage: '',
  async run() {
    const database = await openDatabase(readConfig(process.env), (line) => console.error(line));
    try {
      await checkServerVersion(database.pool);
      const count = await migrate(database.pool, { onApply: (name) => console.error(`applying ${name}`) });
      console.log(count === 0 ? 'The database is up to date.' : `${count} migrations applied.`);
    } finally {
      await database.close();
    }
    return undefined;
  },
};

export const demoCommand: Command = {
  name: 'demo',
  summary: 'Load the demonstration: settlements, people, texts. Loading it twice changes nothing.',
  usage: '',
  run: () =>
    withSession(async ({ config, database, app }) => {
      const progress = createProgress('Loading the demonstration');
      const written = await loadDemo({
        pool: database.pool,
        kernelDependencies: app.kernelDependencies,
        dataDir: config.dataDir,
        baseUrl: config.baseUrl,
        onlyWhenEmpty: false,
        onProgress: (done, all, part) => progress.update(done, all, part),
      });
      progress.end(
        written === null ? 'it is here already' : `done. Accounts, passwords and tokens: ${written}`,
      );
      return undefined;
    }),
};
