import { texts as loginTexts } from '../../src/entry/web/pages/sign-in/login.tsx';
import { password } from '../oauth/oauth-test-client.ts';
import type { BrowserWindow } from './browser-window.ts';

type Tab = Pick<BrowserWindow, 'page' | 'look'>;
export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A persona of the test village, or somebody else by their credentials. */
export async function signIn(tab: Tab, who: string | Credentials): Promise<void> {
  const { page, look } = tab;
  await page.goto(`/login?lang=${look.language}`);
  await sendSignInForm(tab, who);
  await page.waitForURL('**/today*');
}

/** Fills in the sign-in form that is open, by its labels, and sends it. */
export async function sendSignInForm(
  { page, look: { language } }: Tab,
  who: string | Credentials,
): Promise<void> {
  const given = typeof who === 'string' ? { email: `${who}@example.org`, password } : who;
  await page.getByLabel(loginTexts.email[language]).fill(given.email);
  await page.getByLabel(loginTexts.password[language], { exact: true }).fill(given.password);
  await page.getByRole('button', { name: loginTexts.submit[language], exact: true }).click();
}
