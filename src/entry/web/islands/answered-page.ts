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

/** The server marks the first wrong field by `autofocus`, which a browser heeds only when it loads a document. */
export function focusFirstFault(root: ParentNode): void {
  const fault = root.querySelector<HTMLElement>('[autofocus]') ?? root.querySelector<HTMLElement>('.errors');
  if (!fault) return;
  for (let fold = fault.closest('details'); fold; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  fault.focus({ preventScroll: true });
  fault.scrollIntoView({ block: 'center' });
}
