import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { texts as shellTexts } from '../../src/entry/web/ui/shell.tsx';
import { startService } from '../harness/service.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { listOpeningTags, listVisibleTexts } from './html-parser.ts';
import { findHtmlFaults } from './html-rules.ts';

let actors: OAuthTestClient;
before(async () => {
  actors = await prepareOAuthTestClient(await startService());
});

async function openAs(name: string | null, address: string) {
  const browser = openBrowser(actors.service, actors.service.url, 'ru');
  if (name !== null)
    await browser.submit(await browser.get('/login'), '/login', { email: `${name}@example.org`, password });
  const { status, html } = await browser.get(`${address}?lang=ru`, { accept: 'text/html' });
  assert.deepEqual(findHtmlFaults(html), [], address);
  const links = listOpeningTags(html, 'a').map(({ attributes }) => attributes.get('href') ?? '');
  return { status, html, links, said: listVisibleTexts(html) };
}

describe('pages of refusals', () => {
  it('say for whom the page is, without a number', async () => {
    const settlement = `/settlements/${actors.village.settlement.slug}`;
    for (const [address, heading] of [
      [`${settlement}/board`, 'Эта страница только для правления'],
      [`${settlement}/announce`, 'Эта страница только для правления'],
      ['/moderation/texts', 'Эта страница только для модераторов'],
      ['/platform/roles', 'Эта страница только для администратора'],
    ] as const) {
      const { status, said } = await openAs('resident', address);
      assert.equal(status, 403, address);
      assert.ok(said.includes(heading), `${address}: ${said.join('|')}`);
      assert.ok(!said.some((text) => text.includes('403')), address);
    }
  });

  it('have the frame of who is signed in, and lead on', async () => {
    const settlement = `/settlements/${actors.village.settlement.slug}`;
    for (const address of [`${settlement}/board`, '/settlements/nowhere', '/no/such/page']) {
      const { html, links, said } = await openAs('resident', address);
      for (const link of ['/today', settlement, '/messages', '/more'])
        assert.ok(links.includes(link), `${address} leads to ${link}`);
      assert.ok(!links.includes('/login'), address);
      assert.ok(!said.includes(shellTexts.about.ru), `${address}: the words for strangers`);
      assert.match(html, /class="dock"/, address);
    }
  });

  it('look signed out to strangers', async () => {
    const { status, links, said } = await openAs(null, '/no/such/page');
    assert.equal(status, 404);
    assert.ok(links.includes('/login') && links.includes('/'));
    assert.ok(said.includes(shellTexts.about.ru));
  });

  it('do not tell a plot of others from one that does not exist', async () => {
    const { village } = actors;
    const [others, none] = [
      await openAs('resident', `/plots/${village.plots.neighbour}/photos`),
      await openAs('resident', '/plots/123/photos'),
    ];
    assert.equal(others.status, none.status);
    const wordsOf = ({ said }: typeof others) => said.join('|').replaceAll(/\d+/g, '');
    assert.equal(wordsOf(others), wordsOf(none));
  });
});
