/**
 * Submits forms or buttons marked `data-enhance` by fetch. The server answers with a whole page; the region around
 * the form (or the one the attribute names) is swapped in, keeping focus and selection. A refusal that stands neither
 * there nor at the form is shown with the whole page. Only where no answer came is the form submitted normally: its idempotency key keeps it from running twice.
 */
import { focusFirstFault, showAnsweredPage, showRefusalOutside } from './answered-page.ts';
import { findRegion, swapRegion } from './regions.ts';

let shownAddress = location.pathname + location.search;

addEventListener('submit', (event) => {
  const form = event.target as HTMLFormElement;
  const marked = event.submitter?.dataset.enhance === undefined ? form : event.submitter;
  if (marked.dataset.enhance === undefined || event.defaultPrevented) return;
  const name = marked.dataset.enhance || form.closest<HTMLElement>('[data-region]')?.dataset.region;
  const region = name && findRegion(document, name);
  if (!region) return;
  event.preventDefault();
  if (region.ariaBusy === 'true') return;
  region.ariaBusy = 'true';
  const { submitter } = event;
  submitAndSwap(form, submitter, name).catch(() => {
    region.ariaBusy = null;
    // Submitted again by the same button, this time ignored by this listener.
    delete marked.dataset.enhance;
    form.requestSubmit(submitter);
  });
});

// Back to a URL whose content was swapped out: load it from the server.
addEventListener('popstate', () => {
  if (location.pathname + location.search !== shownAddress) location.reload();
});

async function submitAndSwap(
  form: HTMLFormElement,
  submitter: HTMLElement | null,
  name: string,
): Promise<void> {
  const data = new FormData(form, submitter);
  const url = new URL(
    submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? '',
    location.href,
  );
  const isPost = form.method === 'post';
  const fields = new URLSearchParams(data as never);
  if (!isPost) url.search = `${fields}`;
  const body = form.enctype === 'multipart/form-data' ? data : fields;
  const answer = await fetch(url, isPost ? { method: 'POST', body } : {});
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const fresh = findRegion(page, name);
  // An accepted form redirects; a preview returns the form itself, and its draft is still needed.
  if (isPost && answer.ok && answer.redirected) form.dispatchEvent(new Event('taken'));
  if (!fresh) {
    // Signed out or busy: the outbox keeps the form, where there is one.
    if (answer.status === 401 || answer.status === 429 || answer.status >= 500) throw answer;
    if (!answer.ok && showAnsweredPage(page, answer.url)) return;
    // Accepted, and the response is another page: open it instead of posting again.
    form.reset();
    location.assign(answer.url);
    return;
  }
  // A form that only reads was not refused when it was answered: what the page says besides was there before.
  if ((isPost || !answer.ok) && showRefusalOutside(fresh, page, answer.url, form)) return;
  swapRegion(name, fresh);
  // The result may be outside the viewport.
  if (answer.ok) document.querySelector(`[data-region="${name}"] [data-scroll]`)?.scrollIntoView();
  else focusFirstFault(document);
  document.title = page.title;
  const { pathname, search } = new URL(answer.url);
  if (answer.ok && pathname + search !== shownAddress) history.pushState(null, '', answer.url);
  shownAddress = location.pathname + location.search;
}
