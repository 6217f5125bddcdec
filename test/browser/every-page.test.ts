import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page as Tab } from 'playwright-core';
import type { Page } from '../../src/web/page.ts';
import { pages } from '../../src/web/pages.ts';
import { startService } from '../harness/service.ts';
import { type Actors, password, prepareActors } from '../oauth/actors.ts';
import { type Viewer, viewers } from '../web/cases/case.ts';
import { addressOf, statusOf } from '../web/cases/index.ts';
import { makeOneOfEach, type Names } from '../web/cases/one-of-each.ts';
import { findChromium, launchChromium } from './chromium.ts';
import { findSmallTargets } from './small-targets.ts';
import { type Look, openWindow, type Window } from './window.ts';

const executable = findChromium();
const required = Boolean(process.env.REQUIRE_CHROMIUM);
const notice = 'no Chromium is installed here: NOT EVERY PAGE WAS SEEN IN A BROWSER (CHROMIUM names one)';
if (executable === undefined && !required) console.warn(`test/browser: ${notice}`);

const all: readonly Page[] = pages;
/** Who sees the page itself, and not what it answers others. */
const viewerOf = (page: Page): Viewer | undefined => viewers.find((each) => statusOf(page, each) === 200);

const skip = executable === undefined && !required && notice;
describe('every page in a browser', { skip }, () => {
  let browser: Browser;
  let actors: Actors;
  let names: Names;
  before(async () => {
    assert.ok(executable, notice);
    browser = await launchChromium(executable);
    actors = await prepareActors(await startService());
    names = await makeOneOfEach(actors);
  });
  after(() => browser?.close());

  async function openAs(viewer: Viewer, look: Look): Promise<Window> {
    const window = await openWindow(browser, actors.service.url, look);
    const { page } = window;
    await page.goto(`/login?lang=${look.language}`);
    await page.locator('[name="email"]').fill(`${viewer}@example.org`);
    await page.locator('[name="password"]').fill(password);
    await page.locator('form[action="/login"] button[type="submit"]').click();
    await page.waitForURL('**/today*');
    return window;
  }

  /** Every page as somebody who may see it, in one window for each of them. */
  async function visitEach(look: Look, check: (tab: Tab, path: string) => Promise<string[]>): Promise<void> {
    const faults: string[] = [];
    for (const viewer of viewers) {
      const own = all.filter((page) => viewerOf(page) === viewer);
      if (own.length === 0) continue;
      const window = await openAs(viewer, look);
      for (const page of own) {
        await window.page.goto(addressOf(page, names, actors));
        faults.push(...(await check(window.page, page.path)).map((fault) => `${page.path}: ${fault}`));
      }
      await window.page.context().close();
    }
    assert.deepEqual(faults, []);
  }

  it('fits into 320 pixels, with every target 48 high', async () => {
    await visitEach({ language: 'ru', width: 320, colorScheme: 'light' }, async (tab) => [
      ...(await findSideways(tab)),
      ...(await findSmallTargets(tab)),
    ]);
  });

  it('keeps one column with the largest letters, and on a desk that is zoomed to twice its size', async () => {
    await visitEach({ language: 'ru', width: 360, colorScheme: 'light' }, async (tab) => {
      await tab.evaluate(() => {
        document.documentElement.style.fontSize = '200%';
      });
      return findSideways(tab);
    });
    await visitEach({ language: 'en', width: 640, colorScheme: 'light' }, findSideways);
  });

  for (const look of [
    { language: 'ru', width: 360, colorScheme: 'light' },
    { language: 'en', width: 1280, colorScheme: 'dark' },
  ] as const)
    it(`has no barrier and keeps the policy: ${Object.values(look).join(', ')}`, async () => {
      for (const viewer of viewers) {
        const own = all.filter((page) => viewerOf(page) === viewer);
        if (own.length === 0) continue;
        const window = await openAs(viewer, look);
        for (const page of own) {
          const address = addressOf(page, names, actors);
          await window.page.goto(`${address}${address.includes('?') ? '&' : '?'}lang=${look.language}`);
          await window.inspect(`every-${look.colorScheme}-${page.path.replaceAll(/\W+/g, '-')}`);
        }
        await window.close();
      }
    });
});

/** What sticks out at the side, if the page can be moved there. */
function findSideways(tab: Tab): Promise<string[]> {
  return tab.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('main *, header *, footer *, nav *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .slice(0, 4)
      .map((element) => element.outerHTML.slice(0, 100));
    return [`${scrollWidth} of ${clientWidth}: ${wide.join(' | ')}`];
  });
}
