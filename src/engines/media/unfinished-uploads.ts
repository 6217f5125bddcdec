import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { requireHash } from './blob-store.ts';

export interface UnfinishedLimits {
  /** Of one owner: how many, and their bytes together. */
  readonly maxPerOwner: number;
  readonly maxBytesPerOwner: number;
  /** Of all owners together. */
  readonly maxBytes: number;
  readonly lifetimeMs: number;
}

const defaultLimits: UnfinishedLimits = {
  maxPerOwner: 8,
  maxBytesPerOwner: 80_000_000,
  maxBytes: 1_000_000_000,
  lifetimeMs: 60 * 60 * 1000,
};

interface Unfinished {
  readonly owner: string;
  /** Size of the whole file, as the sender declared it. */
  readonly total: number;
  readonly size: number;
  readonly at: number;
}

/** The upload that bytes belong to: the hash of its token, its account, and the declared size of the whole file. */
export interface UploadIdentity {
  readonly key: string;
  readonly owner: string;
  readonly total: number;
}

/**
 * The first bytes of uploads whose connection broke, so that the sender can go on from there. Known to this process
 * alone: another one, or this one after a restart, answers that nothing has arrived, and the sender starts again.
 * Never served, and removed when the upload succeeds or is refused, after an hour, and at the start.
 */
export interface UnfinishedUploads {
  /** How many bytes have arrived; 0 when none are kept. */
  findOffset(upload: UploadIdentity): Promise<number>;
  /** The bytes that `findOffset` counted. */
  open(upload: UploadIdentity): Readable;
  /** Moves a file here, unless more has been kept of the same upload or its owner has no room left. */
  keep(upload: UploadIdentity, file: { path: string; size: number }): Promise<boolean>;
  forget(key: string): Promise<void>;
  /** Registers an upload while it is being received. Its signal is aborted by `interrupt`. */
  begin(key: string): { readonly signal: AbortSignal; finish(): void };
  /**
   * Ends the receiving of this upload and waits until its bytes are kept: a sender who asks to go on has lost the
   * connection, which may not have been noticed here.
   */
  interrupt(key: string): Promise<void>;
  close(): Promise<void>;
}

export function openUnfinishedUploads(
  folder: string,
  now: () => Date,
  limits: UnfinishedLimits = defaultLimits,
): UnfinishedUploads {
  // In order of age.
  const kept = new Map<string, Unfinished>();
  const running = new Map<string, Set<{ abort(): void; done: Promise<void> }>>();
  const cleared = rm(folder, { recursive: true, force: true }).catch(() => {});
  // A hash in hex: no name leads out of the folder.
  const pathOf = (key: string) => join(folder, `${requireHash(key)}.unfinished`);
  const isOver = ({ at }: Unfinished) => now().getTime() - at > limits.lifetimeMs;

  async function forget(key: string): Promise<void> {
    if (kept.delete(key)) await rm(pathOf(key), { force: true });
  }
  async function removeExpired(): Promise<void> {
    for (const [key, unfinished] of kept) if (isOver(unfinished)) await forget(key);
  }
  const timer = setInterval(() => void removeExpired().catch(() => {}), limits.lifetimeMs / 12);
  timer.unref();

  const sum = (all: readonly Unfinished[]) => all.reduce((bytes, { size }) => bytes + size, 0);
  const listOf = (owner: string) => [...kept].filter(([, each]) => each.owner === owner);

  /** Makes room by removing the owner's oldest; never anybody else's. */
  async function makeRoom(owner: string, size: number): Promise<boolean> {
    if (size > limits.maxBytesPerOwner) return false;
    for (;;) {
      const own = listOf(owner);
      const isFull = sum([...kept.values()]) + size > limits.maxBytes;
      const isOwnFull =
        own.length >= limits.maxPerOwner || sum(own.map(([, each]) => each)) + size > limits.maxBytesPerOwner;
      if (!isFull && !isOwnFull) return true;
      const oldest = own[0]?.[0];
      if (oldest === undefined) return false;
      await forget(oldest);
    }
  }

  return {
    async findOffset({ key, owner, total }) {
      const found = kept.get(key);
      if (found === undefined || found.owner !== owner) return 0;
      const file = await stat(pathOf(key)).catch(() => undefined);
      if (found.total === total && file?.size === found.size && !isOver(found)) return found.size;
      await forget(key);
      return 0;
    },
    open: ({ key }) => createReadStream(pathOf(key)),
    async keep({ key, owner, total }, { path, size }) {
      await cleared;
      const before = kept.get(key);
      if (size === 0 || size >= total || (before && before.total === total && before.size >= size))
        return false;
      await forget(key);
      if (!(await makeRoom(owner, size))) return false;
      kept.set(key, { owner, total, size, at: now().getTime() });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await rename(path, pathOf(key));
      return true;
    },
    forget,
    begin(key) {
      const controller = new AbortController();
      let finish = () => {};
      const done = new Promise<void>((resolve) => {
        finish = resolve;
      });
      const entry = { abort: () => controller.abort(new Error('The sender goes on elsewhere.')), done };
      const all = running.get(key) ?? new Set();
      running.set(key, all.add(entry));
      return {
        signal: controller.signal,
        finish() {
          all.delete(entry);
          if (all.size === 0 && running.get(key) === all) running.delete(key);
          finish();
        },
      };
    },
    async interrupt(key) {
      const all = [...(running.get(key) ?? [])];
      for (const { abort } of all) abort();
      await Promise.all(all.map(({ done }) => done));
    },
    async close() {
      clearInterval(timer);
      await cleared;
      kept.clear();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
