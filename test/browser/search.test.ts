import { before, describe, it } from 'node:test';
import type { OAuthTestClient } from '../oauth/oauth-test-client.ts';
import { createSampleData } from '../web/cases/sample-data.ts';
import { prepareBrowser } from './browser-setup.ts';
import type { BrowserWindow, Look } from './browser-window.ts';
import { waitForFocus } from './focus.ts';
import { signIn } from './sign-in.ts';

const stage = prepareBrowser('search');

describe('search in a browser', { skip: stage.skip }, () => {
  let actors: OAuthTestClient;
  before(async () => {
    actors = await stage.openWithActors();
    await createSampleData(actors);
  });

  async function openAsResident(look: Look): Promise<BrowserWindow> {
    const window = await stage.openWindow(look);
    await signIn(window, 'resident');
    return window;
  }

  it('suggests results while typing on a desktop, and opens the chosen one', async () => {
    const window = await openAsResident({ language: 'en', width: 1280, colorScheme: 'dark' });
    const { page } = window;
    await page.getByLabel('Search the village and the advice').and(page.locator('input')).first().focus();
    await page.keyboard.type('насос');
    await page.getByRole('option', { name: /Насос/ }).waitFor();
    await window.inspect('search-typing');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/knowledge/**');
    await window.close();
  });

  it('opens from the search icon on a phone, focuses the field, suggests and shows results', async () => {
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

  it('shows the page of results without script', async () => {
    const context = await stage.browser.newContext({ baseURL: actors.service.url, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto('/search?lang=ru');
    await page.locator('main [name="q"]').fill('насос');
    await page.locator('main [name="q"]').press('Enter');
    await page.getByRole('heading', { name: 'Советы' }).waitFor();
    await context.close();
  });
});
