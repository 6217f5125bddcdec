import { hiddenFormFields } from '../../ui/form-field-names.ts';
import { createPhotoKey, uploadPhotograph } from '../photos/upload.ts';
import { post } from '../post.ts';
import type { OutboxEntry, PhotoAddress } from './device-store.ts';

export type SendOutcome =
  | { readonly is: 'sent'; readonly url: string; readonly text: string }
  | { readonly is: 'refused'; readonly text: string; readonly page: Document; readonly url: string }
  /** Signed out, or signed in as another account. */
  | { readonly is: 'stranger' }
  /** Offline, or the server is busy: retry later. */
  | { readonly is: 'waits' };

/** Timeout of the token request, which also tests the connection before a large body is sent. */
const tokenTimeoutMs = 10_000;
/** Without progress for this long the connection counts as lost. */
const stallTimeoutMs = 120_000;

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
    ...(form.dataset.outboxDay && { dayField: form.dataset.outboxDay }),
    ...findPhotoAddress(form),
  };
}

/** Y-m-d on this device. */
const formatLocalDay = (at: number) => new Date(at).toLocaleDateString('sv');

/** What waited until another day says on which one it was written. */
function dateFields({ fields, dayField, at }: OutboxEntry): OutboxEntry['fields'] {
  const day = formatLocalDay(at);
  if (!dayField || day === formatLocalDay(Date.now())) return fields;
  return fields.map(([name, value]) => [name, name === dayField ? value || day : value] as const);
}

/** Photographs whose subject exists can be sent by themselves; see islands/photos. */
function findPhotoAddress(form: HTMLFormElement): { photos?: PhotoAddress } {
  const { props } = form.querySelector<HTMLElement>('[data-island="photos"]')?.dataset ?? {};
  const { field, idField, subject, sendTo } = JSON.parse(props ?? '{}') as PhotoProps;
  if (!subject) return {};
  return { photos: { field, idField, url: `${sendTo}?${new URLSearchParams(subject)}` } };
}

interface PhotoProps {
  readonly field: string;
  readonly idField: string;
  readonly subject?: Record<string, string>;
  readonly sendTo: string;
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

export interface SendOptions {
  readonly account: string;
  /** Keeps the notice for the page that is opened next. */
  readonly isWatched: boolean;
  onProgress(percent: number): void;
  /** Stores the entry once a photograph of it has arrived. */
  keep(entry: OutboxEntry): Promise<void>;
}

/** Sends an entry. Its idempotency key makes retries safe when a response was lost. */
export async function sendEntry(queued: OutboxEntry, options: SendOptions): Promise<SendOutcome> {
  const { account, isWatched } = options;
  try {
    const token = await fetchFormToken(account);
    if (token === null) return { is: 'stranger' };
    const total = countBytes(queued) || 1;
    const report = (bytes: number) => options.onProgress(Math.min(100, Math.floor((bytes / total) * 100)));
    const entry = await sendPhotographs(queued, token, options, report);
    if (entry === null) return { is: 'waits' };
    const arrived = total - countBytes(entry);
    const answer = await post({
      url: entry.url,
      body: buildBody(entry),
      headers: { 'x-form-token': token, ...(isWatched && { 'x-notice': 'keep' }) },
      stallTimeoutMs,
      onProgress: (bytes) => report(arrived + bytes),
    }).done;
    if (answer.status === 401) return { is: 'stranger' };
    if (answer.status === 0 || answer.status === 429 || answer.status >= 500) return { is: 'waits' };
    const isOk = answer.status < 300;
    const page = new DOMParser().parseFromString(answer.text, 'text/html');
    if (page.documentElement.dataset.account !== account && isOk) return { is: 'stranger' };
    const notice = page.querySelector<HTMLElement>('[data-notice]');
    const text = notice?.textContent?.trim() ?? '';
    if (isOk && notice?.dataset.notice !== 'problem') return { is: 'sent', url: answer.url, text };
    return { is: 'refused', text: text || readRefusal(page), page, url: answer.url };
  } catch {
    return { is: 'waits' };
  }
}

/** Sends each photograph by itself, and puts its id in place of the file; null when the connection broke. */
async function sendPhotographs(
  queued: OutboxEntry,
  token: string,
  { keep }: SendOptions,
  report: (bytes: number) => void,
): Promise<OutboxEntry | null> {
  const { photos } = queued;
  if (!photos) return queued;
  const formKey = queued.fields.find(([name]) => name === hiddenFormFields.key)?.[1];
  let entry = queued;
  let arrived = 0;
  for (const [name, file] of queued.fields) {
    if (name !== photos.field || !(file instanceof File)) continue;
    let hasMoved = false;
    const sent = await uploadPhotograph({
      url: `${photos.url}&${new URLSearchParams({ name: file.name })}`,
      token,
      key: await createPhotoKey(String(formKey), file),
      blob: file,
      isContinued: true,
      onProgress(bytes) {
        hasMoved ||= bytes > 0;
        report(arrived + bytes);
      },
    }).done;
    if ('later' in sent && hasMoved) return null;
    // One that cannot be sent by itself, though the site answers, goes with the form; so does a refused one, because the
    // page then says which was not taken, and why.
    if ('later' in sent || 'fault' in sent) continue;
    arrived += file.size;
    const fields = entry.fields.map((field) =>
      field[1] === file ? ([photos.idField, sent.id] as const) : field,
    );
    entry = { ...entry, fields };
    await keep(entry);
  }
  return entry;
}

function countBytes({ fields }: OutboxEntry): number {
  return fields.reduce((sum, [, value]) => sum + (typeof value === 'string' ? 0 : value.size), 0);
}

function buildBody(entry: OutboxEntry): FormData | URLSearchParams {
  const body = entry.isMultipart ? new FormData() : new URLSearchParams();
  for (const [name, value] of dateFields(entry)) (body as FormData).append(name, value as string);
  return body;
}

function readRefusal(page: Document): string {
  const errorBox = page.querySelector('.errors') ?? page.querySelector('main .head');
  return [...(errorBox?.querySelectorAll('p, li, h1') ?? [])]
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
  for (const [name, value] of [[hiddenFormFields.token, token] as const, ...dateFields(entry)]) {
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
