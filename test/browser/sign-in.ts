import { texts as loginTexts } from '../../src/entry/web/pages/sign-in/login.tsx';
import { password } from '../oauth/oauth-test-client.ts';
import type { BrowserWindow } from './browser-window.ts';

/** Through the sign-in form, by its labels. */
export async function signIn(
  { page, look: { language } }: Pick<BrowserWindow, 'page' | 'look'>,
  name: string,
) {
  await page.goto(`/login?lang=${language}`);
  await page.getByLabel(loginTexts.email[language]).fill(`${name}@example.org`);
  await page.getByLabel(loginTexts.password[language]).fill(password);
  await page.getByRole('button', { name: loginTexts.submit[language], exact: true }).click();
  await page.waitForURL('**/today');
}
