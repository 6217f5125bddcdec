import type { Pool } from '../../base/db/connect.ts';
import type { AnnouncementReads } from '../../domain/kernel/ports.ts';
import {
  markHouseholdsReadByArticles,
  recordOpenedAnnouncements,
} from '../../store/messaging/announcement-reach.ts';

const flushDelayMilliseconds = 2_000;
const maxPendingReads = 10_000;

export function createAnnouncementReads(
  pool: Pool,
  now: () => Date,
  onError: (error: unknown) => void,
): AnnouncementReads {
  let noted = new Map<string, { articleId: string; accountId: string; isOpened: boolean }>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (noted.size === 0) return;
    const seen = [...noted.values()];
    noted = new Map();
    const opened = seen.filter(({ isOpened }) => isOpened);
    await markHouseholdsReadByArticles(pool, seen, now()).catch(onError);
    if (opened.length > 0) await recordOpenedAnnouncements(pool, opened, now()).catch(onError);
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  return {
    record(articleId, accountId, how) {
      if (noted.size >= maxPendingReads) return;
      const key = `${articleId} ${accountId}`;
      const isOpened = how === 'opened' || noted.get(key)?.isOpened === true;
      noted.set(key, { articleId, accountId, isOpened });
      timer ??= setTimeout(flush, flushDelayMilliseconds).unref();
    },
    flush,
    close: flush,
  };
}
