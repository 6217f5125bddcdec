import type { TestService } from '../harness/service.ts';

/** A browser without a screen: keeps cookies, follows no redirects, reads forms from the page and posts them. */
export interface Browser {
  get(path: string, headers?: Record<string, string>): Promise<Page>;
  /** Posts the form with this action, with its hidden fields and the given ones. */
  submit(page: Page, action: string, fields?: Record<string, string | string[]>): Promise<Page>;
  /** The same with files in the field `photos`, as a browser without JavaScript sends them. */
  submitFiles(
    page: Page,
    action: string,
    fields: Record<string, string | string[]>,
    files: readonly { name: string; bytes: Uint8Array }[],
  ): Promise<Page>;
  post(
    path: string,
    fields: Record<string, string | string[]>,
    headers?: Record<string, string>,
  ): Promise<Page>;
  cookies: Map<string, string>;
}

export interface Page {
  status: number;
  html: string;
  location: string | null;
  headers: Headers;
}

export function openBrowser(service: Pick<TestService, 'url'>, base = service.url, language = 'en'): Browser {
  const cookies = new Map<string, string>();
  async function send(path: string, init: RequestInit): Promise<Page> {
    const response = await fetch(new URL(path, base), {
      ...init,
      redirect: 'manual',
      headers: {
        'accept-language': language,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(init.headers as object),
      },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split(';');
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
      if (attributes.some((attribute) => attribute.trim() === 'Max-Age=0')) cookies.delete(name);
      else cookies.set(name, value);
    }
    return {
      status: response.status,
      html: await response.text(),
      location: response.headers.get('location'),
      headers: response.headers,
    };
  }
  const post: Browser['post'] = (path, fields, headers = {}) => {
    const body = new URLSearchParams();
    for (const [name, value] of Object.entries(fields))
      for (const each of Array.isArray(value) ? value : [value]) body.append(name, each);
    return send(path, { method: 'POST', body, headers });
  };
  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post,
    submit(page, action, fields = {}) {
      return post(action, { ...hiddenFields(page.html, action), ...fields });
    },
    submitFiles(page, action, fields, files) {
      const body = new FormData();
      for (const [name, value] of Object.entries({ ...hiddenFields(page.html, action), ...fields }))
        for (const each of Array.isArray(value) ? value : [value]) body.append(name, each);
      for (const { name, bytes } of files) body.append('photos', new Blob([new Uint8Array(bytes)]), name);
      return send(action, { method: 'POST', body });
    },
  };
}

export function hiddenFields(html: string, action: string): Record<string, string> {
  const form = html.match(/<form\b[\s\S]*?<\/form>/g)?.find((each) => each.includes(`action="${action}"`));
  if (form === undefined)
    throw new Error(`There is no form for ${action} on the page: ${html.slice(0, 400)}`);
  const fields: Record<string, string> = {};
  for (const [input] of form.matchAll(/<input\b[^>]*type="hidden"[^>]*>/g)) {
    const name = /name="([^"]*)"/.exec(input)?.[1];
    if (name !== undefined) fields[name] = decode(/value="([^"]*)"/.exec(input)?.[1] ?? '');
  }
  return fields;
}

function decode(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
