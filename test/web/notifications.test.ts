import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { startService } from '../harness/service.ts';
import { type OAuthTestClient, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { createSampleData } from './cases/sample-data.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('notifications page', () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    await createSampleData(actors);
  });
  const unread = async () => (await actors.village.clients.editor.list_notifications({})).unread;

  it('marks all shown notifications as read, but not those that arrived meanwhile', async () => {
    const browser = await signIn(actors.service, 'editor');
    const page = await browser.get('/notifications');
    assert.ok((await unread()) > 1);
    const before = await unread();
    const { settlement } = actors.village;
    await actors.village.clients.neighbour.write_task({
      settlement: settlement.slug,
      title: 'Забор покосился',
      kind: 'request',
    });
    const came = (await unread()) - before;
    assert.ok(came > 0);
    const done = await browser.submit(page, '/notifications/read');
    assert.equal(done.location, '/notifications');
    assert.equal(await unread(), came);
    const after = await browser.get('/notifications');
    assert.match(visibleText(after.html), /All marked as read/);
    await browser.submit(after, '/notifications/read');
    assert.doesNotMatch((await browser.get('/notifications')).html, /action="\/notifications\/read"/);
  });

  it('has a sign for each kind', async () => {
    const browser = await signIn(actors.service, 'editor');
    const { html } = await browser.get('/notifications');
    const list = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const signs = new Set(
      [...list.matchAll(/class="media disc[^>]*><svg[^>]*><use href="[^#]*#(\w+)"/g)].map(([, name]) => name),
    );
    for (const sign of ['people', 'tasks', 'phone']) assert.ok(signs.has(sign), [...signs].join(' '));
  });

  it('refuses to mark another user’s notification as read', async () => {
    const { notifications } = await actors.village.clients.editor.list_notifications({});
    const browser = await signIn(actors.service, 'resident');
    const page = await browser.get('/notifications');
    const foreign = { newest: notifications[0]?.id ?? '' };
    assert.equal((await browser.submit(page, '/notifications/read', foreign)).status, 404);
  });
});
