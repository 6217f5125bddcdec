import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { App } from '../../src/app.ts';
import { texts as notificationTexts } from '../../src/entry/web/pages/notifications/notifications.tsx';
import { publishEvent } from '../../src/features/notify/publish-event.ts';
import { waitUntil } from '../harness/wait-until.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { Look } from './browser-window.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('LIVE UPDATES WERE NOT TESTED');

const phone: Look = { language: 'ru', width: 360, colorScheme: 'light' };

describe('live updates of pages', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  /** Open event streams, counted by the service. */
  let open = 0;
  before(async () => {
    const prepare = ({ server }: App) =>
      void server.addHook('onRequest', async ({ url }, reply) => {
        if (url !== '/events') return;
        open += 1;
        reply.raw.once('close', () => {
          open -= 1;
        });
      });
    actors = await stage.openWithActors({}, { streamHeartbeatMilliseconds: 200, prepare });
  });

  const remind = (account: string, title: string) =>
    actors.service.pool.begin((db) =>
      publishEvent(
        { ...actors.service.app.kernelDependencies, db, services: actors.service.app.services },
        { type: 'task_due', accountIds: [account], taskId: '7', title, dueOn: '2026-11-20' },
      ),
    );
  const bellOf = (page: Page, count: number) =>
    page.locator(`[data-region="bell"][data-unread="${count}"]`).waitFor({ state: 'attached' });

  it('share one event stream among three tabs, and hand it over when its tab is closed', async () => {
    const window = await stage.openWindow(phone);
    const context = window.page.context();
    const begun: Page[] = [];
    context.on('request', (request) => {
      if (request.url().endsWith('/events')) begun.push(request.frame().page());
    });
    await signIn(window, 'resident');
    const tabs = [window.page];
    for (let tab = 0; tab < 2; tab += 1) {
      const page = await context.newPage();
      await page.goto('/today?lang=ru');
      tabs.push(page);
    }
    await waitUntil('a stream is open', () => begun.length > 0);
    const { resident } = actors.village.accounts;
    await remind(resident, 'Яблоки');
    // A hidden tab refreshes when it is brought to the front.
    for (const page of tabs) {
      await page.bringToFront();
      await bellOf(page, 1);
    }
    await waitUntil('one stream is open', () => open === 1);
    const leader = begun.at(-1) as Page;
    const rest = tabs.filter((page) => page !== leader);
    const streams = begun.length;
    await leader.close();
    await waitUntil('another tab has opened a stream', () => begun.length > streams);
    assert.ok(rest.includes(begun.at(-1) as Page));
    await remind(resident, 'Собрание');
    for (const page of rest) {
      await page.bringToFront();
      await bellOf(page, 2);
    }
    await waitUntil('one stream is open', () => open === 1);
    await context.close();
    await waitUntil('no stream is open', () => open === 0);
  });

  it('show new items without losing the focus, and redirect to the login when the session is revoked', async () => {
    const window = await stage.openWindow(phone);
    const { page } = window;
    await signIn(window, 'company');
    await page.goto('/notifications?lang=ru');
    await page.getByText(notificationTexts.none.ru).waitFor();
    await page.locator('[data-region="bell"]').focus();
    const { company } = actors.village.accounts;
    await remind(company, 'Покрасить ворота');
    await page.getByText('Покрасить ворота').waitFor();
    assert.equal(
      await page.evaluate(() => document.activeElement?.getAttribute('data-region')),
      'bell',
      'the focus stays where it was',
    );
    await window.inspect('live-notifications');
    await actors.service.db`delete from session where account_id = ${company}`;
    await page.waitForURL('**/login?*');
    await page.context().close();
  });
});
