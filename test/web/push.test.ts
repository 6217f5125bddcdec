import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { createPushWorker } from '../../src/features/push/push-worker.ts';
import { drainQueue } from '../harness/jobs.ts';
import { startService, type TestService } from '../harness/service.ts';
import type { Village } from '../harness/village.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import {
  createPushGuard,
  type PushServer,
  startPushServer,
  type TestSubscription,
} from '../push/push-test-server.ts';
import { waitForEmail } from '../security/mailbox.ts';
import { signIn, visibleText } from './sign-in.ts';

const page = paths.notificationPreferences;

describe('notifications on devices', () => {
  let service: TestService;
  let village: Village;
  let server: PushServer;
  before(async () => {
    server = await startPushServer('push.example');
    service = await startService({}, { pushGuard: createPushGuard([server]) });
    village = (await prepareOAuthTestClient(service)).village;
  });
  beforeEach(async () => {
    server.received.length = 0;
    await service.db`delete from push_subscription`;
  });

  const post = async (
    browser: Browser,
    { endpoint, keys }: Pick<TestSubscription, 'endpoint' | 'keys'>,
    next: string = page,
  ) => browser.submit(await browser.get(page), paths.subscribeToPush, { endpoint, ...keys, next });
  const subscriptions = async () =>
    service.db<{ id: string; accountId: string; endpoint: string }[]>`
      select id, account_id as "accountId", endpoint from push_subscription order by id`;
  const subscribed = async (browser: Browser) => {
    const made = server.subscribe();
    assert.equal((await post(browser, made)).status, 303);
    return made;
  };
  const worker = () =>
    createPushWorker({ ...service.app.services.push, baseUrl: service.url, report: () => {} });

  it('are switched on, tried, listed with their browser, and switched off', async () => {
    const browser = await signIn(service, 'resident', 'ru');
    const before = visibleText((await browser.get(page)).html);
    assert.match(before, /Уведомления на этом устройстве Чтобы включить их, разрешите в браузере скрипты/);
    assert.doesNotMatch(before, /На телефон|экране блокировки/, 'no switches without a device');
    const phone = await subscribed(browser);
    const [kept] = await subscriptions();
    assert.ok(kept);
    const shown = await browser.get(page);
    assert.match(
      visibleText(shown.html),
      /Включены\. Приходят, даже если сайт закрыт\. .*Проверить Выключить/,
    );
    assert.match(visibleText(shown.html), /На телефон.*Показывать текст на экране блокировки/);
    assert.ok(!shown.html.includes(phone.endpoint), 'the address stays on the server');
    const tried = await browser.submit(shown, fillPath(paths.tryPush, { subscription: kept.id }));
    assert.equal(tried.status, 303);
    assert.equal(await drainQueue(service, worker()), 1);
    assert.deepEqual(
      server.receivedBy(phone).map(({ body, url }) => [body, url]),
      [['It works: notifications arrive on this device.', page]],
    );
    const elsewhere = await signIn(service, 'resident', 'ru');
    const list = await elsewhere.get(page);
    assert.match(visibleText(list.html), /Ещё приходят сюда: .*включены .*Выключить/);
    const off = await elsewhere.submit(list, fillPath(paths.unsubscribeFromPush, { subscription: kept.id }));
    assert.deepEqual([off.status, off.location], [303, page]);
    assert.equal((await subscriptions()).length, 0);
  });

  it('are switched per subject by the form that shows them, and left alone by one that does not', async () => {
    const browser = await signIn(service, 'resident', 'ru');
    const without = await browser.get(page);
    await subscribed(browser);
    await browser.submit(await browser.get(page), page, { 'news.push': 'true', push_text: 'true' });
    const read = () => village.clients.resident.show_notification_preferences({});
    const { kinds, channels, push_text } = await read();
    assert.deepEqual(
      [kinds.news.push, kinds.messages.push, channels.push, push_text],
      [true, false, false, true],
    );
    await browser.submit(without, page, {});
    assert.deepEqual([(await read()).kinds.news.push, (await read()).push_text], [true, true]);
    await service.db`delete from notification_preference`;
  });

  it('lead back to where they were offered, and to no other site', async () => {
    const browser = await signIn(service, 'resident', 'ru');
    assert.equal((await post(browser, server.subscribe(), paths.devices)).location, paths.devices);
    assert.equal((await post(browser, server.subscribe(), '//evil.example/')).location, page);
  });

  it('refuse addresses and keys that cannot be right, and keep nothing', async () => {
    const browser = await signIn(service, 'resident', 'ru');
    const { endpoint, keys } = server.subscribe();
    const bad: Pick<TestSubscription, 'endpoint' | 'keys'>[] = [
      { endpoint: endpoint.replace('https:', 'http:'), keys },
      { endpoint: 'https://10.0.0.1/send', keys },
      { endpoint: 'https://printer.local/send', keys },
      { endpoint: 'https://user:word@push.example/', keys },
      { endpoint: 'https://push.example:25/', keys },
      { endpoint: `${endpoint}${'x'.repeat(1000)}`, keys },
      { endpoint: '', keys },
      { endpoint, keys: { ...keys, auth: 'short' } },
      { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(4) } },
      { endpoint, keys: { ...keys, p256dh: Buffer.alloc(65, 4).toString('base64url') } },
      { endpoint, keys: { ...keys, p256dh: Buffer.alloc(65, 2).toString('base64url') } },
    ];
    for (const each of bad) {
      const refused = await post(browser, each);
      const shown = visibleText((await browser.get(refused.location ?? '')).html);
      assert.match(shown, /Браузер дал адрес, на который|не больше|знаков/, JSON.stringify(each));
    }
    assert.deepEqual(await subscriptions(), []);
  });

  it('need a form of this session: no token, no subscription', async () => {
    const browser = await signIn(service, 'resident', 'ru');
    const { endpoint, keys } = server.subscribe();
    const forged = await browser.post(paths.subscribeToPush, { endpoint, ...keys });
    assert.ok(forged.status >= 400, `${forged.status}`);
    const stranger = openBrowser(service);
    assert.ok((await stranger.post(paths.subscribeToPush, { endpoint, ...keys })).status >= 300);
    assert.deepEqual(await subscriptions(), []);
  });

  it('belong to one account: another account can neither switch them off nor try them', async () => {
    await subscribed(await signIn(service, 'resident', 'ru'));
    const neighbour = await signIn(service, 'neighbour', 'ru');
    await subscribed(neighbour);
    const [foreign, own] = await subscriptions();
    assert.ok(foreign && own);
    const fields = async () => {
      const form = await neighbour.get(page);
      return /name="csrf" value="([^"]+)"/.exec(form.html)?.[1] ?? '';
    };
    const tryForeign = fillPath(paths.tryPush, { subscription: foreign.id });
    assert.equal((await neighbour.post(tryForeign, { csrf: await fields() })).status, 404);
    const removeForeign = fillPath(paths.unsubscribeFromPush, { subscription: foreign.id });
    await neighbour.post(removeForeign, { csrf: await fields() });
    assert.equal((await subscriptions()).length, 2);
    assert.doesNotMatch((await neighbour.get(page)).html, new RegExp(foreign.id));
  });

  it('move with the browser: who signs in there next takes over, and gets nothing of the former owner', async () => {
    const browser = await signIn(service, 'resident', 'ru');
    const phone = await subscribed(browser);
    await service.db`
      insert into push_item (event_id, subscription_id, topic, key, url, happened_at, due_at)
      select 1, id, 'reminders', 'notifications.message_received', '/messages/1', now(), now() from push_subscription`;
    const next = await signIn(service, 'neighbour', 'ru');
    assert.equal((await post(next, phone)).status, 303);
    assert.deepEqual(
      (await subscriptions()).map(({ accountId }) => accountId),
      [village.accounts.neighbour],
    );
    assert.deepEqual([...(await service.db`select 1 from push_item`)], []);
    const both = await Promise.all([post(browser, phone), post(next, phone)]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [303, 303],
    );
    assert.equal((await subscriptions()).length, 1, 'at once, too');
  });

  it('are ten per account: the oldest goes; and one per session: the newest stays', async () => {
    const made: TestSubscription[] = [];
    for (let index = 0; index < 11; index += 1)
      made.push(await subscribed(await signIn(service, 'resident', 'ru')));
    assert.deepEqual(
      (await subscriptions()).map(({ endpoint }) => endpoint),
      made.slice(1).map(({ endpoint }) => endpoint),
    );
    const browser = await signIn(service, 'neighbour', 'ru');
    await subscribed(browser);
    const newest = await subscribed(browser);
    const own = (await subscriptions()).filter(({ accountId }) => accountId === village.accounts.neighbour);
    assert.deepEqual(
      own.map(({ endpoint }) => endpoint),
      [newest.endpoint],
    );
  });

  describe('when access ends', () => {
    it('are switched off by signing out, in that session only', async () => {
      const [here, there] = [
        await signIn(service, 'resident', 'ru'),
        await signIn(service, 'resident', 'ru'),
      ];
      await subscribed(here);
      const stays = await subscribed(there);
      assert.equal((await here.submit(await here.get(paths.more), paths.logout)).status, 303);
      assert.deepEqual(
        (await subscriptions()).map(({ endpoint }) => endpoint),
        [stays.endpoint],
      );
    });

    it('are switched off in a session that is ended from another one', async () => {
      const [here, there] = [
        await signIn(service, 'resident', 'ru'),
        await signIn(service, 'resident', 'ru'),
      ];
      await subscribed(there);
      await here.submit(await here.get(paths.accountSecurity), paths.revokeOtherSessions);
      assert.deepEqual(await subscriptions(), []);
    });

    it('are switched off by a new password', async () => {
      const browser = await signIn(service, 'resident', 'ru');
      await subscribed(browser);
      const visitor = openBrowser(service);
      service.app.jobs.start();
      await visitor.submit(await visitor.get(paths.forgot), paths.forgot, { email: 'resident@example.org' });
      const { link } = await waitForEmail(service, 'resident@example.org', 1);
      assert.equal((await visitor.submit(await visitor.get(link), paths.reset, { password })).status, 303);
      assert.deepEqual(await subscriptions(), []);
    });
  });
});
