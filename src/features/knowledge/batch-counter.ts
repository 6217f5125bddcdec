import { DatabaseUnavailable } from '../../base/db/driver/unavailable.ts';
import type { BatchCounter } from '../../domain/kernel/ports.ts';

const flushDelayMs = 5_000;

/** `maxKeys` bounds memory: further ones are dropped until the next flush. */
export function createBatchCounter(
  save: (counts: ReadonlyMap<string, number>) => Promise<void>,
  maxKeys: number,
  onError: (error: unknown) => void,
): BatchCounter {
  let counted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function write(): Promise<void> {
    if (counted.size === 0) return;
    const counts = counted;
    counted = new Map();
    try {
      await save(counts);
    } catch (error) {
      onError(error);
      // Counts are kept for the next flush if the database was unavailable.
      if (error instanceof DatabaseUnavailable) for (const [key, count] of counts) add(key, count);
    }
  }

  function add(key: string, count: number): void {
    if (isClosed || (counted.size >= maxKeys && !counted.has(key))) return;
    counted.set(key, (counted.get(key) ?? 0) + count);
    timer ??= setTimeout(flush, flushDelayMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    count: (key) => add(key, 1),
    flush,
    close() {
      isClosed = true;
      return flush();
    },
  };
}
