/** Shows pushes as notifications, and opens their page. */
interface PushEvent extends Event {
  readonly data: { json(): unknown } | null;
  waitUntil(work: Promise<unknown>): void;
}
interface NotificationEvent extends Event {
  readonly notification: Notification;
  waitUntil(work: Promise<unknown>): void;
}
interface WindowClient {
  readonly url: string;
  readonly focused: boolean;
  focus(): Promise<WindowClient>;
  navigate(url: string): Promise<WindowClient | null>;
}
export interface PushScope {
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
  };
}

/** Set by the build. */
declare const notificationIcon: string;

const homePath = '/notifications';

export function handlePushes(scope: PushScope): void {
  scope.addEventListener('push', (event) => {
    const { title, body, url, tag, lang, silent } = readPayload(event);
    // A browser that shows nothing for a push shows a warning of its own, so there is always something to show.
    event.waitUntil(
      scope.registration.showNotification(title, {
        body,
        tag,
        lang,
        silent,
        data: url,
        icon: notificationIcon,
      }),
    );
  });

  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(openPage(scope, event.notification.data));
  });
}

function readPayload(
  event: PushEvent,
): Record<'title' | 'body' | 'url' | 'tag' | 'lang', string> & { silent: boolean } {
  let sent: Record<string, unknown> = {};
  try {
    sent = Object(event.data?.json());
  } catch {}
  const text = (name: string, otherwise: string) => {
    const value = sent[name];
    return typeof value === 'string' && value !== '' ? value : otherwise;
  };
  return {
    title: text('title', location.hostname),
    body: text('body', ''),
    url: text('url', homePath),
    tag: text('tag', 'push'),
    lang: text('lang', 'ru'),
    silent: sent.silent === true,
  };
}

/** In a window of the site that is open, else in a new one; only paths of this site. */
async function openPage(scope: PushScope, path: unknown): Promise<void> {
  const target = new URL(typeof path === 'string' ? path : homePath, location.origin);
  const url = target.origin === location.origin ? target.href : location.origin + homePath;
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open =
    windows.find((window) => window.url === url) ?? windows.find(({ focused }) => focused) ?? windows[0];
  if (!open) return void (await scope.clients.openWindow(url));
  const shown = await open.focus().catch(() => open);
  // A window with something unsaved asks its user first; one that is not ours cannot be led elsewhere.
  if (shown.url !== url) await shown.navigate(url).catch(() => scope.clients.openWindow(url));
}
