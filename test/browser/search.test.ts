import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { startService } from '../harness/service.ts';
import { type Actors, password, prepareActors } from '../oauth/actors.ts';
import { makeOneOfEach } from '../web/cases/one-of-each.ts';
import { findChromium, launchChromium } from './chromium.ts';
import { waitForFocus } from './focus.ts';
import { type Look, openWindow, type Window } from './window.ts';

const executable = findChromium();
const required = Boolean(process.env.REQUIRE_CHROMIUM);
const notice = 'no Chromium is installed here: NOBODY SEARCHED IN A BROWSER (CHROMIUM names one)';
if (executable === undefined && !required) console.warn(`test/browser: ${notice}`);

const skip = executable === undefined && !required && notice;
describe('searching in a browser', { skip }, () => {
  let browser: Browser;
  let actors: Actors;
  before(async () => {
    assert.ok(executable, notice);
    browser = await launchChromium(executable);
    actors = await prepareActors(await startService());
    await makeOneOfEach(actors);
  });
  after(() => browser?.close());

  async function openAsResident(look: Look): Promise<Window> {
    const window = await openWindow(browser, actors.service.url, look);
    const { page } = window;
    await page.goto(`/login?lang=${look.language}`);
    await page.locator('[name="email"]').fill('resident@example.org');
    await page.locator('[name="password"]').fill(password);
    await page.locator('form[action="/login"] button[type="submit"]').click();
    await page.waitForURL('**/today*');
    return window;
  }

  it('offers the first hits while one types on a desk, and opens the chosen one', async () => {
    const window = await openAsResident({ language: 'en', width: 1280, colorScheme: 'dark' });
    const { page } = window;
    await page.getByRole('combobox').or(page.getByLabel('Search the village and the advice')).first().focus();
    await page.keyboard.type('насос');
    await page.getByRole('option', { name: /Насос/ }).waitFor();
    await window.inspect('search-typing');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/knowledge/**');
    await window.close();
  });

  it('is two taps away on a phone: the glass, the words, what was found', async () => {
    const window = await openAsResident({ language: 'ru', width: 360, colorScheme: 'light' });
    const { page } = window;
    await page.getByRole('link', { name: 'Найти', exact: true }).tap();
    await page.waitForURL('**/search');
    await waitForFocus(page.locator('[name="q"]'));
    await page.keyboard.type('насос');
    await page.getByRole('option', { name: /Насос/ }).waitFor();
    await window.inspect('search-phone-typing');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Советы' }).waitFor();
    await window.inspect('search-phone-found');
    await window.close();
  });

  it('shows the page of what was found without script', async () => {
    const context = await browser.newContext({ baseURL: actors.service.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/search?lang=ru');
    await page.locator('main [name="q"]').fill('насос');
    await page.locator('main [name="q"]').press('Enter');
    await page.getByRole('heading', { name: 'Советы' }).waitFor();
    await context.close();
  });
});
