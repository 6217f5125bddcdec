import { existsSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { App } from '../../app.ts';
import { type BackupProgress, countRows } from '../../background/backup/backup-contents.ts';
import { BackupError } from '../../background/backup/backup-error.ts';
import { type BackupPlace, openBackupPlace, openFolder } from '../../background/backup/backup-place.ts';
import { restoreBackup } from '../../background/backup/restore.ts';
import { makeBackup, verifyRun } from '../../background/backup/run-backup.ts';
import { type Verification, verifyBackup } from '../../background/backup/verification.ts';
import type { Config } from '../../config.ts';
import { nameBackup } from '../../domain/rules/backup-schedule.ts';
import {
  describeUnopened,
  findUnopenedSecrets,
  nameKeyPlace,
} from '../../features/installation/unopened-secrets.ts';
import { loadSecretKey } from '../../secret-key.ts';
import { createDeviceBox, createSettingsBox } from '../../settings-box.ts';
import { type AppSession, withApp } from './app-session.ts';
import { type Command, type CommandArguments, CommandError, UsageError } from './command.ts';
import { createProgress, type Progress } from './progress.ts';

const placeOption = {
  to: {
    type: 'string',
    help: 'a folder or s3://… instead of BACKUP_TO or the place of /setup/backups; FILE is then a name there',
  },
} as const;

const readingOptions = {
  ...placeOption,
  unsealed: {
    type: 'boolean',
    help: 'read a backup made without BACKUP_KEY, or of the first format, although a key is set',
  },
} as const;

const details =
  'With BACKUP_KEY, or a key of the page /setup/backups, a backup is encrypted. The key is needed for reading it, and is nowhere in it: keep it elsewhere.';
const readingDetails = `${details} While a key is set, a backup that it did not seal is refused, because anybody may have put it there; --unsealed takes it for one of yours.`;

export const backupCommand: Command = {
  options: {
    ...placeOption,
    'no-proof': { type: 'boolean', help: 'only write it; do not restore it into a scratch database' },
  },
  details,
  run: (given) =>
    withPlace(given, false, async ({ config, database, app }, place, name) => {
      const progress = createProgress('Backup');
      const options = {
        pool: database.pool,
        connectTo: database.connectTo,
        store: app.services.media.store,
        place,
        name: name ?? nameBackup(new Date()),
        key: app.services.installation.backupKey,
        now: () => new Date(),
        onProgress: (done: number, all: number, what: string) => progress.update(done, all, what),
      };
      const { id, bytes, trailer } = await makeBackup(options);
      const made = `${options.name} written: ${describe(bytes, countRows(trailer.tables), trailer.files)}`;
      if (given.flag('no-proof')) {
        progress.end(made);
        sayWhatToKeep(config, app);
        return undefined;
      }
      const verification = await verifyRun({ ...options, onProgress: showVerification(progress) }, id);
      endWithVerification(progress, made, verification);
      sayWhatToKeep(config, app);
      return verification.verdict === 'bad' ? 1 : 0;
    }),
};

export const backupVerifyCommand: Command = {
  options: readingOptions,
  details: readingDetails,
  run: (given) =>
    withPlace(given, true, async ({ app, database }, place, name) => {
      const progress = createProgress('Backup');
      const verification = await verifyBackup({
        pool: database.pool,
        connectTo: database.connectTo,
        open: () => place.open(name ?? ''),
        key: chooseKey(app, given),
        onProgress: showVerification(progress),
      });
      endWithVerification(progress, name ?? '', verification);
      return verification.verdict === 'good' ? 0 : verification.verdict === 'bad' ? 1 : 2;
    }),
};

export const restoreCommand: Command = {
  options: readingOptions,
  details: readingDetails,
  run: (given) =>
    withPlace(given, true, async ({ config, database, app }, place, name) => {
      const progress = createProgress('Restore');
      progress.update(0, 1, 'checking the backup');
      const { sums, files } = await restoreBackup({
        pool: database.pool,
        connectTo: database.connectTo,
        store: app.services.media.store,
        open: () => place.open(name ?? ''),
        key: chooseKey(app, given),
        onProgress: (done, all, what) => progress.update(done, all, what),
      });
      progress.end(`done: ${countRows(sums)} rows, ${files} files`);
      const secretKey = await loadSecretKey(config);
      const boxes = {
        settings: createSettingsBox(config, secretKey),
        devices: createDeviceBox(config, secretKey),
      };
      const unopened = describeUnopened(await findUnopenedSecrets(database.pool, boxes));
      if (unopened !== null) console.error(unopened.en);
      console.error(
        'Daily backups are not set up here: do so at /setup/backups, so that they never replace those of the original.',
      );
      return undefined;
    }),
};

const chooseKey = ({ services }: App, given: CommandArguments) =>
  given.flag('unsealed') ? undefined : services.installation.backupKey;

/** FILE is a path. With --to, or when it is read and no such file is here, it is a name at that place or at BACKUP_TO. */
function withPlace(
  given: CommandArguments,
  isRead: boolean,
  work: (session: AppSession, place: BackupPlace, name: string | undefined) => Promise<number | undefined>,
): Promise<number | undefined> {
  const [file] = given.positionals;
  const isHere = file !== undefined && (!isRead || existsSync(file));
  if (isRead) requireBackup(file, isHere, given.option('to'));
  return withApp(async (session) => {
    const place = openPlace(
      session,
      given.option('to'),
      isHere ? file : undefined,
      isRead ? file : undefined,
    );
    try {
      return await work(session, place, file === undefined ? undefined : basename(file));
    } catch (error) {
      if (error instanceof BackupError) throw new CommandError(error.message);
      throw error;
    } finally {
      await place.close();
    }
  });
}

/** As a schedule names them: such a file may be at the place of the backups. */
const nameBackupLike = /\.backup$/;

/** Said before the database is started: a name without a folder may be that of a backup at a place. */
function requireBackup(file: string | undefined, isHere: boolean, to: string | undefined): void {
  if (file === undefined) throw new UsageError('Missing: FILE');
  const mayBeElsewhere = basename(file) === file && nameBackupLike.test(file);
  if (!isHere && !(mayBeElsewhere || (to !== undefined && basename(file) === file)))
    throw new CommandError(`There is no file ${file}.`);
  if (isHere && statSync(file).isDirectory())
    throw new CommandError(`${file} is a folder. Name the backup in it, or say --to ${file} and its name.`);
}

function openPlace(
  { config: { dataDir }, app }: AppSession,
  to: string | undefined,
  file: string | undefined,
  read: string | undefined,
): BackupPlace {
  if (to !== undefined)
    return openBackupPlace(to.startsWith('s3://') ? to : resolve(to), dataDir, process.env);
  if (file !== undefined) return openFolder(dirname(resolve(file)));
  const { backup } = app.services.installation;
  if (backup !== null) return openBackupPlace(backup.to, dataDir, process.env);
  if (read !== undefined) throw new CommandError(`There is no file ${read}.`);
  throw new UsageError('Missing: FILE, --to PLACE, BACKUP_TO or the place of the page /setup/backups');
}

function showVerification(progress: Progress): BackupProgress {
  return (done, all, what) => progress.update(done, all, `proving it: ${what}`);
}

function endWithVerification(
  progress: Progress,
  what: string,
  { verdict, problem, contents }: Verification,
): void {
  if (verdict !== 'good') {
    progress.end(`${what}. ${verdict === 'bad' ? 'It is bad: ' : ''}${problem}`);
    return;
  }
  const rows = countRows(contents?.sums ?? {});
  progress.end(
    `${what}. Restored and compared: ${rows} rows, ${contents?.files ?? 0} files, all as they were`,
  );
}

/** The keys are not in the backup, and without them parts of it stay closed. */
function sayWhatToKeep(config: Config, { services }: App): void {
  const alsoKey =
    services.installation.backupKey === undefined
      ? ''
      : ', and the key of the backups (BACKUP_KEY), without which it cannot be read';
  console.error(
    `Keep with it, but in another place: ${nameKeyPlace(config).en}, without which mail, address and passwords of devices have to be entered again${alsoKey}.`,
  );
}

function describe(bytes: number, rows: number, files: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB, ${rows} rows, ${files} files`;
}
