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
    opened.delete(accountId);
    return urls === undefined ? 0 : write(accountId, urls);
  }

  async function write(accountId: string, urls: ReadonlySet<string>): Promise<number> {
    return await markUrlsRead(pool, accountId, [...urls], now()).catch((error: unknown) => {
      onError(error);
      // Written with what is opened next: a deadlock must not leave it unread for good.
      keep(accountId, urls);
      return 0;
    });
  }

  function keep(accountId: string, urls: Iterable<string>): boolean {
    if (opened.size >= maxPendingAccounts && !opened.has(accountId)) return false;
    const known = opened.get(accountId) ?? new Set();
    opened.set(accountId, known);
    for (const url of urls) known.add(url);
    return true;
  }

  function flushAll(): Promise<unknown> {
    clearTimeout(timer);
    timer = undefined;
    // Taken at once: what is opened while this is written waits for the next turn.
    const taken = new Map(opened);
    opened.clear();
    writing = writing.then(async () => {
      const unread = await listAccountsWithUnread(pool, [...taken.keys()]).catch((error: unknown) => {
        onError(error);
        for (const [accountId, urls] of taken) keep(accountId, urls);
        return [];
      });
      for (const accountId of unread) await write(accountId, taken.get(accountId) ?? new Set());
    });
    return writing;
  }

  return {
    record(accountId, ...urls) {
      if (accountId === null || !keep(accountId, urls)) return;
      timer ??= setTimeout(flushAll, flushDelayMilliseconds).unref();
    },
    flush,
    async close() {
      await flushAll();
    },
  };
}
