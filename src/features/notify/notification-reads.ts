import type { Pool } from '../../base/db/connect.ts';
import type { NotificationReads } from '../../domain/kernel/ports.ts';
import { listAccountsWithUnread, markUrlsRead } from '../../store/messaging/notifications.ts';

const flushDelayMilliseconds = 2_000;
const maxPendingAccounts = 10_000;

export function createNotificationReads(
  pool: Pool,
  now: () => Date,
  onError: (error: unknown) => void,
): NotificationReads {
  const opened = new Map<string, Set<string>>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  async function flush(accountId: string): Promise<number> {
    const urls = opened.get(accountId);
    if (urls === undefined) return 0;
    opened.delete(accountId);
    return await markUrlsRead(pool, accountId, [...urls], now()).catch((error: unknown) => {
      onError(error);
      return 0;
    });
  }

  function flushAll(): Promise<unknown> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const unread = await listAccountsWithUnread(pool, [...opened.keys()]).catch((error: unknown) => {
        onError(error);
        return [];
      });
      for (const accountId of unread) await flush(accountId);
      opened.clear();
    });
    return writing;
  }

  return {
    record(accountId, ...urls) {
      if (accountId === null || (opened.size >= maxPendingAccounts && !opened.has(accountId))) return;
      const known = opened.get(accountId) ?? new Set();
      opened.set(accountId, known);
      for (const url of urls) known.add(url);
      timer ??= setTimeout(flushAll, flushDelayMilliseconds).unref();
    },
    flush,
    async close() {
      await flushAll();
    },
  };
}
