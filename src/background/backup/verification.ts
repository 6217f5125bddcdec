import type { Readable } from 'node:stream';
import type { Pool } from '../../base/db/connect.ts';
import { DatabaseUnavailable } from '../../base/db/driver/unavailable.ts';
import { migrate } from '../../base/db/migrate.ts';
import { type ConnectTo, createScratchDatabase } from '../../base/db/scratch-database.ts';
import {
  fixTextFormats,
  liftStatementTimeout,
  listBackedUpTables,
  listNeededFiles,
  readTable,
  recheckForeignKeys,
} from '../../store/system/backup.ts';
import { type BackupProgress, type FileList, RowSummer } from './backup-contents.ts';
import type { BackupContents } from './read-backup.ts';
import { loadScratch } from './restore.ts';

export interface Verification {
  /** Null: a restore could not be tried. */
  verdict: 'good' | 'bad' | null;
  problem: string | null;
  /** Absent when the backup could not be read. */
  contents?: BackupContents;
}

/**
 * Restores a backup into a scratch database and compares it with what the backup says of itself: rows and their
 * content by table, references, files by checksum and against the rows that need them. The database is dropped
 * afterwards, and the installation is not touched.
 */
export async function verifyBackup(options: {
  pool: Pool;
  connectTo: ConnectTo;
  open(): Promise<Readable>;
  key?: string | undefined;
  onProgress?: BackupProgress | undefined;
}): Promise<Verification> {
  const { pool, connectTo, open, key, onProgress } = options;
  const scratch = await createScratchDatabase(pool, connectTo).catch((error: Error) => error);
  if (scratch instanceof Error)
    return {
      verdict: null,
      problem: `Not proven, because no scratch database could be made: ${scratch.message}`,
    };
  try {
    const seen = new RowSummer();
    const takeFile = async (sha256: string) => seen.add([sha256]);
    // Tables are gone through twice: filled, then compared.
    const contents = await loadScratch(scratch.pool, open, key, takeFile, (done, backup, what) =>
      onProgress?.(done, backup.tables * 2 + backup.neededFiles, what),
    );
    const problem =
      describeFiles(contents) ??
      (await compareRows(scratch.pool, contents, onProgress)) ??
      (await compareFiles(scratch.pool, seen, contents));
    return { verdict: problem === null ? 'good' : 'bad', problem, contents };
  } catch (error) {
    const { message } = error as Error;
    return isOfTheServer(error)
      ? { verdict: null, problem: `Not proven: ${message}` }
      : { verdict: 'bad', problem: message };
  } finally {
    await scratch.drop();
  }
}

/** Missing rights, a full disk, a lost connection: they say nothing about the backup. */
function isOfTheServer(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code = '' } = error as NodeJS.ErrnoException;
  return (
    error instanceof DatabaseUnavailable ||
    /^(?:42501|53\w{3}|57\w{3}|ENOSPC)$/.test(code) ||
    isOfTheServer(error.cause)
  );
}

function describeFiles({ trailer }: BackupContents): string | null {
  const describe = ({ count, hashes }: FileList, what: string) =>
    count === 0 ? [] : [`${count} ${what}: ${hashes.slice(0, 5).join(', ')}${count > 5 ? ' …' : ''}`];
  if (trailer === undefined) return null;
  const problems = [
    ...describe(trailer.missing, 'files were missing in the store'),
    ...describe(trailer.damaged, 'files were damaged in the store'),
  ];
  return problems.length === 0 ? null : problems.join('; ');
}

async function compareRows(
  pool: Pool,
  { sums, tables, neededFiles }: BackupContents,
  onProgress?: BackupProgress,
): Promise<string | null> {
  return pool.begin(async (db) => {
    await fixTextFormats(db);
    await liftStatementTimeout(db);
    const differing: string[] = [];
    for (const [index, table] of (await listBackedUpTables(db)).entries()) {
      onProgress?.(tables + neededFiles + index, tables * 2 + neededFiles, `comparing ${table.name}`);
      const summer = new RowSummer();
      for await (const rows of readTable(db, table)) summer.add(rows);
      const expected = sums[table.name];
      if (expected?.rows !== summer.sum.rows)
        differing.push(`${table.name} has ${summer.rows} rows instead of ${expected?.rows ?? 'none'}`);
      else if (expected.digest !== summer.sum.digest) differing.push(`${table.name} has other rows`);
    }
    if (differing.length > 0) return `After the restore ${differing.join(', ')}`;
    await recheckForeignKeys(db);
    return null;
  });
}

/** In the schema of today, which knows where files are referred to. */
async function compareFiles(
  pool: Pool,
  seen: RowSummer,
  { trailer }: BackupContents,
): Promise<string | null> {
  await migrate(pool);
  if (trailer === undefined) return null;
  return pool.begin(async (db) => {
    await liftStatementTimeout(db);
    const needed = new RowSummer();
    for await (const hashes of listNeededFiles(db)) needed.add(hashes);
    return needed.sum.digest === seen.sum.digest
      ? null
      : `Rows need ${needed.rows} files, and the backup has ${seen.rows}.`;
  });
}
