import { formFields } from '../../ui/form-field-names.ts';
import { leaveDiagrams } from './leave-diagrams.ts';

/**
 * Diagrams are checked by the service while one writes. Only they travel, each on its own lines, so that the faults
 * name the lines of the whole text; and only when one of them has changed. What stands inside a list or a quotation is
 * checked by the preview and by sending.
 */
const settleMilliseconds = 800;

for (const place of document.querySelectorAll<HTMLElement>('[data-island="diagrams"]')) {
  const area = place.parentElement?.querySelector('textarea');
  if (area) begin(place, area, place.dataset.check ?? '');
}

function begin(place: HTMLElement, area: HTMLTextAreaElement, address: string): void {
  let checked = leaveDiagrams(area.value);
  let settling: ReturnType<typeof setTimeout> | undefined;
  let asking = new AbortController();
  const check = async () => {
    const wanted = leaveDiagrams(area.value);
    if (wanted === checked) return;
    checked = wanted;
    asking.abort();
    asking = new AbortController();
    if (wanted === '') return say([]);
    const token = area.form?.elements.namedItem(formFields.token);
    const answer = await fetch(address, {
      method: 'POST',
      headers: { 'x-form-token': token instanceof HTMLInputElement ? token.value : '' },
      body: new URLSearchParams({ body: wanted }),
      signal: asking.signal,
    });
    if (answer.ok) say(((await answer.json()) as { faults: string[] }).faults);
  };
  const say = (faults: readonly string[]) => {
    place.hidden = faults.length === 0;
    place.textContent = faults.join(' ');
  };
  area.addEventListener('input', () => {
    clearTimeout(settling);
    // Without a line, or when the service has no time, sending checks anyway.
    settling = setTimeout(() => void check().catch(() => {}), settleMilliseconds);
  });
}
