import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillPath, paths } from '../../src/base/site/paths.ts';
import { routeAnnouncement } from '../../src/features/notify/announcement-routing.ts';
import { routeEvent } from '../../src/features/notify/event-routing.ts';
import { startService } from '../harness/service.ts';
import { listEventCases } from '../notify/event-cases.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { visibleText } from './sign-in.ts';

describe('addresses in letters, pushes and the bell', () => {
  let actors: OAuthTestClient;
  let settlement: string;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    settlement = actors.village.settlement.id;
  });
  const announce = async () => {
    const { editor } = actors.village.clients;
    const { data } = await editor.write_article({
      settlement,
      kind: 'announcement',
      title: 'Воды не будет',
      body: 'Во вторник.',
      visibility: 'residents',
    });
    await editor.publish_article({ settlement, article: data.id });
    return data.slug;
  };
  const openSignedOut = (url: string) => openBrowser(actors.service, actors.service.url, 'ru').get(url);
  const signInAt = async (url: string, persona: string) => {
    const browser = openBrowser(actors.service, actors.service.url, 'ru');
    const { location } = await browser.get(url);
    const entered = await browser.submit(await browser.get(location ?? ''), paths.login, {
      email: `${persona}@example.org`,
      password,
    });
    return { location: entered.location, page: await browser.get(entered.location ?? '') };
  };

  it('lead every kind of notification through the sign-in, or to a page that everybody reads', async () => {
    const slug = await announce();
    const article = { settlementId: settlement, slug, title: '', isUrgent: false };
    const urls = new Set([
      ...Object.values(listEventCases(actors.village)).flatMap((cases) =>
        cases.map(([event]) => routeEvent(event).url),
      ),
      routeAnnouncement(article).url,
      routeAnnouncement({ ...article, isUrgent: true }).url,
    ]);
    for (const url of urls) {
      const { status, location } = await openSignedOut(url);
      // Villages and companies are read by everybody; those of the cases exist only in part.
      if (status === 200 || /^\/(settlements|companies)\/[^/]+$/.test(url)) continue;
      assert.deepEqual(
        [status, location],
        [303, `${paths.login}?${new URLSearchParams({ next: url })}`],
        url,
      );
      assert.equal((await signInAt(url, 'resident')).location, url);
    }
  });

  it('show an announcement to its readers after signing in, and tell a stranger nothing of it', async () => {
    const address = (article: string) => fillPath(paths.article, { settlement, article });
    const slug = await announce();
    const { page } = await signInAt(address(slug), 'resident');
    assert.match(visibleText(page.html), /Воды не будет/);
    const refused = await signInAt(address(slug), 'outsider');
    assert.equal(refused.page.status, 404);
    assert.match(visibleText(refused.page.html), /or it is not published, or not open to you\./);
    const [real, made] = await Promise.all([openSignedOut(address(slug)), openSignedOut(address('no-such'))]);
    assert.deepEqual(
      [real.status, real.location?.replace(encodeURIComponent(slug), '*'), real.html],
      [made.status, made.location?.replace('no-such', '*'), made.html],
    );
  });
});
