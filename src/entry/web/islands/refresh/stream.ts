import { kindOf } from '../../../../domain/rules/notification-preferences.ts';

/** What there is news of: the kinds of notifications, and `notifications` for the bell itself. */
export type News = readonly string[];

const retryMilliseconds = 60_000;
const settleMilliseconds = 1000;
const sayAliveMilliseconds = 20_000;

/**
 * One stream per browser: whichever tab holds the lock keeps it open and tells the others. The lock passes on when that
 * tab goes. Without a secure origin there are no locks, and pages look by themselves now and then.
 */
export function hearNews(account: string, onNews: (news: News) => void): { isAlive(): boolean } {
  let aliveAt = Number.NEGATIVE_INFINITY;
  const name = `live-${account}`;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<News>) => hear(data);
  const hear = (news: News) => {
    aliveAt = performance.now();
    if (news.length > 0) onNews(news);
  };
  const tell = (news: News) => {
    channel.postMessage(news);
    hear(news);
  };
  let leave: (() => void) | undefined;
  const lead = () => {
    const left = new AbortController();
    leave = () => left.abort();
    navigator.locks
      ?.request(name, { signal: left.signal }, () => keepOpen(tell, left.signal))
      // Left while it still waited for its turn.
      .catch(() => {});
  };
  // Whoever only passes through a page opens none.
  let soon = setTimeout(lead, settleMilliseconds);
  addEventListener('pagehide', () => {
    clearTimeout(soon);
    leave?.();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) soon = setTimeout(lead, settleMilliseconds);
  });
  return { isAlive: () => performance.now() - aliveAt < 3 * sayAliveMilliseconds };
}

/** Until the tab goes. */
function keepOpen(tell: (news: News) => void, left: AbortSignal): Promise<void> {
  return new Promise((done) => {
    let source = open(tell);
    const check = setInterval(() => {
      if (source.readyState === source.OPEN) tell([]);
    }, sayAliveMilliseconds);
    // A break is mended by the browser; after a refusal it gives up, and we ask again.
    const again = setInterval(() => {
      if (source.readyState === source.CLOSED) source = open(tell);
    }, retryMilliseconds);
    left.addEventListener('abort', () => {
      clearInterval(check);
      clearInterval(again);
      source.close();
      done();
    });
  });
}

function open(tell: (news: News) => void): EventSource {
  const source = new EventSource('/events');
  let isFirst = true;
  source.onopen = () => {
    isFirst = true;
    tell([]);
  };
  // Refused, perhaps because the session is over: the page itself will know.
  source.onerror = () => source.readyState === source.CLOSED && tell(['*']);
  source.addEventListener('notification', ({ data }) =>
    tell([kindOf(JSON.parse(data).key), 'notifications']),
  );
  // Also when something was read elsewhere, or a further message came to an unread conversation.
  source.addEventListener('unread', ({ data }) => {
    const isShown = isFirst && document.querySelector(`[data-unread="${JSON.parse(data).unread}"]`);
    isFirst = false;
    if (!isShown) tell(['notifications', 'messages']);
  });
  return source;
}
