import type { Readable } from 'node:stream';

/** A file received in full but not stored: the last moment to refuse it without leaving a trace. */
export type ReceivedFile = { path: string; sha256: string; size: number };

/** A temporary file, deleted by `release`. */
export type TemporaryFile = ReceivedFile & { release(): Promise<void> };

export type PutOptions = {
  maxBytes: number;
  /** The size the sender declared; a body of another size was cut short. */
  declaredSize?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the first bytes before anything is written to disk; throws to refuse. */
  checkStart?: (start: Buffer) => void;
  /** Called with the whole file before it is stored; throws to refuse. */
  checkWhole?: (file: ReceivedFile) => Promise<void>;
  /** Called with what arrived when the connection broke; true when it took the file away. */
  keepCutShort?: (file: { path: string; size: number }) => Promise<boolean>;
};

/** The store is at fault, not the file: it does not answer, refuses, breaks off or gives other bytes. */
export class StoreFailure extends Error {
  override readonly name: string = 'StoreFailure';
}

export const brokeOff = 'The store broke off in the middle of a file';

/** The same of files on a disk: it is full, or broken, or there are too many open files. */
const diskFaults = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EIO', 'EROFS']);

export function isStoreFailure(error: unknown): boolean {
  return error instanceof StoreFailure || diskFaults.has((error as { code?: string } | null)?.code ?? '');
}

export type StoredBlob = { sha256: string; size: number };
export type ListedBlob = StoredBlob & { touchedAt: Date };
/** Both ends inclusive, as in HTTP. */
export type ByteRange = { start: number; end: number };

/**
 * Bytes by their SHA-256. Storing what is already there touches it, so a sweep of orphans that passes
 * `untouchedSince` cannot remove a blob whose upload has not committed its row yet.
 *
 * `put` does not destroy a source it refuses: the HTTP response still needs the same socket. The caller drains or
 * closes it. On abort the source is destroyed.
 */
export interface BlobStore {
  put(source: Readable, limits: PutOptions): Promise<StoredBlob>;
  /** Receives without storing: a temporary file on this machine, deleted by `release`. */
  receiveTemporary(source: Readable, limits: PutOptions): Promise<TemporaryFile>;
  /** Undefined when there is no such blob; RangeError when the range lies outside it. */
  open(sha256: string, range?: ByteRange): Promise<Readable | undefined>;
  size(sha256: string): Promise<number | undefined>;
  /** False when there is none, or it was touched since. */
  remove(sha256: string, condition?: { untouchedSince: Date }): Promise<boolean>;
  /** In hash order, strictly after the given hash; at most 1,000. Fewer than asked means the end. */
  list(after: string | undefined, limit: number): Promise<ListedBlob[]>;
  /** Removes temporary files of crashed uploads; returns how many. */
  removeStaleUploads(olderThan: Date): Promise<number>;
  close(): Promise<void>;
}

export const maxListed = 1000;

/** Also prevents path traversal: a hash goes into file names and object keys. */
export function requireHash(sha256: string): string {
  if (!isHash(sha256)) throw new TypeError('not a SHA-256 in lower-case hex');
  return sha256;
}

export function isHash(value: string): boolean {
  return /^[0-9a-f]{64}$/.test(value);
}

export function requireListLimit(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1) throw new RangeError('a list limit is a whole number from 1');
  return Math.min(limit, maxListed);
}

export function requireRange(range: ByteRange, size: number): ByteRange {
  const { start, end } = range;
  const isWhole = Number.isSafeInteger(start) && Number.isSafeInteger(end);
  if (!isWhole || start < 0 || end < start || start >= size) throw new RangeError('range outside the blob');
  return { start, end: Math.min(end, size - 1) };
}
