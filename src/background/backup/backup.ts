import type { Readable, Writable } from 'node:stream';
import type { Pool } from '../../base/db/connect.ts';
import type { BlobStore } from '../../engines/media/blob-store.ts';
import { listBackedUpTables, listMigrations, readTable, type TableShape } from '../../store/system/backup.ts';
import { writeFrame } from './frames.ts';

export interface Manifest {
  format: 1;
  migrations: string[];
  tables: number;
}

export type BackupProgress = (done: number, all: number, what: string) => void;

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** One snapshot of the database, then the files. Rows inserted meanwhile are not included. */
export async function writeBackup(
  pool: Pool,
  store: BlobStore,
  output: Writable,
  onProgress: BackupProgress,
): Promise<void> {
  await pool.begin({ mode: 'isolation level repeatable read read only' }, async (db) => {
    const tables = await listBackedUpTables(db);
    const manifest: Manifest = { format: 1, migrations: await listMigrations(db), tables: tables.length };
    await writeFrame(output, 'manifest', json(manifest));
    for (const [index, table] of tables.entries()) {
      onProgress(index, tables.length, table.name);
      await writeFrame(output, 'table', json(table satisfies TableShape));
      for await (const rows of readTable(db, table))
        await writeFrame(output, 'data', Buffer.from(rows.join('\n')));
    }
  });
  let after: string | undefined;
  for (;;) {
    const blobs = await store.list(after, 100);
    for (const { sha256 } of blobs) {
      after = sha256;
      const content = await store.open(sha256);
      if (content !== undefined) await writeBlob(output, sha256, content);
    }
    if (blobs.length < 100) break;
  }
  await writeFrame(output, 'end', Buffer.alloc(0));
}

async function writeBlob(output: Writable, sha256: string, content: Readable): Promise<void> {
  try {
    await writeFrame(output, 'blob', json({ sha256 }));
    for await (const chunk of content) await writeFrame(output, 'data', chunk as Buffer);
  } finally {
    content.destroy();
  }
}
