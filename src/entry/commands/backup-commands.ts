import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { writeBackup } from '../../background/backup/backup.ts';
import { RestoreError, restoreBackup } from '../../background/backup/restore.ts';
import { type Command, CommandError, requirePositional } from './command.ts';
import { withSession } from './command-session.ts';
import { createProgress } from './progress.ts';

export const backupCommand: Command = {
  name: 'backup',
  summary:
    'Write the database and the files into one file. The service may go on running on a database of its own.',
  usage: 'FILE',
  run: (given) =>
    withSession(async ({ database, app }) => {
      const path = requirePositional(given, 0, 'FILE');
      const partial = `${path}.partial`;
      const progress = createProgress('Backup');
      const zip = createGzip({ level: 6 });
      const written = pipeline(zip, createWriteStream(partial, { flags: 'wx', mode: 0o600 }));
      try {
        await Promise.all([
          written,
          writeBackup(database.pool, app.services.media.store, zip, (done, all, what) =>
            progress.update(done, all, what),
          ).then(
            () => zip.end(),
            (error) => {
              zip.destroy(error as Error);
              throw error;
            },
          ),
        ]);
        await rename(partial, path);
      } catch (error) {
        await finished(zip).catch(() => {});
        if ((error as NodeJS.ErrnoException).code === 'EEXIST')
          throw new CommandError(
            `${partial} is there already: another backup runs, or one was cut off. Remove it first.`,
          );
        await rm(partial, { force: true });
        throw error;
      }
      progress.end(`written to ${path}`);
      return undefined;
    }),
};

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Fill an empty installation from a backup of the same version.',
  usage: 'FILE',
  run: (given) =>
    withSession(async ({ database, app }) => {
      const path = requirePositional(given, 0, 'FILE');
      const progress = createProgress('Restore');
      const unzip = createGunzip();
      const reading = pipeline(createReadStream(path), unzip).catch((error) => unzip.destroy(error as Error));
      try {
        await restoreBackup(database.pool, app.services.media.store, unzip, (done, all, what) =>
          progress.update(done, all, what),
        );
        await reading;
      } catch (error) {
        if (error instanceof RestoreError || (error as NodeJS.ErrnoException).code?.startsWith('Z_'))
          throw new CommandError((error as Error).message);
        throw error;
      }
      progress.end('done');
      return undefined;
    }),
};
