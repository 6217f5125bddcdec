import assert from 'node:assert/strict';
import type { TestService } from '../harness/service.ts';
import type { Persona } from '../harness/village.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';
import { password } from '../oauth/oauth-test-client.ts';

/** A browser without script, signed in as one of the test users. */
export async function signIn(
  service: Pick<TestService, 'url'>,
  persona: Persona,
  language: 'en' | 'ru' = 'en',
): Promise<Browser> {
  const browser = openBrowser(service, service.url, language);
  const fields = { email: `${persona}@example.org`, password };
  const done = await browser.submit(await browser.get('/login'), '/login', fields);
  assert.equal(done.status, 303);
  // Sets the language cookie: the account language is English.
  await browser.get(`/more?lang=${language}`);
  return browser;
}

/** The visible text: tags removed, white space collapsed. */
export function visibleText(html: string): string {
  return html
    .replaceAll(/<(script|style|datalist)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll(/[\s\u00a0]+/g, ' ');
}
