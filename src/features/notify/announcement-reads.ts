import type { Pool } from '../../base/db/connect.ts';
import type { AnnouncementReads } from '../../domain/kernel/ports.ts';
import { markHouseholdsReadByArticles } from '../../store/messaging/announcement-reach.ts';

const flushDelayMilliseconds = 2_000;
const maxPendingReads = 10_000;

export function createAnnouncementReads(
  pool: Pool,
  now: () => Date,
  onError: (error: unknown) => void,
): AnnouncementReads {
  let noted = new Map<string, { articleId: string; accountId: string }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (noted.size === 0) return;
    const opened = [...noted.values()];
    noted = new Map();
    await markHouseholdsReadByArticles(pool, opened, now()).catch(onError);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    record(articleId, accountId) {
      if (noted.size >= maxPendingReads) return;
      noted.set(`${articleId} ${accountId}`, { articleId, accountId });
      timer ??= setTimeout(flush, flushDelayMilliseconds).unref();
    },
    flush,
    close: flush,
  };
}
