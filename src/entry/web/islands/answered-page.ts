/**
 * Shows the page that answered a form, without posting the form again: its `main` takes the place of the open one.
 * Scripts of the open page attach to it by the event `region`; those it needs besides are loaded.
 */
export function showAnsweredPage(page: Document, address: string): boolean {
  const [open, fresh] = [document.querySelector('main'), page.querySelector('main')];
  if (!open || !fresh) return false;
  for (const { src } of page.querySelectorAll<HTMLScriptElement>('script[src]')) {
    const path = new URL(src, location.href).pathname;
    if (document.querySelector(`script[src="${path}"]`)) continue;
    const script = document.createElement('script');
    script.type = 'module';
    script.src = path;
    document.body.append(script);
  }
  open.replaceWith(fresh);
  document.title = page.title;
  // A form may belong to another page than the one it was on.
  const path = page.documentElement.dataset.path ?? new URL(address).pathname;
  if (path !== location.pathname) history.pushState(null, '', path);
  fresh.dispatchEvent(new Event('region', { bubbles: true }));
  focusFirstFault(fresh);
  return true;
}

/**
 * A refusal that is not in the region to be swapped: one of the form itself is put there, any other is shown with the
 * whole page. True when the page was shown.
 */
export function showRefusalOutside(
  region: HTMLElement,
  page: Document,
  address: string,
  form: HTMLFormElement,
): boolean {
  const errors = page.querySelector('.errors, [data-notice="problem"]');
  form.querySelector('.errors')?.remove();
  if (!errors || region.contains(errors)) return false;
  if (errors.parentElement?.id !== form.id) return showAnsweredPage(page, address);
  form.prepend(errors);
  return false;
}

/** The server marks the first wrong field by `autofocus`, which a browser heeds only when it loads a document. */
export function focusFirstFault(root: ParentNode): void {
  const fault = root.querySelector<HTMLElement>('[autofocus]') ?? root.querySelector<HTMLElement>('.errors');
  if (!fault) return;
  fault.focus({ preventScroll: true });
  fault.scrollIntoView({ block: 'center' });
}
