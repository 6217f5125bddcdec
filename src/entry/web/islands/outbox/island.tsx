import { hiddenFormFields } from '../../ui/form-field-names.ts';
import { showAnsweredPage } from '../answered-page.ts';
import { showFormProgress } from '../form-progress.ts';
import { readBannerTexts, showBanner, showSignInBanner } from './banner.ts';
import {
  correctedEntryKey,
  type DeviceStore,
  deleteOtherAccountsData,
  hasWaitingForms,
  openDeviceStore,
  postedDraftKey,
} from './device-store.ts';
import { attachDraft } from './draft.ts';
import { findEmptyField, sayWhatIsMissing } from './missing-field.ts';
import { createOutbox, type Outbox, type OutboxState } from './outbox.ts';
import { createOutboxList } from './outbox-list.ts';
import { showQueuedCard } from './queued-card.ts';
import { fetchFormToken, readFormEntry, renewIdempotencyKey, sendEntry } from './send-entry.ts';

/**
 * Offline outbox: forms marked `data-outbox` are stored before they are sent, and retried until they arrive. Needs a
 * secure context; otherwise forms are posted normally.
 */
async function start(): Promise<void> {
  if (!isSecureContext || !navigator.locks) return;
  const { account } = document.documentElement.dataset;
  if (!account) {
    if (document.querySelector('form#login') && (await hasWaitingForms())) showSignInBanner();
    return;
  }
  navigator.serviceWorker?.register('/worker.js').catch(() => {});
  void deleteOtherAccountsData(account).catch(() => {});
  const phone = openDeviceStore(account);
  const list = document.querySelector<HTMLElement>('[data-outbox-list]');
  const drawList = list && createOutboxList(list, account);
  const outbox = createOutbox(account, phone, (state) => {
    showBanner(state);
    for (const show of cards) show(state);
    drawList?.(state, outbox);
  });
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset.leaving !== undefined) return void confirmSignOut(event, form, phone);
    // Such as a preview button.
    if (form.dataset.outbox === undefined || event.submitter?.dataset.enhance !== undefined) return;
    // Sent by `enhance`, which comes back here when there is no connection; or waits for its photographs.
    if (event.defaultPrevented) return showFormProgress(form, undefined);
    event.preventDefault();
    if (busy.has(form)) return;
    busy.add(form);
    submitThroughOutbox(form, event.submitter, { account, phone, outbox }).finally(() => busy.delete(form));
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
  for (const entry of await phone.list().catch(() => [])) {
    const form = findTakenBackForm(entry.url);
    if (form) cards.add(showQueuedCard(form, entry, () => outbox.throwAway(entry)));
  }
  addEventListener('region', (event) => {
    wake(event.target as HTMLElement);
    void outbox.show();
  });
  await outbox.flush();
}

/** Signing out deletes the outbox: asks first if it is not empty. */
async function confirmSignOut(event: Event, form: HTMLFormElement, phone: DeviceStore): Promise<void> {
  event.preventDefault();
  const waiting = await phone.list().catch(() => []);
  const question = form.dataset.leaving?.replace('{count}', `${waiting.length}`);
  if (waiting.length === 0 || confirm(question)) form.submit();
}

const busy = new WeakSet<HTMLFormElement>();

/** The form of buttons that an entry came from: on a page opened again, what waits is not asked for again. */
const findTakenBackForm = (url: string) =>
  [...document.querySelectorAll<HTMLFormElement>('form[data-take-back]')].find(
    (form) => !form.hidden && form.getAttribute('action') === new URL(url).pathname,
  );

/** Says where the texts of forms are that were sent on this page and wait. */
const cards = new Set<(state: OutboxState) => void>();

async function submitThroughOutbox(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  { account, phone, outbox }: { account: string; phone: DeviceStore; outbox: Outbox },
): Promise<void> {
  const entry = readFormEntry(form, submitter);
  const empty = findEmptyField(form, entry);
  const hasFiles = entry.fields.some(([, value]) => value instanceof File);
  const onProgress = (percent: number) => showFormProgress(form, hasFiles ? percent : undefined);
  showFormProgress(form, undefined);
  // A form that lacks something is not stored: the server says what, or without a connection the page does.
  const outcome = empty
    ? await sendEntry(entry, { account, isWatched: true, onProgress, keep: async () => {} })
    : await outbox.take(entry, onProgress).catch(() => null);
  showFormProgress(form, null);
  if (outcome?.is === 'refused') {
    await phone.forget(entry.id).catch(() => {});
    if (showAnsweredPage(outcome.page, outcome.url)) return outbox.show();
  }
  if (outcome === null || outcome.is === 'refused') {
    // Storage is full: submit normally.
    await renewToken(form, account).catch(() => {});
    delete form.dataset.outbox;
    form.requestSubmit(submitter);
    return;
  }
  if (empty && outcome.is !== 'sent') return sayWhatIsMissing(empty, readBannerTexts().empty);
  form.dispatchEvent(new Event('taken'));
  // Emptied before the page is left: Back must not offer a sent text once more.
  form.reset();
  renewIdempotencyKey(form);
  if (outcome.is !== 'sent') {
    cards.add(showQueuedCard(form, entry, () => outbox.throwAway(entry)));
    const card = form.previousElementSibling as HTMLElement | null;
    card?.focus({ preventScroll: true });
    card?.scrollIntoView({ block: 'center' });
    return outbox.show();
  }
  showFormProgress(form, 'sent');
  const mended = popSessionItem(correctedEntryKey);
  if (mended) await phone.forget(mended);
  openSentPage(outcome.url);
}

/** Replaces the page with the form where both have one address, so that Back does not lead to the older state of it. */
function openSentPage(url: string): void {
  const isHere = new URL(url).pathname === location.pathname;
  if (isHere) location.replace(url);
  else location.assign(url);
  // Left and entered again by Back: what was sent belongs on it.
  addEventListener('pageshow', ({ persisted }) => persisted && location.reload());
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
