import { hiddenFormFields } from '../../ui/form-field-names.ts';
import type { OutboxEntry } from './device-store.ts';

export type SendOutcome =
  | { readonly is: 'sent'; readonly url: string; readonly text: string }
  | { readonly is: 'refused'; readonly text: string }
  /** Signed out, or signed in as another account. */
  | { readonly is: 'stranger' }
  /** Offline, or the server is busy: retry later. */
  | { readonly is: 'waits' };

/** Timeout of the token request, which also tests the connection before a large body is sent. */
const tokenTimeoutMs = 10_000;
const postTimeoutMs = 120_000;
/** Slowest accepted upload in bytes per millisecond (80 kbit/s): extends the timeout of large forms. */
const minBytesPerMs = 10;

/** The fields of a form in document order, without the token. */
export function readFormEntry(form: HTMLFormElement, submitter: HTMLElement | null): OutboxEntry {
  const fields = [...new FormData(form, submitter)].filter(
    ([name, value]) => name !== hiddenFormFields.token && !(value instanceof File && value.size === 0),
  );
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '';
  return {
    id: crypto.randomUUID(),
    at: Date.now(),
    url: new URL(action, location.href).href,
    isMultipart: form.enctype === 'multipart/form-data',
    fields,
    title: form.dataset.outbox || document.querySelector('h1')?.textContent || document.title,
    text: findPreviewText(form),
  };
}

/** The longest typed text as a preview; select values would be wire names. */
function findPreviewText(form: HTMLFormElement): string {
  const typed = form.querySelectorAll<HTMLTextAreaElement>('textarea, input[type="text"], input:not([type])');
  const longest = [...typed].map(({ value }) => value).reduce((a, b) => (b.length > a.length ? b : a), '');
  return longest.length > 160 ? `${longest.slice(0, 160)}…` : longest;
}

/** A cached page, or one that stays open, would send the next form with the key of the previous one. */
export function renewIdempotencyKey(form: HTMLFormElement): void {
  const field = form.elements.namedItem(hiddenFormFields.key);
  if (field instanceof HTMLInputElement) field.value = crypto.randomUUID();
}

/** The form token of the current session; null when it belongs to another account. */
export async function fetchFormToken(account: string): Promise<string | null> {
  const answer = await fetch('/form-token', { signal: AbortSignal.timeout(tokenTimeoutMs) });
  if (!answer.ok) throw answer;
  const known: { account: string | null; token: string } = await answer.json();
  return known.account === account ? known.token : null;
}

/**
 * Sends an entry. Its idempotency key makes retries safe when a response was lost. `isWatched` keeps the notice for
 * the page that is opened next.
 */
export async function sendEntry(
  entry: OutboxEntry,
  account: string,
  isWatched: boolean,
): Promise<SendOutcome> {
  try {
    const token = await fetchFormToken(account);
    if (token === null) return { is: 'stranger' };
    const answer = await fetch(entry.url, {
      method: 'POST',
      body: buildBody(entry),
      headers: { 'x-form-token': token, ...(isWatched && { 'x-notice': 'keep' }) },
      signal: AbortSignal.timeout(postTimeoutMs + countBytes(entry) / minBytesPerMs),
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

function countBytes({ fields }: OutboxEntry): number {
  return fields.reduce((sum, [, value]) => sum + (typeof value === 'string' ? value.length : value.size), 0);
}

function buildBody({ fields, isMultipart }: OutboxEntry): FormData | URLSearchParams {
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

/** Submits the entry as a normal form, so that the server renders its errors with the values. */
export async function submitAsPage(entry: OutboxEntry, account: string): Promise<void> {
  const token = (await fetchFormToken(account)) ?? '';
  const form = document.createElement('form');
  form.method = 'post';
  form.action = entry.url;
  if (entry.isMultipart) form.enctype = 'multipart/form-data';
  form.hidden = true;
  // The token must be the first field.
  for (const [name, value] of [[hiddenFormFields.token, token] as const, ...entry.fields]) {
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
