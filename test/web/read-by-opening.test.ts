import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import { deliverAnnouncements } from '../../src/features/notify/announcement-delivery.ts';
import { notifiedPaths } from '../../src/features/notify/event-paths.ts';
import { routeEvent } from '../../src/features/notify/event-routing.ts';
import { startService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { listEventCases } from '../notify/event-cases.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';

describe('what is read in one place', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
  });
  const unread = async () => (await actors.village.clients.resident.list_notifications({})).unread;

  /** An announcement and a request, each told to the resident. */
  async function create() {
    const { editor } = actors.village.clients;
    const settlement = actors.village.settlement.slug;
    const text = { settlement, kind: 'announcement', body: 'Завтра.', visibility: 'residents' } as const;
    const { data } = await editor.write_article({ ...text, title: 'Воды не будет' });
    await editor.publish_article({ settlement, article: data.id });
    const { signal } = new AbortController();
    const { pool, newId } = actors.service;
    await deliverAnnouncements({ pool, signal, now: () => new Date(), newId, sendsEmail: true });
    const assignees = [actors.village.accounts.resident];
    const { data: task } = await editor.write_task({ settlement, title: 'Открыть ворота', assignees });
    return { settlement, article: data.slug, task: task.id };
  }

  it('is read in the bell: on pages by whatever address, before they are shown', async () => {
    const before = await unread();
    const { settlement, article, task } = await create();
    assert.equal(await unread(), before + 2);
    const browser = openBrowser(actors.service);
    const login = await browser.get(paths.login);
    await browser.submit(login, paths.login, { email: 'resident@example.org', password });
    const bell = (html: string) => Number(/data-unread="(\d+)"/.exec(html)?.[1]);
    const shown = await browser.get(`/settlements/${settlement}/articles/${article}`);
    assert.equal(bell(shown.html), before + 1);
    assert.equal(await unread(), before + 1);
    assert.equal(bell((await browser.get(`/tasks/${task}`)).html), before);
    assert.equal(await unread(), before);
  });

  it('is read in the bell when an assistant or a program has read it', async () => {
    const before = await unread();
    const { settlement, article, task } = await create();
    await actors.village.clients.resident.show_article({ settlement, article });
    await actors.village.clients.resident.show_task({ task });
    await waitUntil('both are read', async () => (await unread()) === before);
  });

  it('is known of every page that notifications lead to', () => {
    const patterns = [...notifiedPaths].map(
      (path) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    );
    for (const cases of Object.values(listEventCases(actors.village)))
      for (const [event] of cases) {
        const [path = ''] = routeEvent(event).url.split('?');
        assert.ok(
          patterns.some((pattern) => pattern.test(path)),
          path,
        );
      }
  });
});
