import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import type { Language } from '../../src/base/i18n/text.ts';
import { maxWaitMilliseconds } from '../harness/wait-until.ts';

/** Pages with thousands of elements: contrast is checked on desktop only, because it takes most of the time. */
const longPages = ['/docs'];
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Language, viewport width and colour scheme of a browser context. */
export interface Look {
  language: Language;
  width: number;
  colorScheme: 'light' | 'dark';
}

export interface BrowserWindow {
  page: Page;
  look: Look;
  /** Opens a path in the language of this look and inspects the page. */
  visit(path: string, name: string, status?: number): Promise<void>;
  /** Faults of the open page; takes a screenshot. */
  findFaults(name: string): Promise<string[]>;
  /** Collects the faults until `close`, so that one run reports all of them. */
  inspect(name: string): Promise<void>;
  /** Fails when any inspected page had a fault. */
  close(): Promise<void>;
}

/** Browser context that records policy violations, script errors and failed requests. */
export async function openWindow(browser: Browser, baseUrl: string, look: Look): Promise<BrowserWindow> {
  const { language, width, colorScheme } = look;
  const context = await browser.newContext({
    baseURL: baseUrl,
    viewport: { width, height: width < 600 ? 740 : 900 },
    hasTouch: width < 600,
    colorScheme,
    // The browser's locale is the other language, so that the shown one comes from the user's choice.
    locale: language === 'ru' ? 'en-GB' : 'ru-RU',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  context.setDefaultTimeout(maxWaitMilliseconds);
  const noted = new Set<string>();
  const found: string[] = [];
  await context.exposeFunction('noteViolation', (what: string) => void noted.add(what));
  await context.addInitScript(`
    document.addEventListener('securitypolicyviolation', (event) =>
      window.noteViolation('policy: ' + event.violatedDirective + ' refused ' + event.blockedURI + ' ' + event.sample));
  `);
  const page = await context.newPage();
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) noted.add(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => {
    // On a busy machine a view transition may time out and be skipped.
    if (!error.message.startsWith('Transition was ')) noted.add(`script: ${error.message}`);
  });
  page.on('response', (response) => {
    // A refused form (422) is a valid response to a scripted POST.
    const isRefusedForm = response.status() === 422 && response.request().method() === 'POST';
    if (response.status() >= 400 && response.request().resourceType() !== 'document' && !isRefusedForm)
      noted.add(`asset: ${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    // Leaving a page aborts its pending requests.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') noted.add(`request: ${request.url()}`);
  });

  const window: BrowserWindow = {
    page,
    look,
    async visit(path, name, status = 200) {
      const address = new URL(path, baseUrl);
      address.searchParams.set('lang', language);
      const response = await page.goto(address.href);
      assert.equal(response?.status(), status, path);
      assert.equal(new URL(page.url()).pathname, address.pathname, 'no redirect');
      await window.inspect(name);
    },
    async findFaults(name) {
      await page.waitForLoadState('load');
      const faults = [
        ...(await findAxeViolations(page, look)),
        ...(await findOverflow(page)),
        ...(await findSplitElements(page)),
        ...(await findBrokenWords(page)),
      ];
      // Hiding the caret would inject a style sheet, which the page's policy refuses.
      await page.screenshot({
        path: `screenshots/${language}-${width}-${name}.png`,
        fullPage: true,
        caret: 'initial',
      });
      faults.push(...noted);
      noted.clear();
      return faults;
    },
    async inspect(name) {
      assert.equal(await page.locator('html').getAttribute('lang'), language, name);
      found.push(...(await window.findFaults(name)).map((fault) => `${name}: ${fault}`));
    },
    async close() {
      await context.close();
      assert.deepEqual(found, [], `${language}, ${width}, ${colorScheme}`);
    },
  };
  return window;
}

/** All axe-core violations. Evaluated through DevTools, because the page's policy forbids injected scripts. */
async function findAxeViolations(page: Page, { width }: Look): Promise<string[]> {
  const contrast = width > 600 || !longPages.includes(new URL(page.url()).pathname);
  await page.evaluate(axeSource);
  const { violations } = (await page.evaluate(
    `axe.run(document, {
      resultTypes: ['violations'], preload: false, rules: { 'color-contrast': { enabled: ${contrast} } },
    })`,
  )) as AxeResults;
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .slice(0, 5)
      .map((node) => `axe: ${id} ${node.target.join(' ')} ${node.html.slice(0, 200)} ${node.failureSummary}`),
  );
}

function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('body *')]
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 0.5)
      .slice(0, 5)
      .map((element) => element.outerHTML.slice(0, 120));
    return [`overflow: ${scrollWidth} of ${clientWidth}: ${wide.join(' | ')}`];
  });
}

/** Elements split over two columns. */
function findSplitElements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('summary, .card, .button')]
      .filter((element) => element.getClientRects().length > 1)
      .map((element) => `torn over columns: ${element.outerHTML.slice(0, 120)}`),
  );
}

/** Words on buttons that break over two lines. */
function findBrokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('.button, button, .tabs a, .dock a')].flatMap((button) => {
      const broken: string[] = [];
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        // Visually hidden texts have a box of 1 px.
        if ((text.parentElement?.getBoundingClientRect().width ?? 0) <= 1) continue;
        for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[\p{L}\d]+/gu)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1)
            broken.push(`broken word: ${word} in ${button.outerHTML.slice(0, 120)}`);
        }
      }
      return broken;
    }),
  );
}
