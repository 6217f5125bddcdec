import assert from 'node:assert/strict';
import { before, describe, it, type TestContext } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import type { Page } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';
import { recordRepeatedStatements } from '../db/request-statements.ts';
import { startService } from '../harness/service.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { expectedStatus, pageAddress } from './cases/index.ts';
import { createSampleData, type SampleNames } from './cases/sample-data.ts';

/** Pages that take more than five statements, with how many: never more, and lowered when one is saved. */
const larger: Readonly<Record<string, number>> = {
  '/plots/{plot}': 10,
  // For who does not live there, with whether documents are open to everybody.
  '/settlements/{settlement}': 10,
  '/operator': 8,
  '/today': 8,
  '/me/requests': 8,
  '/settlements/{settlement}/plots/{plot}': 7,
  // These three with one that counts the records of people they show.
  '/settlements/{settlement}/board/claims/{resident}': 7,
  '/settlements/{settlement}/board/people/{person}': 7,
  '/tasks/new': 6,
  '/moderation/texts/{revision}': 7,
  '/settlements/{settlement}/map': 6,
  '/plots/{plot}/plan': 6,
  '/settlements/{settlement}/articles/{article}/letters': 6,
  '/settlements/{settlement}/articles/{article}/door-to-door': 6,
  // With the villages that are alike by name.
  '/platform/villages/{request}': 8,
  '/settlements/{settlement}/board/people': 6,
  '/settlements/{settlement}/board/meters': 6,
  '/settlements/{settlement}/devices': 6,
  '/plots/{plot}/invite': 6,
  '/companies/{company}': 6,
  // With the appeals that wait.
  '/platform': 6,
  '/platform/reports/{report}': 6,
  '/settlements/{settlement}/companies/{company}/medal': 6,
  // These three with whether the board asks for a second member.
  '/settlements/{settlement}/board/members/{account}': 6,
  '/settlements/{settlement}/board/boundary': 6,
  '/settlements/{settlement}/board/land/{import}': 6,
};

/** Where something is unread, one more: opening a page reads the notifications that lead to it. */
const readsNotifications = /^\s*with seen as \(\s*update notification set read_at/;

const viewers = ['resident', 'editor', 'moderator'] as const;

describe('statements of pages', () => {
  let actors: OAuthTestClient;
  let names: SampleNames;
  before(async () => {
    actors = await prepareOAuthTestClient(await startService());
    names = await createSampleData(actors);
  });

  it('are at most five, or as many as listed', async (context: TestContext) => {
    const most = new Map<string, { viewer: string; run: string[] }>();
    for (const viewer of viewers) {
      const browser = openBrowser(actors.service);
      const login = await browser.get(paths.login);
      await browser.submit(login, paths.login, { email: `${viewer}@example.org`, password });
      for (const page of pages as readonly Page[]) {
        if (expectedStatus(page, viewer) !== 200) continue;
        const address = pageAddress(page, names, actors);
        const { statements } = await recordRepeatedStatements(actors.service, () => browser.get(address));
        const run = statements.filter((text) => !readsNotifications.test(text));
        assert.ok(statements.length - run.length <= 1, page.path);
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
