import { Readable } from 'node:stream';
import { writeBackup } from '../../src/background/backup/backup.ts';
import type { Pool } from '../../src/base/db/connect.ts';
import type { BlobStore } from '../../src/engines/media/blob-store.ts';
import { fixTextFormats, listBackedUpTables, readTable } from '../../src/store/system/backup.ts';

/** A backup in memory. */
export async function collectBackup(pool: Pool, store: BlobStore, key?: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  const write = async (bytes: Buffer) => void parts.push(bytes);
  await writeBackup({ pool, store, write, key, now: new Date() });
  return Buffer.concat(parts);
}

/** Opens bytes as a file would be, in pieces. */
export const openBytes =
  (bytes: Buffer, size = 1000) =>
  async (): Promise<Readable> =>
    Readable.from(slice(bytes, size), { objectMode: false });

function* slice(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Every row of every table of a backup, sorted. */
export async function readAllRows(pool: Pool): Promise<Record<string, string[]>> {
  return pool.begin(async (db) => {
    await fixTextFormats(db);
    const all: Record<string, string[]> = {};
    for (const table of await listBackedUpTables(db)) {
      const rows: string[] = [];
      for await (const batch of readTable(db, table)) rows.push(...batch);
      all[table.name] = rows.sort();
    }
    return all;
  });
}
