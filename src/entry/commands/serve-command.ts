import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../app.ts';
import { migrate } from '../../base/db/migrate.ts';
import { checkServerVersion, openDatabase } from '../../base/db/open.ts';
import { readConfig } from '../../config.ts';
import { checkBlobStore } from '../../engines/media/open-blob-store.ts';
import { selectMailTransport } from '../../features/mail/mail-transport.ts';
import { loadSecretKey } from '../../secret-key.ts';
import { loadDemo } from '../demo/load.ts';
import { type Command, CommandError } from './command.ts';
import { createProgress } from './progress.ts';

/** Milliseconds for an orderly shutdown; then the process exits. */
const shutdownTimeout = 9_500;

export const serveCommand: Command = {
  name: 'serve',
  summary:
    'Start the service. Without configuration it brings its own database and, the first time, a demonstration.',
  usage: '',
  async run() {
    const config = readConfig(process.env);
    const say = (line: string) => console.error(line);
    const stop = listenForStopSignal();
    const database = await openDatabase(config, say);
    try {
      await checkServerVersion(database.pool);
      await migrate(database.pool, { acceptNewer: config.databaseNewer });
      const secretKey = await loadSecretKey(config);
      const app = await createApp({ config, pool: database.pool, replica: database.replica, secretKey });
      try {
        await checkBlobStore(app.services.media.store).catch((error: Error) => {
          throw new CommandError(error.message);
        });
        if (config.demo !== false) {
          const progress = createProgress('Loading the demonstration');
          const written = await loadDemo({
            pool: database.pool,
            kernelDependencies: app.kernelDependencies,
            dataDir: config.dataDir,
            baseUrl: config.baseUrl,
            onlyWhenEmpty: config.demo === 'when-empty',
            onProgress: (done, all, part) => progress.update(done, all, part),
          });
          if (written !== null) progress.end(`done. Accounts, passwords and tokens: ${written}`);
        }
        if (!stop.asked) {
          await app.server.listen({ host: config.host, port: config.port });
          app.jobs.start();
          say(`Settlements is at ${config.baseUrl}`);
          if (selectMailTransport(config) === 'none')
            say('Warning: letters wait in the outbox and are not sent, because SMTP_URL is not set.');
          await stop.promise;
          say('Stopping: finishing what runs …');
          app.markNotReady();
          await sleep(config.shutdownDelaySeconds * 1000);
        }
      } finally {
        setTimeout(() => process.exit(1), shutdownTimeout).unref();
        await app.close();
      }
    } finally {
      await database.close();
    }
    return undefined;
  },
};

function listenForStopSignal(): { promise: Promise<void>; readonly asked: boolean } {
  let asked = false;
  const promise = new Promise<void>((done) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        asked = true;
        done();
      });
    }
  });
  return {
    promise,
    get asked() {
      return asked;
    },
  };
}
