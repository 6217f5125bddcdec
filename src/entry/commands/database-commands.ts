import { nameCommand } from '../../base/site/command.ts';
import { createDemonstration } from '../demo/demonstration.ts';
import { loadDemo } from '../demo/load.ts';
import { type AppSession, withApp } from './app-session.ts';
import { type Command, CommandError } from './command.ts';
import { withDatabase } from './command-session.ts';
import { findLinkOrigin } from './link-origin.ts';
import { createProgress } from './progress.ts';

export const migrateCommand: Command = {
  async run() {
    let count = 0;
    const onApply = (name: string) => {
      console.error(`applying ${name}`);
      count += 1;
    };
    await withDatabase(async () => {}, { onApply });
    console.log(count === 0 ? 'The database is up to date.' : `${count} migrations applied.`);
    return undefined;
  },
};

export const demoCommand: Command = {
  options: {
    remove: {
      type: 'boolean',
      help: 'empty the installation, as long as it has nothing but the demonstration',
    },
  },
  run: (given) =>
    withApp(async (session) => {
      if (given.flag('remove')) await removeDemo(session);
      else await addDemo(session);
      return undefined;
    }),
};

const demoOptions = ({ config, database: { pool }, app }: AppSession) => ({
  pool,
  kernelDependencies: app.kernelDependencies,
  dataDir: config.dataDir,
  baseUrl: app.services.installation.baseUrl,
});

async function addDemo(session: AppSession): Promise<void> {
  const progress = createProgress('Loading the demonstration');
  const loaded = await loadDemo({
    ...demoOptions(session),
    onProgress: (done, all, part) => progress.update(done, all, part),
  });
  if (loaded.kind === 'refused')
    throw new CommandError(
      `There are accounts or settlements of your own in ${session.config.dataDir}, and the demonstration does not mix with them. ` +
        `Load it elsewhere: DATA_DIR=/tmp/settlements-demo ${nameCommand('demo')}, then ${nameCommand('serve')} with the same DATA_DIR.`,
    );
  progress.end(
    loaded.kind === 'present'
      ? 'it is here already'
      : `done. Accounts, passwords and tokens: ${loaded.accessFile}`,
  );
}

async function removeDemo(session: AppSession): Promise<void> {
  const link = await createDemonstration(demoOptions(session)).remove();
  if (link === null)
    throw new CommandError(
      'There is no demonstration, or more than it: accounts or settlements that are not its own. Nothing was removed.',
    );
  const origin = await findLinkOrigin(session.database.pool, session.config);
  console.error('The demonstration is removed. Set the installation up at');
  console.log(origin + link);
}
