import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { parseS3Location } from '../../engines/media/s3-location.ts';
import { openS3Objects } from '../../engines/media/s3-objects.ts';
import type { BackupPlace as PlaceKind } from '../../store/system/backup-runs.ts';
import { BackupError } from './backup-error.ts';

/** Where backups are kept. */
export interface BackupPlace {
  readonly kind: PlaceKind;
  /** A folder on this machine for a backup that is being written. */
  readonly workFolder: string;
  /** Gives a finished file its name; nobody sees it there before it is whole. */
  publish(path: string, name: string, signal?: AbortSignal): Promise<void>;
  open(name: string): Promise<Readable>;
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  close(): Promise<void>;
}

export function openFolder(folder: string): BackupPlace {
  return {
    kind: 'folder',
    workFolder: folder,
    async publish(path, name) {
      const target = join(folder, name);
      await rename(path, target);
      await syncFolder(dirname(target));
    },
    async open(name) {
      const handle = await open(join(folder, name)).catch((error: Error) => {
        throw new BackupError(`The backup cannot be opened: ${error.message}`);
      });
      return handle.createReadStream({ highWaterMark: 256 * 1024 });
    },
    list: () => readdir(folder),
    remove: (name) => rm(join(folder, name), { force: true }),
    close: async () => {},
  };
}

/** In a bucket; what is being written lies in the work folder until it is sent. */
export function openBucket(
  address: string,
  workFolder: string,
  env: Readonly<Record<string, string | undefined>>,
): BackupPlace {
  const objects = openS3Objects(parseS3Location(address, env));
  return {
    kind: 's3',
    workFolder,
    async publish(path, name, signal) {
      await objects.put(name, path, signal);
      await rm(path);
    },
    async open(name) {
      const content = await objects.open(name);
      if (content === undefined) throw new BackupError(`There is no backup ${name} in the bucket.`);
      return content;
    },
    list: async () => (await objects.list()).map(({ name }) => name),
    remove: (name) => objects.remove(name),
    close: () => objects.close(),
  };
}

/** A folder, or a bucket with the same kind of address as MEDIA_URL. */
export function openBackupPlace(
  address: string,
  dataDir: string,
  env: Readonly<Record<string, string | undefined>>,
): BackupPlace {
  return address.startsWith('s3:') ? openBucket(address, join(dataDir, 'backup'), env) : openFolder(address);
}

/** Writes, reads and removes a small file; throws what the place says. */
export async function checkPlace(place: BackupPlace): Promise<void> {
  const name = `settlements-check-${randomUUID()}`;
  const path = join(place.workFolder, `${name}.partial`);
  await writePrivateFile(path, (append) => append(Buffer.from(name)));
  try {
    await place.publish(path, name, AbortSignal.timeout(30_000));
    const found = await text(await place.open(name));
    await place.remove(name);
    if (found !== name) throw new BackupError('What is read there is not what was written.');
  } finally {
    await rm(path, { force: true });
  }
}

/** A file that only its owner may read, complete on disk when `write` has ended. Removed if that fails. */
export async function writePrivateFile(
  path: string,
  write: (append: (bytes: Buffer) => Promise<void>) => Promise<void>,
): Promise<number> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const handle = await open(path, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw new BackupError(
      `${path} is there already: another backup runs, or one was cut off. Remove it first.`,
    );
  });
  let size = 0;
  try {
    await write(async (bytes) => {
      await handle.writeFile(bytes);
      size += bytes.length;
    });
    await handle.sync();
    return size;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
