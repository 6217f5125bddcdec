import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { observeStatements } from '../../src/base/db/driver/statement-observer.ts';
import { paths } from '../../src/base/site/paths.ts';
import type { Page } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';
import { startService } from '../harness/service.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { expectedStatus, pageAddress } from './cases/index.ts';
import { createSampleData, type SampleNames } from './cases/sample-data.ts';

/** Pages that take more than five statements, with how many: never more, and lowered when one is saved. */
const larger: Readonly<Record<string, number>> = {
  '/plots/{plot}': 21,
  '/plots/{plot}/objects/{object}': 14,
  '/plots/{plot}/plan': 14,
  '/settlements/{settlement}/board/reports/{report}': 14,
  '/settlements/{settlement}/map': 14,
  '/plots/{plot}/objects': 13,
  '/plots/{plot}/photos': 13,
  '/settlements/{settlement}/articles/{article}/door-to-door': 13,
  '/settlements/{settlement}/articles/{article}/letters': 13,
  '/settlements/{settlement}/companies/{company}/medal': 13,
  '/settlements/{settlement}/write': 13,
  '/companies/{company}': 12,
  '/platform/villages/{request}': 12,
  '/settlements/{settlement}': 12,
  '/settlements/{settlement}/articles/{article}': 11,
  '/settlements/{settlement}/articles/{article}/told': 11,
  '/settlements/{settlement}/directory': 11,
  '/tasks/{task}/edit': 11,
  '/settlements/{settlement}/articles/{article}/edit': 10,
  '/settlements/{settlement}/board/people/{person}': 10,
  '/settlements/{settlement}/companies/{company}/correct': 10,
  '/settlements/{settlement}/directory/{contact}': 10,
  '/settlements/{settlement}/directory/{contact}/medal': 10,
  '/moderation/texts/{revision}': 9,
  '/plots/{plot}/invite': 9,
  '/settlements/{settlement}/articles/{article}/print': 9,
  '/settlements/{settlement}/articles/{article}/remove': 9,
  '/settlements/{settlement}/board/claims/{resident}': 9,
  '/settlements/{settlement}/plots/{plot}': 9,
  '/tasks/new': 9,
  '/tasks/{task}': 9,
  '/devices/sensors/{sensor}': 8,
  '/me/requests': 8,
  '/settlements/{settlement}/articles': 8,
  '/settlements/{settlement}/board/people': 8,
  '/settlements/{settlement}/board/verdicts': 8,
  '/settlements/{settlement}/join': 8,
  '/operator': 8,
  '/today': 8,
  '/account': 7,
  '/knowledge/{article}/history/{revision}': 7,
  '/platform/companies/{company}': 7,
  '/settlements/{settlement}/board': 7,
  '/settlements/{settlement}/board/boundary': 7,
  '/settlements/{settlement}/board/corrections/{proposal}': 7,
  '/settlements/{settlement}/board/land/{import}': 7,
  '/settlements/{settlement}/board/verdicts/{verdict}': 7,
  '/settlements/{settlement}/directory/{contact}/correct': 7,
  '/settlements/{settlement}/directory/{contact}/edit': 7,
  '/devices': 6,
  '/knowledge/{article}/history/{revision}/bring-back': 6,
  '/messages/new': 6,
  '/messages/{conversation}': 6,
  '/settlements/{settlement}/announce': 6,
  '/settlements/{settlement}/board/audit': 6,
  '/settlements/{settlement}/board/claims': 6,
  '/settlements/{settlement}/board/codes': 6,
  '/settlements/{settlement}/board/desk': 6,
  '/settlements/{settlement}/board/land': 6,
  '/settlements/{settlement}/board/residents/{resident}': 6,
  '/settlements/{settlement}/board/start': 6,
  '/settlements/{settlement}/documents': 6,
};

const viewers = ['resident', 'editor', 'moderator'] as const;

describe('statements of pages', () => {
  let actors: OAuthTestClient;
  let names: SampleNames;
  let sent: string[] = [];
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    names = await createSampleData(actors);
    observeStatements({
      written() {},
      composed() {},
      // Views of announcements and articles are written together later.
      sent: (text) => !/update announcement_household|counted \(id, views\)/.test(text) && sent.push(text),
      described() {},
      answered() {},
    });
  });

  const view = async (browser: Browser, address: string) => {
    sent = [];
    await browser.get(address);
    const run = sent;
    sent = [];
    return run;
  };

  it('are at most five, or as many as listed', async (context: TestContext) => {
    const most = new Map<string, { viewer: string; run: string[] }>();
    for (const viewer of viewers) {
      const browser = openBrowser(actors.service);
      const login = await browser.get(paths.login);
      await browser.submit(login, paths.login, { email: `${viewer}@example.org`, password });
      for (const page of pages as readonly Page[]) {
        if (expectedStatus(page, viewer) !== 200) continue;
        const address = pageAddress(page, names, actors);
        // What is made once, and what the first view writes, is not counted.
        await browser.get(address);
        // The fewest of two views: background work may come between.
        const views = [await view(browser, address), await view(browser, address)];
        const [run = []] = views.sort((one, other) => one.length - other.length);
        if (run.length <= (most.get(page.path)?.run.length ?? 0)) continue;
        most.set(page.path, { viewer, run });
      }
    }
    const rows = [...most].sort(([, a], [, b]) => b.run.length - a.run.length);
    context.diagnostic(rows.map(([path, { viewer, run }]) => `${run.length} ${path} ${viewer}`).join('\n'));
    for (const [path, { viewer, run }] of rows)
      assert.ok(
        run.length <= (larger[path] ?? 5),
        `${path} as ${viewer}: ${run.length}\n${run.map((text) => text.replace(/\s+/g, ' ').slice(0, 160)).join('\n')}`,
      );
  });
});
