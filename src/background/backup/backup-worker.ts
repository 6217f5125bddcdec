import type { ConnectTo } from '../../base/db/scratch-database.ts';
import { paths } from '../../base/site/paths.ts';
import type { JobContext, Worker } from '../../domain/kernel/jobs.ts';
import type { Services } from '../../domain/kernel/services.ts';
import {
  type BackupKeep,
  lastBackupTime,
  listExpiredBackups,
  nameBackup,
} from '../../domain/rules/backup-schedule.ts';
import { enqueueBackupWarnings } from '../../features/mail/backup-emails.ts';
import { claimBackupWarning, listBackupRuns } from '../../store/system/backup-runs.ts';
import type { BackupPlace } from './backup-place.ts';
import { makeBackup, verifyRun } from './run-backup.ts';

export interface BackupSettings {
  /** Absent: backups are made by the command only, and missed all the same. */
  place: BackupPlace | undefined;
  at: number;
  keep: BackupKeep;
  key: string | undefined;
  connectTo: ConnectTo;
}

/** Looks whether a backup is due; the job queue lets one instance do it. */
export const backupSchedule = { queue: 'backup', everySeconds: 600 } as const;

/** Attempts for one point of the schedule. */
const maxAttempts = 5;
const lateDays = 2;

type BackupServices = Pick<Services, 'media' | 'installation'>;

export function backupWorker(settings: BackupSettings, services: () => BackupServices): Worker {
  return {
    queue: backupSchedule.queue,
    concurrency: 1,
    lockSeconds: 12 * 3600,
    // The next look is the next attempt.
    attempts: 1,
    async handle(_payload, context) {
      await warnOperators(services(), context);
      if (settings.place !== undefined) await makeDueBackup(settings.place, settings, services(), context);
    },
  };
}

async function makeDueBackup(
  place: BackupPlace,
  { at, keep, key, connectTo }: BackupSettings,
  { media: { store } }: BackupServices,
  { pool, signal, now }: JobContext,
): Promise<void> {
  const name = nameBackup(lastBackupTime(now(), at));
  const runs = (await listBackupRuns(pool, 100)).filter((run) => run.name === name);
  const written = runs.find(({ bytes }) => bytes !== null);
  if (written?.verifiedAt || (written === undefined && runs.length >= maxAttempts)) return;
  const options = { pool, connectTo, store, place, name, key, now, signal, isOnlyWriter: true };
  const { id } = written ?? (await makeBackup(options));
  const { verdict } = await verifyRun(options, id);
  // While backups are bad, older ones are all there is.
  if (verdict === 'bad') return;
  for (const expired of listExpiredBackups(await place.list(), keep)) await place.remove(expired);
}

async function warnOperators(
  { installation }: BackupServices,
  { pool, now, newId }: JobContext,
): Promise<void> {
  await pool.begin(async (db) => {
    const lateBefore = new Date(now().getTime() - lateDays * 86_400_000);
    const warning = await claimBackupWarning(db, lateBefore, now());
    if (warning !== undefined)
      await enqueueBackupWarnings(db, warning, installation.baseUrl + paths.operator, { now, newId });
  });
}
