import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Pool, Transaction } from '../../base/db/connect.ts';
import type { BlobStore } from '../../engines/media/blob-store.ts';
import {
  fixTextFormats,
  listBackedUpTables,
  listMigrations,
  listNeededFiles,
  readTable,
  type TableShape,
} from '../../store/system/backup.ts';
import {
  addToList,
  type BackupProgress,
  type Manifest,
  RowSummer,
  type TableSum,
  type Trailer,
} from './backup-contents.ts';
import { createChunkWriter, maxPayload, type WriteBytes, type WriteChunk } from './chunks.ts';

export interface BackupOptions {
  pool: Pool;
  store: BlobStore;
  write: WriteBytes;
  /** Absent: the backup is not encrypted. */
  key?: string | undefined;
  now: Date;
  signal?: AbortSignal | undefined;
  onProgress?: BackupProgress | undefined;
}

const hashBytes = 32;
/** Rows are gathered into chunks of about this size. */
const gatheredBytes = 256 * 1024;

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/**
 * All rows as of one moment, then the files that these rows refer to. A file never changes, and none is removed while a
 * run of a backup is unfinished.
 */
export async function writeBackup(options: BackupOptions): Promise<Trailer> {
  const { pool, store, key, now, signal, onProgress } = options;
  const write = await createChunkWriter(async (bytes) => {
    signal?.throwIfAborted();
    await options.write(bytes);
  }, key);
  const trailer: Trailer = {
    tables: {},
    files: 0,
    missing: { count: 0, hashes: [] },
    damaged: { count: 0, hashes: [] },
  };
  let parts = 0;
  let tableCount = 0;
  const files = await pool.begin({ mode: 'isolation level repeatable read read only' }, async (db) => {
    await fixTextFormats(db);
    const tables = await listBackedUpTables(db);
    const needed = await collectHashes(listNeededFiles(db));
    tableCount = tables.length;
    parts = tableCount + needed.length / hashBytes;
    const manifest: Manifest = {
      format: 2,
      madeAt: now.toISOString(),
      migrations: await listMigrations(db),
      tables: tableCount,
      files: needed.length / hashBytes,
    };
    await write('manifest', json(manifest));
    for (const [index, table] of tables.entries()) {
      onProgress?.(index, parts, table.name);
      trailer.tables[table.name] = await writeTable(db, table, write);
    }
    return needed;
  });
  for (let at = 0; at < files.length; at += hashBytes) {
    const sha256 = files.toString('hex', at, at + hashBytes);
    onProgress?.(tableCount + at / hashBytes, parts, 'files');
    const content = await store.open(sha256);
    if (content === undefined) {
      addToList(trailer.missing, sha256);
      continue;
    }
    trailer.files += 1;
    if (!(await writeFile(write, sha256, content))) addToList(trailer.damaged, sha256);
  }
  await write('end', json(trailer));
  return trailer;
}

/** As bytes, one after the other: there may be many. */
async function collectHashes(batches: AsyncIterable<string[]>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const hashes of batches) parts.push(Buffer.from(hashes.join(''), 'hex'));
  return Buffer.concat(parts);
}

async function writeTable(db: Transaction, table: TableShape, write: WriteChunk): Promise<TableSum> {
  await write('table', json(table));
  const summer = new RowSummer();
  let gathered: string[] = [];
  let length = 0;
  const flush = async () => {
    const bytes = Buffer.from(gathered.join(''));
    for (let at = 0; at < bytes.length; at += maxPayload)
      await write('data', bytes.subarray(at, at + maxPayload), { isPacked: true });
    gathered = [];
    length = 0;
  };
  for await (const rows of readTable(db, table)) {
    summer.add(rows);
    for (const row of rows) {
      gathered.push(row, '\n');
      length += row.length;
      if (length >= gatheredBytes) await flush();
    }
  }
  await flush();
  return summer.sum;
}

/** False when the content is not what the hash says. */
async function writeFile(write: WriteChunk, sha256: string, content: Readable): Promise<boolean> {
  const hash = createHash('sha256');
  try {
    await write('file', json({ sha256 }));
    for await (const bytes of content) {
      hash.update(bytes);
      await write('data', bytes);
    }
  } finally {
    content.destroy();
  }
  return hash.digest('hex') === sha256;
}
