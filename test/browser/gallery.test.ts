import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { startService, type TestService } from '../harness/service.ts';
import { findChromium, launchChromium } from './chromium.ts';
import { type Look, openWindow } from './window.ts';

const executable = findChromium();
const required = Boolean(process.env.REQUIRE_CHROMIUM);
const notice = 'no Chromium is installed here: NO PART OF A PAGE WAS SEEN IN A BROWSER (CHROMIUM names one)';
if (executable === undefined && !required) console.warn(`test/browser: ${notice}`);

/** Everything in both languages, schemes and widths; then the frame alone, and the other skins on a part with text. */
const seen: readonly (readonly [Look, ...paths: string[]])[] = [
  [{ language: 'ru', width: 360, colorScheme: 'light' }, '/ui', '/ui?as=nobody&part=words'],
  [{ language: 'en', width: 1280, colorScheme: 'dark' }, '/ui', '/ui?part=words&skin=contrast'],
  [{ language: 'ru', width: 1280, colorScheme: 'light' }, '/ui'],
  [{ language: 'en', width: 360, colorScheme: 'dark' }, '/ui', '/ui?part=words&skin=cool'],
];

const skip = executable === undefined && !required && notice;
describe('the parts of pages in a browser', { skip }, () => {
  let browser: Browser;
  let service: TestService;
  before(async () => {
    assert.ok(executable, notice);
    browser = await launchChromium(executable);
    service = await startService({});
  });
  after(() => browser?.close());

  for (const [look, ...paths] of seen)
    it(`have no barrier and keep the policy: ${Object.values(look).join(', ')}`, async () => {
      const window = await openWindow(browser, service.url, look);
      for (const path of paths)
        await window.visit(path, `ui-${look.colorScheme}-${path.replaceAll(/\W/g, '')}`);
      await window.close();
    });

  for (const [look] of seen.slice(0, 2))
    it(`open the sheet of what to write: ${Object.values(look).join(', ')}`, async () => {
      const window = await openWindow(browser, service.url, look);
      // Without an action bar, which takes the place of the dock.
      await window.page.goto(`/ui?part=none&lang=${look.language}`);
      await window.page.locator('[popovertarget="write-sheet"]:visible').first().click();
      await window.page.locator('#write-sheet .title').first().waitFor();
      await window.inspect(`ui-sheet-${look.colorScheme}`);
      await window.close();
    });
});
