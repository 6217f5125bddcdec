import type { Pool } from '../../base/db/connect.ts';
import { DatabaseUnavailable } from '../../base/db/driver/unavailable.ts';
import type { KnowledgeViewCounter } from '../../domain/kernel/ports.ts';
import { addViews } from '../../store/knowledge/knowledge-changes.ts';

const flushDelayMs = 5_000;
/** Bounds memory: views of further articles are dropped until the next flush. */
const maxCountedArticles = 10_000;

export function createKnowledgeViewCounter(
  pool: Pool,
  onError: (error: unknown) => void,
): KnowledgeViewCounter {
  let counted = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function write(): Promise<void> {
    if (counted.size === 0) return;
    const views = counted;
    counted = new Map();
    try {
      await addViews(pool, views);
    } catch (error) {
      onError(error);
      // Counts are kept for the next flush if the database was unavailable.
      if (error instanceof DatabaseUnavailable) for (const [id, count] of views) add(id, count);
    }
  }

  function add(articleId: string, count: number): void {
    if (isClosed || (counted.size >= maxCountedArticles && !counted.has(articleId))) return;
    counted.set(articleId, (counted.get(articleId) ?? 0) + count);
    timer ??= setTimeout(flush, flushDelayMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    count: (articleId) => add(articleId, 1),
    flush,
    close() {
      isClosed = true;
      return flush();
    },
  };
}
