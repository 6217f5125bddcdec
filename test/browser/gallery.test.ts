import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { skins } from '../../src/web/ui/shell.tsx';
import { startService, type TestService } from '../harness/service.ts';
import { findChromium, launchChromium } from './chromium.ts';
import { type Look, openWindow } from './window.ts';

const executable = findChromium();
const required = Boolean(process.env.REQUIRE_CHROMIUM);
const notice = 'no Chromium is installed here: NO PART OF A PAGE WAS SEEN IN A BROWSER (CHROMIUM names one)';
if (executable === undefined && !required) console.warn(`test/browser: ${notice}`);

const looks: Look[] = (['light', 'dark'] as const).flatMap((colorScheme) => [
  { language: 'ru', width: 360, colorScheme },
  { language: 'en', width: 1280, colorScheme },
]);

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

  for (const look of looks)
    it(`have no barrier and keep the policy: ${Object.values(look).join(', ')}`, async () => {
      const window = await openWindow(browser, service.url, look);
      await window.visit('/ui', `ui-${look.colorScheme}`);
      await window.visit('/ui?as=nobody', `ui-open-${look.colorScheme}`);
      for (const skin of skins.slice(2))
        await window.visit(`/ui?skin=${skin}`, `ui-${skin}-${look.colorScheme}`);
      await window.close();
    });
});
