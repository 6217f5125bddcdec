import { findNotificationKind } from '../../../../domain/rules/notification-preferences.ts';

/** Kinds of notifications that changed; `notifications` for the unread counter itself, `*` for all. */
export type ChangedKinds = readonly string[];

const retryIntervalMs = 60_000;
const openDelayMs = 1000;
const heartbeatIntervalMs = 20_000;

/**
 * One event stream per browser: the tab that holds the Web Lock keeps it open and broadcasts to the others. Another
 * tab takes over when it closes. Without a secure context there are no locks, and pages poll.
 */
export function subscribeToEvents(
  account: string,
  onNews: (news: ChangedKinds) => void,
): { isAlive(): boolean } {
  let aliveAt = Number.NEGATIVE_INFINITY;
  const name = `live-${account}`;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<ChangedKinds>) => hear(data);
  const hear = (news: ChangedKinds) => {
    aliveAt = performance.now();
    if (news.length > 0) onNews(news);
  };
  const tell = (news: ChangedKinds) => {
    channel.postMessage(news);
    hear(news);
  };
  let leave: (() => void) | undefined;
  const lead = () => {
    const left = new AbortController();
    leave = () => left.abort();
    navigator.locks
      ?.request(name, { signal: left.signal }, () => holdStreamOpen(tell, left.signal))
      // Aborted while waiting for the lock.
      .catch(() => {});
  };
  // Delayed, so that short visits open no stream.
  let soon = setTimeout(lead, openDelayMs);
  addEventListener('pagehide', () => {
    clearTimeout(soon);
    leave?.();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) soon = setTimeout(lead, openDelayMs);
  });
  return { isAlive: () => performance.now() - aliveAt < 3 * heartbeatIntervalMs };
}

/** Resolves when the tab is left. */
function holdStreamOpen(tell: (news: ChangedKinds) => void, left: AbortSignal): Promise<void> {
  return new Promise((done) => {
    let source = openEventSource(tell);
    const check = setInterval(() => {
      if (source.readyState === source.OPEN) tell([]);
    }, heartbeatIntervalMs);
    // EventSource reconnects by itself after a break, but not after an error status.
    const again = setInterval(() => {
      if (source.readyState === source.CLOSED) source = openEventSource(tell);
    }, retryIntervalMs);
    left.addEventListener('abort', () => {
      clearInterval(check);
      clearInterval(again);
      source.close();
      done();
    });
  });
}

function openEventSource(tell: (news: ChangedKinds) => void): EventSource {
  const source = new EventSource('/events');
  let isFirst = true;
  source.onopen = () => {
    isFirst = true;
    tell([]);
  };
  // Refused, perhaps because the session has ended: refreshing the page will show it.
  source.onerror = () => source.readyState === source.CLOSED && tell(['*']);
  source.addEventListener('notification', ({ data }) =>
    tell([findNotificationKind(JSON.parse(data).key), 'notifications']),
  );
  // Also sent when something was read in another tab, or another message came to an unread conversation.
  source.addEventListener('unread', ({ data }) => {
    const isShown = isFirst && document.querySelector(`[data-unread="${JSON.parse(data).unread}"]`);
    isFirst = false;
    if (!isShown) tell(['notifications', 'messages']);
  });
  return source;
}
