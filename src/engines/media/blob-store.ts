import type { Readable } from 'node:stream';

/** A file that is received whole but not yet kept: the last moment to say no without leaving a trace. */
export type SpooledFile = { path: string; sha256: string; size: number };

/** A temporary file, for as long as nobody has said that it may stay. */
export type HeldFile = SpooledFile & { release(): Promise<void> };

export type PutLimits = {
  maxBytes: number;
  /** What the sender announced; a body of another length was cut short. */
  declaredSize?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Sees the first bytes before anything touches the disk; throws to refuse. */
  checkStart?: (start: Buffer) => void;
  /** Sees the whole file before it gets its name; throws to refuse. */
  checkWhole?: (file: SpooledFile) => Promise<void>;
};

export type StoredBlob = { sha256: string; size: number };
export type ListedBlob = StoredBlob & { touchedAt: Date };
/** Both ends are inside, as in HTTP. */
export type ByteRange = { start: number; end: number };

/**
 * Bytes by their SHA-256. Putting what is already there keeps one copy and touches it, so a sweeper of orphans that
 * passes `untouchedSince` cannot take a blob from under an upload whose row is not committed yet.
 *
 * `put` never destroys a source it refuses: an HTTP reply still has to travel over the same socket. The caller drains
 * or closes it. On abort the source is destroyed.
 */
export interface BlobStore {
  put(source: Readable, limits: PutLimits): Promise<StoredBlob>;
  /** Receives without storing: the file is on this machine alone, and gone once it is released. */
  hold(source: Readable, limits: PutLimits): Promise<HeldFile>;
  /** Undefined when there is no such blob; RangeError when the range lies outside it. */
  open(sha256: string, range?: ByteRange): Promise<Readable | undefined>;
  size(sha256: string): Promise<number | undefined>;
  /** False when there was nothing, or it was touched since. */
  remove(sha256: string, condition?: { untouchedSince: Date }): Promise<boolean>;
  /** In hash order, strictly after the given hash; at most 1,000. Fewer than asked means the end. */
  list(after: string | undefined, limit: number): Promise<ListedBlob[]>;
  /** Removes what crashed uploads left behind; tells how many. */
  sweepIncoming(olderThan: Date): Promise<number>;
  close(): Promise<void>;
}

export const maxListed = 1000;

/** Also the guard against path tricks: a hash goes into file names and object keys. */
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
