import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { paths } from '../../src/base/site/paths.ts';
import { createPushGuard, type PushServer, startPushServer } from '../push/push-test-server.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('notifications on devices');
const looks: Look[] = [
  { language: 'ru', width: 360, colorScheme: 'light' },
  { language: 'en', width: 1280, colorScheme: 'dark' },
];
const words = {
  ru: {
    heading: 'Уведомления на этом устройстве',
    on: 'Включить здесь',
    isOn: /Включены\. Приходят/,
    off: 'Выключить',
    offer: 'Сообщения и тревоги могут приходить сразу',
    blocked: /Браузер не разрешает сайту/,
    iphone: /сначала добавьте сайт на экран «Домой»/,
    unsupported: /Этот браузер их не показывает/,
    failed: /не дозвался/,
    lost: /Браузер их отключил/,
    again: 'Уведомления сюда больше не приходят',
  },
  en: {
    heading: 'Notifications on this device',
    on: 'Switch on here',
    isOn: /Switched on\. They come/,
    off: 'Switch off',
    offer: 'Messages and alarms can come at once',
    blocked: /does not let the site show/,
    iphone: /first add the site to the home screen/,
    unsupported: /This browser cannot show them/,
    failed: /could not reach/,
    lost: /has turned them off/,
    again: 'Notifications no longer come to this device',
  },
} as const;

/**
 * Without the internet no push service can be subscribed to, so the browser's answers are replaced; all else is real:
 * permission, service worker, form, and pushes delivered through DevTools.
 */
function replacePushManager([endpoint, p256dh, auth]: string[]): void {
  const answer = (key: unknown) => ({
    endpoint,
    options: { applicationServerKey: key },
    toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
    unsubscribe: async () => {
      localStorage.removeItem('subscribed');
      return true;
    },
  });
  const decode = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (each) => each.charCodeAt(0))
      .buffer;
  Object.assign(PushManager.prototype, {
    async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
      if (localStorage.getItem('unreachable')) throw new DOMException('no push service', 'AbortError');
      localStorage.setItem('subscribed', applicationServerKey);
      return answer(decode(applicationServerKey));
    },
    async getSubscription() {
      const key = localStorage.getItem('subscribed');
      return key === null ? null : answer(decode(key));
    },
  });
}

/**
 * In the worker: what it showed, by tag, since a notification takes the place of the one with its tag. The browser's own
 * list is no witness: while a notification is put on the screen, reading that list may remove the notification from it.
 */
const recordShown = `(() => {
  globalThis.recorded = new Map();
  const show = ServiceWorkerRegistration.prototype.showNotification;
  ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
    await show.call(this, title, options);
    const { body, tag, lang, data } = options;
    recorded.set(tag, { title, body, tag, lang, data });
    whenShown();
  };
})()`;

