import type { Db } from '../../base/db/connect.ts';
import { maxBackupHours } from '../../domain/rules/backup-schedule.ts';

export type BackupPlace = 'folder' | 's3';

export interface BackupRun {
  id: string;
  name: string;
  place: BackupPlace;
  startedAt: Date;
  /** Null while it is being written, and when it was cut off. */
  finishedAt: Date | null;
  bytes: number | null;
  rowCount: number | null;
  fileCount: number | null;
  encrypted: boolean;
  schemaVersion: string;
  backupMs: number | null;
  verifiedAt: Date | null;
  verifyMs: number | null;
  /** Null: not proven; `problem` says why, if a proof was tried. */
  verdict: 'good' | 'bad' | null;
  problem: string | null;
}

const keptDays = 366;
const maxProblemLength = 500;

/** An unfinished run of the same name was cut off: it is tried again. */
export async function startBackupRun(
  db: Db,
  run: { name: string; place: BackupPlace; encrypted: boolean; schemaVersion: string; now: Date },
): Promise<string> {
  await db`
    update backup set finished_at = ${run.now}, verdict = 'bad', problem = 'cut off'
     where finished_at is null
       and (name = ${run.name} or started_at < ${run.now}::timestamptz - make_interval(hours => ${maxBackupHours}::int))`;
  const [row] = await db<{ id: string }[]>`
    insert into backup (name, place, started_at, encrypted, schema_version)
    values (${run.name}, ${run.place}, ${run.now}, ${run.encrypted}, ${run.schemaVersion}) returning id`;
  return (row as { id: string }).id;
}

export async function finishBackupRun(
  db: Db,
  id: string,
  made: { bytes: number; rowCount: number; fileCount: number; backupMs: number; now: Date },
): Promise<void> {
  await db`
    update backup set finished_at = ${made.now}, bytes = ${made.bytes}, row_count = ${made.rowCount},
                      file_count = ${made.fileCount}, backup_ms = ${made.backupMs}
     where id = ${id}`;
}

/** Nothing was written. */
export async function failBackupRun(db: Db, id: string, problem: string, now: Date): Promise<void> {
  await db`
    update backup set finished_at = ${now}, verdict = 'bad', problem = ${problem.slice(0, maxProblemLength)}
     where id = ${id}`;
}

/** A verdict of null: a restore could not be tried, for the reason in `problem`. */
export async function recordVerification(
  db: Db,
  id: string,
  {
    verdict,
    problem,
    verifyMs,
    now,
  }: {
    verdict: 'good' | 'bad' | null;
    problem: string | null;
    verifyMs: number;
    now: Date;
  },
): Promise<void> {
  await db`
    update backup set verified_at = ${now}, verify_ms = ${verifyMs}, verdict = ${verdict},
                      problem = ${problem?.slice(0, maxProblemLength) ?? null}
     where id = ${id}`;
}

const columns = (db: Db) => db`
           id, name, place, started_at as "startedAt", finished_at as "finishedAt", bytes::float8 as bytes,
           row_count::float8 as "rowCount", file_count::float8 as "fileCount", encrypted, schema_version as "schemaVersion",
           backup_ms as "backupMs", verified_at as "verifiedAt", verify_ms as "verifyMs", verdict, problem`;

/** Newest first. */
export async function listBackupRuns(db: Db, limit: number): Promise<BackupRun[]> {
  return db<BackupRun[]>`select ${columns(db)} from backup order by started_at desc, id desc limit ${limit}`;
}

/** The newest that was written to its end, whatever its verdict. */
export async function findWrittenBackup(db: Db): Promise<BackupRun | undefined> {
  const [run] = await db<BackupRun[]>`
    select ${columns(db)} from backup where bytes is not null order by started_at desc, id desc limit 1`;
  return run;
}

/** Whether one is being written: files that rows referred to a moment ago must not be removed. */
export async function isBackupRunning(db: Db, now: Date): Promise<boolean> {
  return (await db`select 1 where exists (${unfinishedBackup(db, now)})`).length > 0;
}

export const unfinishedBackup = (db: Db, now: Date) => db`
  select 1 from backup
   where finished_at is null and started_at > ${now}::timestamptz - make_interval(hours => ${maxBackupHours}::int)`;

export async function latestBackupRun(db: Db): Promise<BackupRun | undefined> {
  const [run] = await listBackupRuns(db, 1);
  return run;
}

export async function deleteOldBackupRuns(db: Db, now: Date): Promise<void> {
  await db`delete from backup where started_at < ${now}::timestamptz - make_interval(days => ${keptDays}::int)`;
}

/** A failure of the newest attempt may still be followed by another attempt. */
const retryMinutes = 30;
const hoursBetweenWarnings = 20;

/**
 * What the operators have to be written to about, each thing once and not more than one a day: the newest backup if it
 * is bad, else the newest written one if that was before `lateBefore`.
 */
export async function claimBackupWarning(
  db: Db,
  lateBefore: Date,
  now: Date,
): Promise<{ name: string; startedAt: Date; problem: string | null } | undefined> {
  const [row] = await db<{ name: string; startedAt: Date; problem: string | null }[]>`
    update backup set told_at = ${now}
     where told_at is null
       and not exists (select 1 from backup told
                        where told.told_at > ${now}::timestamptz - make_interval(hours => ${hoursBetweenWarnings}::int))
       and id = coalesce(
             (select id from (select id, verdict, finished_at from backup order by started_at desc, id desc limit 1) newest
               where verdict = 'bad' and finished_at < ${now}::timestamptz - make_interval(mins => ${retryMinutes}::int)),
             (select id from (select id, started_at from backup where bytes is not null order by started_at desc, id desc limit 1) written
               where started_at < ${lateBefore}))
    returning name, started_at as "startedAt", case when verdict = 'bad' then problem end as problem`;
  return row;
}
