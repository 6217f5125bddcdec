import { createHash, randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { PutOptions, ReceivedFile, TemporaryFile } from './blob-store.ts';
import { MediaRefusal, refuseMedia, throwIfAborted } from './media-refusal.ts';

const startBytes = 64;
/** Clients may send single bytes; they are buffered before they are written. */
const writeBufferBytes = 256 * 1024;
const temporaryExtension = '.part';

/**
 * Receives a stream into a temporary file, passes the file to `use`, and always removes the temporary name. `use`
 * keeps the file by renaming it.
 */
export async function withReceivedFile<T>(
  source: Readable,
  folder: string,
  limits: PutOptions,
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const file = await receiveFile(source, folder, limits);
  try {
    return await use(file);
  } finally {
    await file.release();
  }
}

/** Receives a stream into a temporary file that stays until it is released. A refused stream leaves none. */
export async function receiveFile(
  source: Readable,
  folder: string,
  limits: PutOptions,
): Promise<TemporaryFile> {
  // The client may disconnect before the first read, which reports it; until then the error must not be unhandled.
  source.on('error', () => {});
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}${temporaryExtension}`);
  let received: { sha256: string; size: number } | undefined;
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      received = await writeToFile(source, handle, limits);
      await handle.sync();
    } finally {
      await handle.close();
    }
    const file = { path, ...received, release: () => rm(path, { force: true }) };
    await limits.checkWhole?.(file);
    throwIfAborted(limits.signal);
    return file;
  } catch (error) {
    const isKept = received === undefined && isCutShort(error) && (await keepStart(path, limits));
    if (!isKept) await rm(path, { force: true });
    throw error;
  }
}

const isCutShort = (error: unknown) =>
  error instanceof MediaRefusal && (error.code === 'interrupted' || error.code === 'timed_out');

async function keepStart(path: string, { keepCutShort }: PutOptions): Promise<boolean> {
  if (keepCutShort === undefined) return false;
  return stat(path)
    .then(({ size }) => keepCutShort({ path, size }))
    .catch(() => false);
}

async function writeToFile(source: Readable, handle: FileHandle, limits: PutOptions) {
  const { maxBytes, declaredSize, checkStart } = limits;
  if (declaredSize !== undefined && declaredSize > maxBytes) throw refuseMedia.tooLarge(maxBytes);
  const hash = createHash('sha256');
  let size = 0;
  let start: Buffer | undefined = Buffer.alloc(0);
  let gathered: Uint8Array[] = [];
  let gatheredBytes = 0;

  const flush = async () => {
    if (gatheredBytes > 0) await handle.appendFile(Buffer.concat(gathered, gatheredBytes));
    gathered = [];
    gatheredBytes = 0;
  };

  const receive = async () => {
    for await (const chunk of readUntilAborted(source, limits.signal)) {
      size += chunk.byteLength;
      if (size > maxBytes) throw refuseMedia.tooLarge(maxBytes);
      hash.update(chunk);
      gathered.push(chunk);
      gatheredBytes += chunk.byteLength;
      if (start) {
        start = Buffer.concat([start, chunk.subarray(0, startBytes - start.byteLength)]);
        if (start.byteLength < startBytes) continue;
        checkStart?.(start);
        start = undefined;
      }
      if (gatheredBytes >= writeBufferBytes || gathered.length >= 4096) await flush();
    }
  };
  await receive().catch(async (error: unknown) => {
    // What came before the break is worth keeping, once its type is known.
    if (limits.keepCutShort && start === undefined && isCutShort(error)) await flush();
    throw error;
  });
  // A multipart parser ends an oversized part as if it were complete and only sets a flag.
  if ((source as { truncated?: boolean }).truncated === true) throw refuseMedia.tooLarge(maxBytes);
  if (declaredSize !== undefined && size !== declaredSize) {
    if (start === undefined) await flush();
    throw refuseMedia.interrupted();
  }
  if (size === 0) throw refuseMedia.empty();
  if (start) checkStart?.(start);
  await flush();
  return { sha256: hash.digest('hex'), size };
}

async function* readUntilAborted(
  source: Readable,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  throwIfAborted(signal);
  const chunks = source.iterator({ destroyOnReturn: false });
  const abort = () => source.destroy();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    for await (const chunk of chunks) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    throwIfAborted(signal);
  } catch (error) {
    throwIfAborted(signal);
    throw error instanceof MediaRefusal ? error : refuseMedia.interrupted(error);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

export async function removeStaleFiles(folder: string, olderThan: Date): Promise<number> {
  let removed = 0;
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    if (!name.endsWith(temporaryExtension)) continue;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (!found || found.mtime >= olderThan) continue;
    await rm(path, { force: true });
    removed += 1;
  }
  return removed;
}
