import { formFields } from '../../ui/form-field-names.ts';
import type { Waiting } from './store.ts';

export type Outcome =
  | { readonly is: 'sent'; readonly url: string; readonly text: string }
  | { readonly is: 'refused'; readonly text: string }
  /** Nobody is signed in, or somebody else. */
  | { readonly is: 'stranger' }
  /** No line, or the service has no time just now. */
  | { readonly is: 'waits' };

/** The line is tried with a question this small first. */
const tokenMilliseconds = 10_000;
const postMilliseconds = 120_000;
/** Photographs take their time on a bad line: so many bytes have to leave in a millisecond, 80 kbit/s. */
const slowestBytes = 10;

/** What a form would send, in its order, without the token. */
export function readForm(form: HTMLFormElement, submitter: HTMLElement | null): Waiting {
  const fields = [...new FormData(form, submitter)].filter(
    ([name, value]) => name !== formFields.token && !(value instanceof File && value.size === 0),
  );
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
  return {
    id: crypto.randomUUID(),
    at: Date.now(),
    url: new URL(action, location.href).href,
    isMultipart: form.enctype === 'multipart/form-data',
    fields,
    title: form.dataset.outbox || document.querySelector('h1')?.textContent || document.title,
    text: findText(form),
  };
}

/** The longest of what was typed; what was chosen from a list has another name on the page. */
function findText(form: HTMLFormElement): string {
  const typed = form.querySelectorAll<HTMLTextAreaElement>('textarea, input[type="text"], input:not([type])');
  const longest = [...typed].map(({ value }) => value).reduce((a, b) => (b.length > a.length ? b : a), '');
  return longest.length > 160 ? `${longest.slice(0, 160)}…` : longest;
}

/** For the next thing that is meant: a page that was kept, or stays open, would show the key of the one before. */
export function renewKey(form: HTMLFormElement): void {
  const field = form.elements.namedItem(formFields.key);
  if (field instanceof HTMLInputElement) field.value = crypto.randomUUID();
}

/** The token that today's session wants, or null when the session is not this account's. */
export async function fetchToken(account: string): Promise<string | null> {
  const answer = await fetch('/form-token', { signal: AbortSignal.timeout(tokenMilliseconds) });
  if (!answer.ok) throw answer;
  const known: { account: string | null; token: string } = await answer.json();
  return known.account === account ? known.token : null;
}

/**
 * Sends it once. The key goes along each time, so that what arrived and whose answer was lost is done once. `isWatched`
 * leaves the notice for the page that is opened next.
 */
export async function send(entry: Waiting, account: string, isWatched: boolean): Promise<Outcome> {
  try {
    const token = await fetchToken(account);
    if (token === null) return { is: 'stranger' };
    const answer = await fetch(entry.url, {
      method: 'POST',
      body: writeBody(entry),
      headers: { 'x-form-token': token, ...(isWatched && { 'x-notice': 'keep' }) },
      signal: AbortSignal.timeout(postMilliseconds + countBytes(entry) / slowestBytes),
    });
    if (answer.status === 401) return { is: 'stranger' };
    if (answer.status === 429 || answer.status >= 500) return { is: 'waits' };
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (page.documentElement.dataset.account !== account && answer.ok) return { is: 'stranger' };
    const notice = page.querySelector<HTMLElement>('[data-notice]');
    const text = notice?.textContent?.trim() ?? '';
    if (answer.ok && notice?.dataset.notice !== 'problem') return { is: 'sent', url: answer.url, text };
    return { is: 'refused', text: text || readRefusal(page) };
  } catch {
    return { is: 'waits' };
  }
}

function countBytes({ fields }: Waiting): number {
  return fields.reduce((sum, [, value]) => sum + (typeof value === 'string' ? value.length : value.size), 0);
}

function writeBody({ fields, isMultipart }: Waiting): FormData | URLSearchParams {
  const body = isMultipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of fields) (body as FormData).append(name, value as string);
  return body;
}

function readRefusal(page: Document): string {
  const said = page.querySelector('.errors') ?? page.querySelector('main .head');
  return [...(said?.querySelectorAll('p, li, h1') ?? [])]
    .map((line) => line.textContent?.trim())
    .filter(Boolean)
    .join(' ');
}

/** The same form on a page of its own, as if it had been sent by hand: the service shows its refusal and what was typed. */
export async function sendByHand(entry: Waiting, account: string): Promise<void> {
  const token = (await fetchToken(account)) ?? '';
  const form = document.createElement('form');
  form.method = 'post';
  form.action = entry.url;
  if (entry.isMultipart) form.enctype = 'multipart/form-data';
  form.hidden = true;
  // The service reads nothing of a form before its token.
  for (const [name, value] of [[formFields.token, token] as const, ...entry.fields]) {
    const input = document.createElement('input');
    input.name = name;
    if (typeof value === 'string') {
      input.type = 'hidden';
      input.value = value;
    } else {
      input.type = 'file';
      const files = new DataTransfer();
      files.items.add(value);
      input.files = files.files;
    }
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
