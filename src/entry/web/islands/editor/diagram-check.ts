import { hiddenFormFields } from '../../ui/form-field-names.ts';
import { attachEach } from '../attach-each.ts';
import { extractDiagrams } from './extract-diagrams.ts';

/**
 * The server checks diagrams while the user types. Only the diagrams are sent, at their original line numbers, and
 * only when one has changed. Those inside lists or quotations are checked by the preview and on submit.
 */
const debounceMs = 800;

attachEach('[data-island="diagrams"]', (place) => {
  const area = place.parentElement?.querySelector('textarea');
  if (area) attachDiagramCheck(place, area, place.dataset.check ?? '');
});

function attachDiagramCheck(place: HTMLElement, area: HTMLTextAreaElement, address: string): void {
  let checked = extractDiagrams(area.value);
  let settling: ReturnType<typeof setTimeout> | undefined;
  let asking = new AbortController();
  const check = async () => {
    const wanted = extractDiagrams(area.value);
    if (wanted === checked) return;
    checked = wanted;
    asking.abort();
    asking = new AbortController();
    if (wanted === '') return say([]);
    const token = area.form?.elements.namedItem(hiddenFormFields.token);
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
    // Failures are ignored (offline, server busy): submitting checks again.
    settling = setTimeout(() => void check().catch(() => {}), debounceMs);
  });
}
