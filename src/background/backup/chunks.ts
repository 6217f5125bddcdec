import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { BackupError } from './backup-error.ts';
import type { ByteReader } from './byte-reader.ts';
import { createHashSeal, createKeySeal, refuseUnsealed, type Seal } from './seals.ts';

/**
 * A backup is a header (magic, sealed with a key or not, salt) and a sequence of chunks (length, flags, body, tag). The
 * first byte of a body is the kind of the chunk; the last chunk is flagged. Nothing is trusted before its tag.
 */
export type ChunkKind = 'manifest' | 'table' | 'file' | 'data' | 'end';

export interface Chunk {
  kind: ChunkKind;
  payload: Buffer;
}

export const magic = Buffer.from('settlements backup 2\n');
export const maxPayload = 1024 * 1024;

const saltBytes = 16;
const headBytes = 5;
const lastFlag = 1;
const packedFlag = 2;
/** Shorter payloads are not worth packing. */
const minPacked = 200;
const kindBytes: Record<ChunkKind, number> = { manifest: 77, table: 84, file: 70, data: 68, end: 69 };
const kinds = new Map(Object.entries(kindBytes).map(([kind, letter]) => [letter, kind as ChunkKind]));
const pack = promisify(deflateRaw);
const unpack = promisify(inflateRaw) as (
  body: Buffer,
  options: { maxOutputLength: number },
) => Promise<Buffer>;

export type WriteBytes = (bytes: Buffer) => Promise<void>;
export type WriteChunk = (
  kind: ChunkKind,
  payload: Buffer,
  options?: { isPacked?: boolean },
) => Promise<void>;

export async function createChunkWriter(write: WriteBytes, key: string | undefined): Promise<WriteChunk> {
  const salt = randomBytes(saltBytes);
  const header = Buffer.concat([magic, Buffer.from([key === undefined ? 0 : 1]), salt]);
  const seal = key === undefined ? createHashSeal(header) : await createKeySeal(header, salt, key);
  await write(header);
  return async (kind, payload, { isPacked = false } = {}) => {
    const isLast = kind === 'end';
    const packs = isPacked && payload.length >= minPacked;
    const bare = Buffer.concat([Buffer.from([kindBytes[kind]]), payload]);
    const body = packs ? ((await pack(bare)) as Buffer) : bare;
    const head = Buffer.alloc(headBytes);
    head.writeUInt32BE(body.length);
    head[4] = (isLast ? lastFlag : 0) | (packs ? packedFlag : 0);
    const closed = seal.close(head, body, isLast);
    await write(Buffer.concat([head, closed.body, closed.tag]));
  };
}

export interface ChunkReader {
  readonly isEncrypted: boolean;
  /** The next chunk without taking it; undefined after the last. */
  peek(): Promise<Chunk | undefined>;
  next(): Promise<Chunk | undefined>;
}

const notABackup = 'This is not a backup of the service, or it is damaged.';

export async function createChunkReader(bytes: ByteReader, key: string | undefined): Promise<ChunkReader> {
  const header = await bytes.read(magic.length + 1 + saltBytes).catch((error: unknown) => {
    throw error instanceof BackupError ? new BackupError(notABackup) : error;
  });
  const mode = header[magic.length];
  if (!header.subarray(0, magic.length).equals(magic) || mode === undefined || mode > 1)
    throw new BackupError(notABackup);
  if (mode === 1 && key === undefined)
    throw new BackupError('The backup is encrypted: set BACKUP_KEY to its key, and leave --unsealed out.');
  if (mode === 0) refuseUnsealed(key);
  const salt = header.subarray(magic.length + 1);
  const seal = mode === 0 ? createHashSeal(header) : await createKeySeal(header, salt, key as string);
  let peeked: Chunk | undefined;
  let isOver = false;
  async function peek(): Promise<Chunk | undefined> {
    if (peeked !== undefined || isOver) return peeked;
    const read = await readChunk(bytes, seal);
    isOver = read.isLast;
    peeked = read.chunk;
    if (isOver && !(await bytes.isAtEnd()))
      throw new BackupError('The backup was altered: something follows its end.');
    return peeked;
  }
  return {
    isEncrypted: mode === 1,
    peek,
    async next() {
      const chunk = await peek();
      peeked = undefined;
      return chunk;
    },
  };
}

async function readChunk(bytes: ByteReader, seal: Seal): Promise<{ chunk: Chunk; isLast: boolean }> {
  const head = await bytes.read(headBytes);
  const length = head.readUInt32BE();
  const flags = head[4] as number;
  if (length > 2 * maxPayload) throw new BackupError('The backup was altered or damaged.');
  const closed = await bytes.read(length);
  const isLast = (flags & lastFlag) !== 0;
  const body = seal.open(head, closed, await bytes.read(seal.tagBytes), isLast);
  const bare = flags & packedFlag ? await unpack(body, { maxOutputLength: 2 * maxPayload }) : body;
  const kind = kinds.get(bare[0] as number);
  if (kind === undefined || (kind === 'end') !== isLast)
    throw new BackupError('The backup was altered or damaged.');
  return { chunk: { kind, payload: bare.subarray(1) }, isLast };
}