describe('notifications on devices, in a browser', { skip: stage.skip }, () => {
  let server: PushServer;
  let count: () => Promise<number>;
  before(async () => {
    server = await startPushServer('push.example');
    const { service } = await stage.openWithActors({}, { pushGuard: createPushGuard([server]) });
    count = async () => (await service.db`select 1 from push_subscription`).length;
  });

  async function open(look: Look): Promise<{ window: BrowserWindow; page: Page }> {
    const window = await stage.openWindow(look);
    const { page } = window;
    await page.context().grantPermissions(['notifications']);
    const { endpoint, keys } = server.subscribe();
    await page.addInitScript(replacePushManager, [endpoint, keys.p256dh, keys.auth]);
    await signIn(window, 'resident');
    return { window, page };
  }
  const preferences = (page: Page, { language }: Look) =>
    page.goto(`${paths.notificationPreferences}?lang=${language}`);
  /** Until the worker is in charge of the page: it cannot lead another one elsewhere. */
  const whenReady = async (page: Page) => {
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // A page that was opened before the worker had started is never its own.
    if (await page.evaluate(() => navigator.serviceWorker.controller === null)) await page.reload();
    await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  };

  for (const look of looks) {
    const say = words[look.language];
    it(`are switched on and off with one press: ${look.width}`, async () => {
      const { window, page } = await open(look);
      await preferences(page, look);
      await whenReady(page);
      await page.getByText(say.offer).waitFor();
      await window.inspect('push-off');
      await page.getByRole('button', { name: say.on }).click();
      await page.getByText(say.isOn).waitFor();
      assert.equal(await count(), 1);
      await window.inspect('push-on');
      // As when the browser drops it, or its data are cleared.
      await page.evaluate(() => localStorage.removeItem('subscribed'));
      await page.reload();
      await page.getByText(say.lost).waitFor();
      await page.getByRole('button', { name: say.on }).click();
      await page.getByText(say.isOn).waitFor();
      assert.equal(await count(), 1, 'in the place of the former one');
      await page.getByRole('button', { name: say.off }).click();
      await page.getByText(say.offer).waitFor();
      assert.equal(await count(), 0);
      assert.equal(
        await page.evaluate(() => localStorage.getItem('subscribed')),
        null,
        'in the browser, too',
      );
      await page.evaluate(() => localStorage.setItem('unreachable', 'yes'));
      await page.getByRole('button', { name: say.on }).click();
      await page.getByText(say.failed).waitFor();
      assert.ok(await page.getByRole('button', { name: say.on }).isVisible(), 'to try again');
      await window.close();
    });

    it(`say in words why they cannot be switched on: ${look.width}`, async () => {
      const { window, page } = await open(look);
      const block = `Object.defineProperty(Notification, 'permission', { get: () => 'denied' });`;
      const remove = 'delete window.PushManager;';
      const phone = `Object.defineProperty(navigator, 'userAgent', { get: () => 'Mozilla/5.0 (iPhone)' });`;
      for (const [script, said] of [
        [block, say.blocked],
        [remove, say.unsupported],
        [remove + phone, say.iphone],
      ] as const) {
        const other = await page.context().newPage();
        await other.addInitScript(script);
        await preferences(other, look);
        await other.getByText(said).waitFor();
        assert.equal(await other.getByRole('button', { name: say.on }).count(), 0);
        await other.close();
      }
      await window.close();
    });
  }

  it('are shown by the service worker, a second one of an event in place of the first, and open their page', async () => {
    const [look] = looks as [Look];
    const { window, page } = await open(look);
    await preferences(page, look);
    await whenReady(page);
    const session = await page.context().newCDPSession(page);
    const registered = new Promise<string>((found) => {
      session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const [first] = registrations;
        if (first) found(first.registrationId);
      });
    });
    await session.send('ServiceWorker.enable');
    const registrationId = await registered;
    const { origin } = new URL(page.url());
    const [worker] = page.context().serviceWorkers();
    assert.ok(worker);
    await worker.evaluate(recordShown);
    const shown = () => worker.evaluate<Record<string, string>[]>('[...recorded.values()]');
    /** Returns when it is shown. */
    const deliver = async (data: string) => {
      await worker.evaluate('void (nextShown = new Promise((resolve) => (whenShown = resolve)))');
      await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
      await worker.evaluate('nextShown');
    };
    const message = { title: 'Берёзка', body: 'Новое сообщение', url: '/messages', tag: '7', lang: 'ru' };
    const { url, ...rest } = message;
    for (const body of [message.body, 'Ещё одно сообщение']) {
      await deliver(JSON.stringify({ ...message, body }));
      assert.deepEqual(await shown(), [{ ...rest, body, data: url }]);
    }
    /** As a press on it does, except that a press may also bring a window to the front or open one. */
    const press = () =>
      worker.evaluate(`(async () => {
        const [notification] = recorded.values();
        const event = new Event('notificationclick');
        const work = [];
        Object.defineProperties(event, {
          notification: { value: { ...notification, close: () => recorded.delete(notification.tag) } },
          // Only an event of the browser itself keeps the worker alive.
          waitUntil: { value: (promise) => work.push(promise) },
        });
        dispatchEvent(event);
        await Promise.all(work);
      })()`);
    await press();
    await page.waitForURL('**/messages');
    assert.deepEqual(await shown(), [], 'it is closed');
    // Something that is no message of ours is shown as well, and leads to no other site.
    await deliver('not what we send');
    assert.deepEqual(
      (await shown()).map(({ title, data }) => [title, data]),
      [['127.0.0.1', paths.notifications]],
    );
    await press();
    await page.waitForURL(`**${paths.notifications}`);
    await deliver(JSON.stringify({ ...message, url: 'https://evil.example/' }));
    await page.goto(paths.today);
    await press();
    await page.waitForURL(`**${paths.notifications}`);
    await window.close();
  });

  it('are offered again on Today after signing in anew', async () => {
    const [look] = looks as [Look];
    const { window, page } = await open(look);
    const say = words[look.language];
    await preferences(page, look);
    await whenReady(page);
    await page.getByRole('button', { name: say.on }).click();
    await page.getByText(say.isOn).waitFor();
    await page.goto(paths.today);
    assert.equal(await page.getByText(say.again).count(), 0);
    await page.context().clearCookies({ name: /session|sid/i });
    await signIn(window, 'resident');
    await page.goto(paths.today);
    await page.getByText(say.again).waitFor();
    await window.inspect('push-again');
    await page.getByRole('button', { name: say.on }).click();
    await page.getByText(say.again).waitFor({ state: 'detached' });
    assert.equal(await count(), 1, 'the subscription of the former session is gone');
    await window.close();
  });
});
