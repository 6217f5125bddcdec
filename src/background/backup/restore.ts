import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import type { Pool } from '../../base/db/connect.ts';
import type { BlobStore } from '../../engines/media/blob-store.ts';
import {
  hasAccounts,
  ignoreTriggers,
  insertTableRows,
  listMigrations,
  type TableShape,
} from '../../store/system/backup.ts';
import type { BackupProgress, Manifest } from './backup.ts';
import { readFrames } from './frames.ts';

export class RestoreError extends Error {
  override name = 'RestoreError';
}

const maxBlobBytes = 1024 ** 3;

/** Restores into an empty installation of the same version. All rows are inserted in one transaction. */
export async function restoreBackup(
  pool: Pool,
  store: BlobStore,
  input: Readable,
  onProgress: BackupProgress,
): Promise<void> {
  await pool.begin(async (db) => {
    if (await hasAccounts(db))
      throw new RestoreError(
        'There are accounts in this database already. A backup is restored into an empty one.',
      );
    await ignoreTriggers(db).catch((error: Error) => {
      throw new RestoreError(
        `Restoring needs a database user that may set session_replication_role: ${error.message}`,
      );
    });
    let table: TableShape | undefined;
    let blob: { stream: PassThrough; done: Promise<unknown> } | undefined;
    let seen = 0;
    let tables = 0;
    let complete = false;
    for await (const { kind, payload } of readFrames(input)) {
      if (kind === 'data') {
        if (table !== undefined) await insertTableRows(db, table, payload.toString().split('\n'));
        else if (blob === undefined) throw new RestoreError('The backup is damaged: data without a table.');
        else if (!blob.stream.write(payload)) await once(blob.stream, 'drain');
        continue;
      }
      blob?.stream.end();
      await blob?.done;
      [table, blob] = [undefined, undefined];
      if (kind === 'manifest')
        tables = checkManifest(JSON.parse(payload.toString()) as Manifest, await listMigrations(db));
      if (kind === 'table') {
        table = JSON.parse(payload.toString()) as TableShape;
        onProgress(seen, tables, table.name);
        seen += 1;
      }
      if (kind === 'blob') {
        const stream = new PassThrough();
        blob = { stream, done: store.put(stream, { maxBytes: maxBlobBytes }) };
      }
      if (kind === 'end') complete = true;
    }
    if (!complete || seen !== tables) throw new RestoreError('The backup breaks off before its end.');
  });
}

function checkManifest(manifest: Manifest, own: readonly string[]): number {
  if (manifest.format !== 1) throw new RestoreError('The backup was made by a newer version.');
  const missing = manifest.migrations.filter((name) => !own.includes(name));
  const extra = own.filter((name) => !manifest.migrations.includes(name));
  if (missing.length + extra.length > 0) {
    throw new RestoreError(
      `The backup belongs to another version of the schema (${[...missing, ...extra].join(', ')}). Restore it with the version that made it, then upgrade.`,
    );
  }
  return manifest.tables;
}
