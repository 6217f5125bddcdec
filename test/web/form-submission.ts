import assert from 'node:assert/strict';
import type { TestService } from '../harness/service.ts';
import type { Browser, Page } from '../oauth/browser.ts';

const decodeEntities = (text = '') =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

/** The fields of a form by its id, as a browser without script would send them. */
export function readFields(html: string, id: string): [string, string][] {
  const form = new RegExp(`<form id="${id}"[\\s\\S]*?</form>`).exec(html)?.[0] ?? '';
  assert.ok(form, html.slice(0, 500));
  const fields: [string, string][] = [];
  for (const [input] of form.matchAll(/<input\b[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    if (!name || /type="file"/.test(input)) continue;
    if (/type="(radio|checkbox)"/.test(input) && !/ checked/.test(input)) continue;
    fields.push([name, decodeEntities(/value="([^"]*)"/.exec(input)?.[1])]);
  }
  for (const [, name = '', options = ''] of form.matchAll(
    /<select[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/select>/g,
  ))
    fields.push([name, decodeEntities(/<option(?=[^>]* selected)[^>]*value="([^"]*)"/.exec(options)?.[1])]);
  // HTML: the first line break of a textarea is ignored.
  for (const [, name = '', text = ''] of form.matchAll(
    /<textarea[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/textarea>/g,
  ))
    fields.push([name, decodeEntities(text.replace(/^\n/, '')).replaceAll('\r\n', '\n')]);
  return fields;
}

/** Posts the form as multipart with changed fields, files last. */
export async function submitForm(
  { url }: Pick<TestService, 'url'>,
  browser: Browser,
  page: Page,
  id: string,
  changes: Record<string, string>,
  files: readonly Buffer[] = [],
): Promise<Page> {
  const action = new RegExp(`<form id="${id}"[^>]*action="([^"]*)"`).exec(page.html)?.[1];
  const data = new FormData();
  for (const [name, value] of readFields(page.html, id)) if (!(name in changes)) data.append(name, value);
  for (const [name, value] of Object.entries(changes)) data.append(name, value);
  files.forEach((bytes, index) => {
    data.append('photos', new Blob([new Uint8Array(bytes)]), `${index}.jpg`);
  });
  const reply = await fetch(new URL(decodeEntities(action), url), {
    method: 'POST',
    body: data,
    redirect: 'manual',
    headers: { cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  });
  for (const cookie of reply.headers.getSetCookie()) {
    const pair = cookie.split(';', 1)[0] ?? '';
    browser.cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
  }
  const { status, headers } = reply;
  return { status, headers, location: headers.get('location'), html: await reply.text() };
}
