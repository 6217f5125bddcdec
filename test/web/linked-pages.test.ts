import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { paths } from '../../src/base/site/paths.ts';
import type { Page } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';
import { startService } from '../harness/service.ts';
import { openBrowser } from '../oauth/browser.ts';
import { type OAuthTestClient, password, prepareOAuthTestClient } from '../oauth/oauth-test-client.ts';
import { pageAddress } from './cases/index.ts';
import { viewers } from './cases/page-case.ts';
import { createSampleData, type SampleNames } from './cases/sample-data.ts';
import { listOpeningTags } from './html-parser.ts';

/** Pages that no link of another page leads to, and how people get there. */
const reachedOtherwise: Readonly<Record<string, string>> = {
  [paths.residents]: 'the former address of the register, kept',
  [paths.sessions]: 'the security page shows the same list and sends its forms here; the address is kept',
  [paths.landColumns]:
    'redirect after a table of plots was received, and linked from its preview; the fixture has none',
  [paths.accountDeleted]: 'redirect after deleting the account',
  [paths.checkMail]: 'redirect after registering',
  [paths.confirm]: 'link in an email',
  [paths.reset]: 'link in an email',
  [paths.restore]: 'link in an email',
  [paths.authorize]: 'redirect by an OAuth client',
  [paths.offline]: 'shown by the service worker',
  [paths.knowledgePassage]: 'address that replies of search operations give',
  [paths.rollBackKnowledge]: 'linked from revisions older than the published one; the fixture has none',
  [paths.acknowledge]:
    'above every page and in the bell while an announcement is urgent; the fixture has none',
  [paths.announceDraft]:
    'redirect after writing an announcement, and linked from drafts; the fixture has none',
  [paths.claims]: 'linked from the board page while a claim waits; the fixture has none',
};

let actors: OAuthTestClient;
let names: SampleNames;
before(async () => {
  actors = await prepareOAuthTestClient(await startService());
  names = await createSampleData(actors);
});

const patternOf = ({ path }: Page) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);

describe('every page', () => {
  it('is linked from another page, or it is listed how people get there', async () => {
    const all: readonly Page[] = pages;
    const linked = new Set<string>();
    for (const viewer of [...viewers, null]) {
      const browser = openBrowser(actors.service);
      if (viewer !== null)
        await browser.submit(await browser.get('/login'), '/login', {
          email: `${viewer}@example.org`,
          password,
        });
      for (const page of all) {
        const { html, location } = await browser.get(pageAddress(page, names, actors));
        const own = patternOf(page);
        const targets = [
          location ?? '',
          ...(html.startsWith('<!doctype') ? listOpeningTags(html, 'a', 'form') : []).map(
            ({ attributes }) => attributes.get('href') ?? attributes.get('action') ?? '',
          ),
        ];
        for (const target of targets) {
          const path = target.split(/[?#]/, 1)[0] ?? '';
          if (!own.test(path)) linked.add(path);
        }
      }
    }
    const literal = new Set<string>(all.map(({ path }) => path).filter((path) => !path.includes('{')));
    const unlinked = all.filter((page) => {
      const pattern = patternOf(page);
      return ![...linked].some((path) => path === page.path || (pattern.test(path) && !literal.has(path)));
    });
    assert.deepEqual(
      unlinked.map(({ path }) => path).sort(),
      Object.keys(reachedOtherwise).sort(),
      'Link the page from another one, or say in `reachedOtherwise` how people get there.',
    );
    assert.ok(linked.has(paths.today));
  });
});
