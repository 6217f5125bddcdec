import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { pages } from '../../src/entry/web/pages.ts';
import { findHelp, guideNames, guides, helpTopics } from '../../src/entry/web/words/help-topics.ts';
import { setOperator } from '../../src/store/accounts/accounts.ts';
import { startService, type TestService } from '../harness/service.ts';
import type { Persona, Village } from '../harness/village.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { listOpeningTags } from './html-parser.ts';
import { findHtmlFaults } from './html-rules.ts';
import { signIn, visibleText } from './sign-in.ts';

describe('help', () => {
  let service: TestService;
  let village: Village;
  before(async () => {
    ({ service, village } = await prepareOAuthTestClient(await startService()));
    await setOperator(service.db, village.accounts.moderator, true);
  });

  const browsers = new Map<string, Browser>();
  const enter = async (persona: Persona, language: 'en' | 'ru') => {
    const key = `${persona} ${language}`;
    const browser = browsers.get(key) ?? (await signIn(service, persona, language));
    browsers.set(key, browser);
    return browser;
  };

  it('has every guide in both languages, with the sections that `?` of pages leads to', async () => {
    for (const language of ['en', 'ru'] as const) {
      const browser = openBrowser(service, service.url, language);
      const list = await browser.get('/help');
      for (const name of guideNames) {
        assert.ok(visibleText(list.html).includes(guides[name].title[language]));
        const { status, html } = await browser.get(`/help/${name}`);
        assert.equal(status, 200, name);
        assert.deepEqual(findHtmlFaults(html), [], name);
        const ids = listOpeningTags(html, 'h2').map(({ attributes }) => attributes.get('id') ?? '');
        for (const section of guides[name].sections)
          assert.ok(
            ids.some((id) => id === section) || html.includes(`id="${section}"`),
            `${language}/${name}#${section}`,
          );
        for (const { attributes } of listOpeningTags(html, 'a')) {
          const href = attributes.get('href') ?? '';
          assert.ok(!href.endsWith('.md') && !href.includes('.md#'), `${name}: ${href}`);
        }
      }
    }
  });

  it('shows pictures in the language, with the size they take and words for who does not see them', async () => {
    for (const language of ['en', 'ru'] as const) {
      const browser = openBrowser(service, service.url, language);
      for (const name of guideNames) {
        const { html } = await browser.get(`/help/${name}`);
        const pictures = listOpeningTags(html, 'img').filter(({ attributes }) =>
          attributes.get('src')?.startsWith('/help/'),
        );
        assert.ok(pictures.length > 0, name);
        for (const { attributes } of pictures) {
          const src = attributes.get('src') ?? '';
          assert.ok(src.startsWith(`/help/pictures/${language}/`), src);
          for (const attribute of ['width', 'height', 'alt']) assert.ok(attributes.get(attribute), src);
          assert.equal(attributes.get('loading'), 'lazy');
          const reply = await fetch(new URL(src, service.url));
          assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'image/webp'], src);
        }
      }
    }
    for (const none of [
      'en/none.webp',
      'de/today.webp',
      'en/..%2f..%2fboard.md',
      '%2e%2e/pictures/today.webp',
    ])
      assert.equal((await fetch(new URL(`/help/pictures/${none}`, service.url))).status, 404, none);
  });

  it('does not answer to a name that is no guide', async () => {
    const browser = openBrowser(service);
    for (const name of ['nobody', '%2e%2e%2foperator', 'constructor'])
      assert.equal((await browser.get(`/help/${name}`)).status, 404, name);
  });

  it('is one `?` on each page that has a section, which is there in both languages', async () => {
    const known = { settlement: 'berezka', plot: village.plots.resident, company: village.companyId };
    const shown: string[] = [];
    for (const [path, topic] of helpTopics) {
      assert.ok(
        pages.some((page) => page.path === path),
        path,
      );
      const address = Object.entries(known).reduce(
        (filled, [name, value]) => filled.replace(`{${name}}`, value),
        path,
      );
      for (const persona of address.includes('{')
        ? []
        : (['editor', 'resident', 'moderator', 'company'] as const))
        for (const language of ['en', 'ru'] as const) {
          const browser = await enter(persona, language);
          const { status, html } = await browser.get(address);
          if (status !== 200) continue;
          const links = listOpeningTags(html, 'a').filter(
            ({ attributes }) => attributes.get('href') === `/help/${topic}`,
          );
          assert.equal(links.length, 1, `${address} as ${persona}`);
          const [, id] = topic.split('#');
          const guide = await browser.get(`/help/${topic}`);
          assert.ok(guide.html.includes(`id="${id}"`), `${topic} in ${language}`);
          shown.push(path);
        }
    }
    const never = helpTopics.map(([path]) => path).filter((path) => !shown.includes(path));
    // Of something that the village of this test does not have.
    assert.deepEqual(never.sort(), [
      '/platform/reports/{report}',
      '/platform/villages/{request}',
      '/settlements/{settlement}/announce/{article}',
      '/settlements/{settlement}/board/land/{import}',
      '/settlements/{settlement}/board/people/{person}/end',
    ]);
  });

  it('is found for pages with parameters in their paths, and for no others', () => {
    assert.equal(findHelp('/settlements/berezka/board/people'), '/help/board#people');
    assert.equal(findHelp('/setup/address'), '/help/small-server#name');
    assert.equal(findHelp('/settlements/berezka/news'), null);
  });
});
