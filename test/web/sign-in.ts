import assert from 'node:assert/strict';
import type { TestService } from '../harness/service.ts';
import type { Persona } from '../harness/village.ts';
import { password } from '../oauth/actors.ts';
import { type Browser, openBrowser } from '../oauth/browser.ts';

/** A browser without script in which one of the village is signed in. */
export async function signIn(
  service: Pick<TestService, 'url'>,
  persona: Persona,
  language: 'en' | 'ru' = 'en',
): Promise<Browser> {
  const browser = openBrowser(service, service.url, language);
  const fields = { email: `${persona}@example.org`, password };
  const done = await browser.submit(await browser.get('/login'), '/login', fields);
  assert.equal(done.status, 303);
  // The account's own language is English; this browser chose another.
  await browser.get(`/more?lang=${language}`);
  return browser;
}

/** What a person reads: words without tags, a space for every break. */
export function wordsOf(html: string): string {
  return html
    .replaceAll(/<(script|style|datalist)\b[\s\S]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll(/[\s\u00a0]+/g, ' ');
}
