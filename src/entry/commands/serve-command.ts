import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../base/db/migrate.ts';
import { checkServerVersion, openDatabase } from '../../base/db/open.ts';
import { readConfig } from '../../config.ts';
import { loadSecretKey } from '../../secret-key.ts';
import { createSettingsBox } from '../../settings-box.ts';
import { loadLate } from './app-session.ts';
import { type Command, CommandError } from './command.ts';
import { createProgress } from './progress.ts';

/** Milliseconds for finishing what runs. Then the database is stopped all the same: nobody else would stop it. */
const finishTimeout = 7_000;

export const serveCommand: Command = {
  async run() {
    const config = readConfig(process.env);
    const say = (line: string) => console.error(line);
    const stop = listenForStopSignal();
    const code = loadLate(async () => ({
      ...(await import('../../app.ts')),
      ...(await import('../../engines/media/open-blob-store.ts')),
      ...(await import('../../features/installation/installation.ts')),
      ...(await import('./announce-setup.ts')),
    }));
    const database = await openDatabase(config, say, { whileStarting: code.load });
    let isFinished = true;
    try {
      await checkServerVersion(database.pool);
      await migrate(database.pool, { acceptNewer: config.databaseNewer });
      const secretKey = await loadSecretKey(config);
      const { announceSetup, checkBlobStore, createApp, rememberSetting } = await code.loaded();
      const app = await createApp({ ...database, config, secretKey });
      try {
        await checkBlobStore(app.services.media.store).catch((error: Error) => {
          throw new CommandError(error.message);
        });
        if (config.demo !== false) {
          const { loadDemo } = await import('../demo/load.ts');
          const progress = createProgress('Loading the demonstration');
          const loaded = await loadDemo({
            pool: database.pool,
            kernelDependencies: app.kernelDependencies,
            dataDir: config.dataDir,
            baseUrl: app.services.installation.baseUrl,
            onProgress: (done, all, part) => progress.update(done, all, part),
          });
          if (loaded.kind === 'loaded')
            progress.end(`done. Accounts, passwords and tokens: ${loaded.accessFile}`);
          if (loaded.kind === 'refused' && config.demo === true)
            say(
              'Warning: DEMO=on is refused, because there are accounts or settlements of your own here. Remove it; to see the demonstration, start with another DATA_DIR.',
            );
        }
        if (!stop.asked) {
          await app.server.listen({ host: config.host, port: config.port });
          app.jobs.start();
          const { installation } = app.services;
          const { baseUrl } = installation;
          await rememberSetting(database.pool, createSettingsBox(config, secretKey), 'service_url', baseUrl);
          say(`Settlements is at ${baseUrl}`);
          if (installation.mail === 'none')
            say(
              'Warning: emails stay unsent, because no mail server is set (SMTP_URL, or the page /setup/mail).',
            );
          await announceSetup({ pool: database.pool, baseUrl, dataDir: config.dataDir });
          await stop.promise;
          say('Stopping: finishing what runs …');
          app.markNotReady();
          await sleep(config.shutdownDelaySeconds * 1000);
        }
      } finally {
        const closed = app.close().then(() => true);
        isFinished = await Promise.race([closed, sleep(finishTimeout, false, { ref: false })]);
      }
    } finally {
      await database.close(isFinished ? undefined : 1);
    }
    if (!isFinished) {
      say('Stopped before everything that ran had finished. Jobs are resumed at the next start.');
      process.exit(1);
    }
    return undefined;
  },
};

function listenForStopSignal(): { promise: Promise<void>; readonly asked: boolean } {
  let isStopping = false;
  const promise = new Promise<void>((done) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        isStopping = true;
        done();
      });
    }
  });
  return {
    promise,
    get asked() {
      return isStopping;
    },
  };
}
