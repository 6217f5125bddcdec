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
  openPlace(to: string): BackupPlace;
  at: number;
  keep: BackupKeep;
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
    async handle({ isAskedFor }, context) {
      const { installation } = services();
      // Another instance may have saved the place a moment ago.
      if (isAskedFor) await installation.reload();
      await warnOperators(services(), context);
      const { backup, backupKey } = installation;
      // Made by the command only, and missed all the same.
      if (backup === null) return;
      const now = context.now();
      const due = lastBackupTime(now, settings.at);
      if (!isAskedFor && backup.since !== null && due < backup.since) return;
      const place = settings.openPlace(backup.to);
      try {
        const run = { place, name: nameBackup(isAskedFor ? now : due), key: backupKey };
        await makeDueBackup(run, settings, services(), context);
      } finally {
        await place.close();
      }
    },
  };
}

async function makeDueBackup(
  { place, name, key }: { place: BackupPlace; name: string; key: string | undefined },
  { keep, connectTo }: BackupSettings,
  { media: { store } }: BackupServices,
  { pool, signal, now }: JobContext,
): Promise<void> {
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
