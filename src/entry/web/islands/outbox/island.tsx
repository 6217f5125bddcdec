import { hiddenFormFields } from '../../ui/form-field-names.ts';
import { showBanner } from './banner.ts';
import {
  correctedEntryKey,
  type DeviceStore,
  deleteOtherAccountsData,
  openDeviceStore,
  postedDraftKey,
} from './device-store.ts';
import { attachDraft } from './draft.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { createOutboxList } from './outbox-list.ts';
import { fetchFormToken, readFormEntry, renewIdempotencyKey } from './send-entry.ts';

/**
 * Offline outbox: forms marked `data-outbox` are stored before they are sent, and retried until they arrive. Needs a
 * secure context; otherwise forms are posted normally.
 */
async function start(): Promise<void> {
  if (!isSecureContext || !navigator.locks) return;
  navigator.serviceWorker?.register('/worker.js').catch(() => {});
  const { account } = document.documentElement.dataset;
  if (!account) return;
  void deleteOtherAccountsData(account).catch(() => {});
  const phone = openDeviceStore(account);
  const list = document.querySelector<HTMLElement>('[data-outbox-list]');
  const drawList = list && createOutboxList(list, account);
  const outbox = createOutbox(account, phone, (state) => {
    showBanner(state);
    drawList?.(state, outbox);
  });
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset.leaving !== undefined) return void confirmSignOut(event, form, phone);
    if (form.dataset.outbox === undefined || event.defaultPrevented) return;
    // Such as a preview button.
    if (event.submitter?.dataset.enhance !== undefined) return;
    event.preventDefault();
    if (form.ariaBusy === 'true') return;
    form.ariaBusy = 'true';
    submitThroughOutbox(form, event.submitter, { account, phone, outbox }).finally(() => {
      form.ariaBusy = null;
    });
  });
  addEventListener('online', () => void outbox.hurry());
  document.addEventListener('visibilitychange', () => document.hidden || void outbox.hurry());
  const draft = popSessionItem(postedDraftKey);
  if (draft && document.querySelector('[data-notice="done"]')) await phone.forgetDraft(draft);
  const wake = (root: ParentNode) => {
    for (const form of root.querySelectorAll<HTMLFormElement>('form[data-draft]'))
      void attachDraft(form, phone);
    if (document.documentElement.dataset.kept) root.querySelectorAll('form').forEach(renewIdempotencyKey);
  };
  wake(document);
  addEventListener('region', (event) => wake(event.target as HTMLElement));
  await outbox.flush();
}

/** Signing out deletes the outbox: asks first if it is not empty. */
async function confirmSignOut(event: Event, form: HTMLFormElement, phone: DeviceStore): Promise<void> {
  event.preventDefault();
  const waiting = await phone.list().catch(() => []);
  const question = form.dataset.leaving?.replace('{count}', `${waiting.length}`);
  if (waiting.length === 0 || confirm(question)) form.submit();
}

async function submitThroughOutbox(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  { account, phone, outbox }: { account: string; phone: DeviceStore; outbox: Outbox },
): Promise<void> {
  const entry = readFormEntry(form, submitter);
  const outcome = await outbox.take(entry).catch(() => null);
  if (outcome === null || outcome.is === 'refused') {
    // Storage is full, or the form was refused: submit normally, so that the server renders the errors.
    await phone.forget(entry.id).catch(() => {});
    await renewToken(form, account).catch(() => {});
    delete form.dataset.outbox;
    form.requestSubmit(submitter);
    return;
  }
  form.dispatchEvent(new Event('taken'));
  if (outcome.is !== 'sent') {
    form.reset();
    renewIdempotencyKey(form);
    return;
  }
  const mended = popSessionItem(correctedEntryKey);
  if (mended) await phone.forget(mended);
  location.assign(outcome.url);
}

function popSessionItem(name: string): string | null {
  const item = sessionStorage.getItem(name);
  sessionStorage.removeItem(name);
  return item;
}

/** A cached page may hold the token of an expired session. */
async function renewToken(form: HTMLFormElement, account: string): Promise<void> {
  const field = form.elements.namedItem(hiddenFormFields.token);
  const token = await fetchFormToken(account);
  if (field instanceof HTMLInputElement && token) field.value = token;
}

void start();
