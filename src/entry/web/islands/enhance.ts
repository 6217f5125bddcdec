/**
 * Sends forms marked `data-enhance`, or by a button marked so, without leaving the page. The server answers as it always does, with a whole page;
 * of that page the region around the form is taken (or the one the attribute names), focus and selection stay. Whatever
 * goes wrong, the form is sent the ordinary way: its hidden key makes a second arrival do nothing twice.
 */
import { findRegion, swapRegion } from './regions.ts';

let shown = location.pathname + location.search;

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
  send(form, submitter, name).catch(() => {
    region.ariaBusy = null;
    // Asked for again by the same button, this time past this listener.
    delete marked.dataset.enhance;
    form.requestSubmit(submitter);
  });
});

// Back to an address whose content was swapped away: the server knows it.
addEventListener('popstate', () => {
  if (location.pathname + location.search !== shown) location.reload();
});

async function send(form: HTMLFormElement, submitter: HTMLElement | null, name: string): Promise<void> {
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
  // What was taken leads to a page; a preview comes back as the form itself, and nothing of it is kept yet.
  if (isPost && answer.ok && answer.redirected) form.dispatchEvent(new Event('taken'));
  if (!fresh) {
    if (!answer.ok) throw answer;
    // Done, and the answer is another page: it is opened, not sent again.
    location.assign(answer.url);
    return;
  }
  swapRegion(name, fresh);
  const errors = `[id="${form.id}"] > .errors`;
  if (form.isConnected) {
    // It lies outside what was swapped, and says itself why it was refused.
    form.querySelector('.errors')?.remove();
    form.prepend(page.querySelector(errors) ?? '');
  }
  // What was asked for came below the fold, or above.
  document.querySelector(`${errors}, [data-region="${name}"] [data-scroll]`)?.scrollIntoView();
  document.title = page.title;
  const { pathname, search } = new URL(answer.url);
  if (answer.ok && pathname + search !== shown) history.pushState(null, '', answer.url);
  shown = location.pathname + location.search;
}
