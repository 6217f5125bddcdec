import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type BlobStore,
  isHash,
  type ListedBlob,
  type ReceivedFile,
  requireHash,
  requireListLimit,
  requireRange,
} from './blob-store.ts';
import { receiveFile, removeStaleFiles, withReceivedFile } from './upload-buffer.ts';

/** Blobs as files, `ab/cd/<hash>`; uploads are written to `.incoming` on the same file system. */
export function openFileStore(root: string): BlobStore {
  const incoming = join(root, '.incoming');
  const pathOf = (sha256: string) => join(root, sha256.slice(0, 2), sha256.slice(2, 4), requireHash(sha256));

  return {
    put: (source, limits) =>
      withReceivedFile(source, incoming, limits, async (file) => {
        await storeFile(file, pathOf(file.sha256));
        return { sha256: file.sha256, size: file.size };
      }),

    receiveTemporary: (source, limits) => receiveFile(source, incoming, limits),

    async open(sha256, range) {
      const handle = await open(pathOf(sha256), 'r').catch(undefinedIfMissing);
      if (!handle) return undefined;
      try {
        const { size } = await handle.stat();
        return handle.createReadStream(range ? requireRange(range, size) : {});
      } catch (error) {
        await handle.close();
        throw error;
      }
    },

    async size(sha256) {
      return (await stat(pathOf(sha256)).catch(undefinedIfMissing))?.size;
    },

    async remove(sha256, condition) {
      const path = pathOf(sha256);
      if (!condition) return removeFile(path);
      if (!isOlder(await stat(path).catch(undefinedIfMissing), condition.untouchedSince)) return false;
      // An upload may touch the blob between check and removal: move it aside, check again, and move it back.
      const aside = join(incoming, `${randomUUID()}.part`);
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      const moved = await rename(path, aside).then(() => true, undefinedIfMissing);
      if (!moved) return false;
      const found = await stat(aside).catch(async (error: unknown) => {
        // Whether it was touched is not known: it stays.
        await rename(aside, path);
        throw error;
      });
      if (isOlder(found, condition.untouchedSince)) return removeFile(aside);
      await rename(aside, path);
      return false;
    },

    async list(after, limit) {
      if (after !== undefined) requireHash(after);
      return listFiles(root, after, requireListLimit(limit));
    },

    removeStaleUploads: (olderThan) => removeStaleFiles(incoming, olderThan),
    close: async () => {},
  };
}

async function storeFile(file: ReceivedFile, path: string): Promise<void> {
  const existing = await stat(path).catch(undefinedIfMissing);
  if (existing?.size === file.size) {
    const now = new Date();
    const touched = await utimes(path, now, now).then(() => true, undefinedIfMissing);
    if (touched) return;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(file.path, path);
  await syncFolder(dirname(path));
}

/** A rename is durable only after an fsync of its folder; Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function listFiles(root: string, after: string | undefined, limit: number): Promise<ListedBlob[]> {
  const found: ListedBlob[] = [];
  for (const first of await sortedNames(root, after?.slice(0, 2))) {
    if (!/^[0-9a-f]{2}$/.test(first)) continue;
    const isFirstEdge = first === after?.slice(0, 2);
    for (const second of await sortedNames(join(root, first), isFirstEdge ? after?.slice(2, 4) : undefined)) {
      for (const sha256 of await sortedNames(join(root, first, second), after)) {
        if (!isHash(sha256) || sha256 === after) continue;
        const file = await stat(join(root, first, second, sha256)).catch(undefinedIfMissing);
        if (file) found.push({ sha256, size: file.size, touchedAt: file.mtime });
        if (found.length === limit) return found;
      }
    }
  }
  return found;
}

async function sortedNames(folder: string, from: string | undefined): Promise<string[]> {
  const names = (await readdir(folder).catch(undefinedIfMissing)) ?? [];
  return names.filter((name) => from === undefined || name >= from).sort();
}

function isOlder(file: { mtime: Date } | undefined, than: Date): boolean {
  return file !== undefined && file.mtime < than;
}

const removeFile = (path: string) =>
  rm(path)
    .then(() => true, undefinedIfMissing)
    .then(Boolean);

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}
