/** A region is a part of the page that is replaced by the same part of a fetched page. */
export function findRegion(root: Document, name: string): HTMLElement | null {
  return root.querySelector(`[data-region="${CSS.escape(name)}"]`);
}

/** Keeps focus, text selection and open `details`. */
export function swapRegion(name: string, fresh: HTMLElement): void {
  const region = findRegion(document, name) as HTMLElement;
  const active = document.activeElement as HTMLInputElement | null;
  const isInside = region.contains(active);
  const { selectionStart, selectionEnd } = active ?? {};
  for (const fold of region.querySelectorAll('details[open][id]'))
    fresh.querySelector(`#${CSS.escape(fold.id)}`)?.setAttribute('open', '');
  region.replaceWith(fresh);
  fresh.dispatchEvent(new Event('region', { bubbles: true }));
  if (!isInside || !active) return;
  const next = findCounterpart(fresh, active) ?? fresh;
  if (next === fresh) fresh.tabIndex = -1;
  next.focus({ preventScroll: true });
  if (selectionStart != null)
    (next as HTMLInputElement).setSelectionRange?.(selectionStart, selectionEnd as number);
}

function findCounterpart(fresh: HTMLElement, { id, tagName, attributes }: HTMLElement): HTMLElement | null {
  const href = attributes.getNamedItem('href')?.value;
  const selector = id ? `#${CSS.escape(id)}` : href && `${tagName}[href="${CSS.escape(href)}"]`;
  if (!selector) return null;
  return fresh.matches(selector) ? fresh : fresh.querySelector(selector);
}
