import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page as Tab } from 'playwright-core';
import type { Page } from '../../src/entry/web/page/page.ts';
import { pages } from '../../src/entry/web/pages.ts';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { expectedStatus, pageAddress } from '../web/cases/index.ts';
import { type Viewer, viewers } from '../web/cases/page-case.ts';
import { createSampleData, type SampleNames } from '../web/cases/sample-data.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { findLayoutFaults } from './layout-faults.ts';
import { signIn } from './sign-in.ts';
import { findSmallTargets } from './small-targets.ts';

const stage = prepareBrowser('PAGES WERE NOT INSPECTED IN A BROWSER');

/** All of them, or those whose path has one of the words in PAGES, as `PAGES=messages,help`. */
const all: readonly Page[] = pages.filter(
  ({ path }) =>
    process.env.PAGES === undefined || process.env.PAGES.split(',').some((word) => path.includes(word)),
);
/** The first persona who gets the page itself, not a refusal. */
const viewerOf = (page: Page): Viewer | undefined =>
  viewers.find((each) => expectedStatus(page, each) === 200);

describe('every page in a browser', { skip: stage.skip, concurrency: 2 }, () => {
  let actors: OAuthTestClient;
  let names: SampleNames;
  before(async () => {
    actors = await stage.openWithActors();
    names = await createSampleData(actors);
  });

  async function openAs(viewer: Viewer, look: Look): Promise<BrowserWindow> {
    const window = await stage.openWindow(look);
    await signIn(window, viewer);
    return window;
  }

  /** Opens every page as a persona who may see it, in one window per persona; reports all faults together. */
  async function lookAtEach(look: Look, further: (tab: Tab) => Promise<string[]>): Promise<void> {
    const faults: string[] = [];
    for (const viewer of viewers) {
      const own = all.filter((page) => viewerOf(page) === viewer);
      if (own.length === 0) continue;
      const window = await openAs(viewer, look);
      const { page: tab } = window;
      for (const page of own) {
        await tab.setViewportSize({ width: look.width, height: 740 });
        await tab.goto(pageAddress(page, names, actors));
        const name = `every-${look.colorScheme}${page.path.replaceAll(/\W+/g, '-')}`;
        const found = [...(await window.findFaults(name)), ...(await further(tab))];
        faults.push(...found.map((fault) => `${page.path}: ${fault}`));
      }
      await window.close();
    }
    assert.equal(faults.length, 0, faults.join('\n'));
  }

  it('is accessible on a phone in light colours, has touch targets of 48 px, and lays out at every width and size of letters', async () => {
    await lookAtEach({ language: 'ru', width: 360, colorScheme: 'light' }, async (tab) => [
      ...(await findSmallTargets(tab)),
      ...(await findLayoutFaults(tab)),
    ]);
  });

  it('is accessible on a desk in the dark, and lays out at every width and size of letters', async () => {
    await lookAtEach({ language: 'en', width: 1280, colorScheme: 'dark' }, findLayoutFaults);
  });
});
