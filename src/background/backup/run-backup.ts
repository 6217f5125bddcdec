import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import type { Pool } from '../../base/db/connect.ts';
import type { ConnectTo } from '../../base/db/scratch-database.ts';
import type { BlobStore } from '../../engines/media/blob-store.ts';
import { listMigrations } from '../../store/system/backup.ts';
import {
  failBackupRun,
  finishBackupRun,
  recordVerification,
  startBackupRun,
} from '../../store/system/backup-runs.ts';
import { writeBackup } from './backup.ts';
import { type BackupProgress, countRows, type Trailer } from './backup-contents.ts';
import { type BackupPlace, writePrivateFile } from './backup-place.ts';
import { type Verification, verifyBackup } from './verification.ts';

export interface BackupRunOptions {
  pool: Pool;
  store: BlobStore;
  place: BackupPlace;
  name: string;
  key?: string | undefined;
  now(): Date;
  signal?: AbortSignal | undefined;
  onProgress?: BackupProgress;
  /** What an attempt that was cut off has left is replaced: nobody else writes under this name. */
  isOnlyWriter?: boolean;
}

export interface MadeBackup {
  id: string;
  bytes: number;
  trailer: Trailer;
}

/** Writes a backup to its place and records the attempt. */
export async function makeBackup(options: BackupRunOptions): Promise<MadeBackup> {
  const { pool, place, name, key, now, signal } = options;
  const migrations = await listMigrations(pool);
  const id = await startBackupRun(pool, {
    name,
    place: place.kind,
    encrypted: key !== undefined,
    schemaVersion: migrations.at(-1)?.name.replace('.sql', '') ?? '',
    now: now(),
  });
  const began = performance.now();
  const partial = join(place.workFolder, `${name}.partial`);
  try {
    if (options.isOnlyWriter) await rm(partial, { force: true });
    let trailer: Trailer | undefined;
    const bytes = await writePrivateFile(partial, async (write) => {
      trailer = await writeBackup({ ...options, write, now: now() });
    });
    await place.publish(partial, name, signal).catch(async (error: unknown) => {
      await rm(partial, { force: true });
      throw error;
    });
    const made = trailer as Trailer | undefined;
    if (made === undefined) throw new Error('The backup ended without a trailer.');
    await finishBackupRun(pool, id, {
      bytes,
      rowCount: countRows(made.tables),
      fileCount: made.files,
      backupMs: Math.round(performance.now() - began),
      now: now(),
    });
    return { id, bytes, trailer: made };
  } catch (error) {
    await failBackupRun(pool, id, (error as Error).message, now()).catch(() => {});
    throw error;
  }
}

/** Proves a backup where it lies, and records the verdict. */
export async function verifyRun(
  options: Pick<BackupRunOptions, 'pool' | 'place' | 'name' | 'key' | 'now' | 'signal' | 'onProgress'> & {
    connectTo: ConnectTo;
  },
  id: string,
): Promise<Verification & { verifyMs: number }> {
  const { pool, connectTo, place, name, key, now, signal, onProgress } = options;
  const open = async (): Promise<Readable> => {
    const content = await place.open(name);
    return signal === undefined ? content : addAbortSignal(signal, content);
  };
  const began = performance.now();
  const verification = await verifyBackup({ pool, connectTo, open, key, onProgress });
  // Stopped: it is proven after the next start.
  signal?.throwIfAborted();
  const verifyMs = Math.round(performance.now() - began);
  await recordVerification(pool, id, { ...verification, verifyMs, now: now() });
  return { ...verification, verifyMs };
}
