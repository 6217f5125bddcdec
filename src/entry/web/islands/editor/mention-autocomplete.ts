import { attachEach } from '../attach-each.ts';
import { insertText } from './insert-text.ts';

/**
 * Mentions are written as `@label`. Chips and the select insert them at the cursor, typing `@` suggests them. The
 * server resolves the labels.
 */
interface Props {
  readonly labels: readonly string[];
  readonly found: string;
}

const maxSuggestions = 6;

attachEach('[data-island="mention"]', (place) => {
  const area = place.querySelector('textarea');
  if (area) attachMentions(place, area, JSON.parse(place.dataset.props ?? '{}') as Props);
});

function attachMentions(place: HTMLElement, area: HTMLTextAreaElement, { labels, found }: Props): void {
  const form = area.form as HTMLFormElement;
  form.addEventListener('click', (event) => {
    const target = event.target as Element;
    const chip = target.closest<HTMLElement>('[data-mention]');
    const other = target.closest('[data-mention-other]');
    if (!chip && !other) return;
    event.preventDefault();
    const select = form.querySelector<HTMLSelectElement>('[name="mention_other"]');
    const label = chip?.dataset.mention ?? select?.value;
    if (label) insertMention(area, label);
    if (chip) chip.setAttribute('aria-pressed', 'true');
  });

  const list = document.createElement('ul');
  list.id = `${area.id}-mentions`;
  list.className = 'suggestions';
  list.setAttribute('role', 'listbox');
  list.ariaLabel = '@';
  list.hidden = true;
  const status = document.createElement('p');
  status.className = 'unseen';
  status.setAttribute('role', 'status');
  place.append(list, status);
  let chosen = 0;

  const offered = () => {
    const before = area.value.slice(0, area.selectionStart);
    const typed = /(?:^|[\s(«"])@([^\n@]{0,40})$/u.exec(before)?.[1];
    if (typed === undefined) return [];
    const start = typed.toLocaleLowerCase();
    const matches = labels.filter((label) => label !== typed && label.toLocaleLowerCase().includes(start));
    return matches.slice(0, maxSuggestions).map((label) => ({ label, length: typed.length }));
  };
  const draw = () => {
    const offers = offered();
    list.hidden = offers.length === 0;
    chosen = Math.min(chosen, Math.max(0, offers.length - 1));
    list.replaceChildren(
      ...offers.map(({ label }, index) => {
        const item = document.createElement('li');
        item.id = `${list.id}-${index}`;
        item.setAttribute('role', 'option');
        item.ariaSelected = String(index === chosen);
        item.textContent = label;
        return item;
      }),
    );
    status.textContent = offers.length > 0 ? `${found}${offers.length}` : '';
    if (offers.length > 0) {
      area.setAttribute('aria-controls', list.id);
      area.setAttribute('aria-activedescendant', `${list.id}-${chosen}`);
    } else area.removeAttribute('aria-activedescendant');
  };
  const take = (index: number) => {
    const offer = offered()[index];
    if (!offer) return;
    area.setSelectionRange(area.selectionStart - offer.length - 1, area.selectionStart);
    insertMention(area, offer.label);
    draw();
  };
  area.addEventListener('input', (event) => {
    // During IME composition the choice must not be reset.
    if (!(event as InputEvent).isComposing) chosen = 0;
    draw();
  });
  area.addEventListener('blur', () => {
    list.hidden = true;
  });
  area.addEventListener('keydown', (event) => {
    if (list.hidden || event.isComposing) return;
    const { length } = list.children;
    if (event.key === 'Escape') list.hidden = true;
    else if (event.key === 'ArrowDown') chosen = (chosen + 1) % length;
    else if (event.key === 'ArrowUp') chosen = (chosen + length - 1) % length;
    else if (event.key === 'Enter' || event.key === 'Tab') take(chosen);
    else return;
    event.preventDefault();
    if (event.key.startsWith('Arrow')) draw();
  });
  list.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    take([...list.children].indexOf((event.target as Element).closest('li') as Element));
  });
}

/** Spaces around the mention, or the server could not parse it. */
function insertMention(area: HTMLTextAreaElement, label: string): void {
  const { value, selectionStart: start, selectionEnd: end } = area;
  const before = start > 0 && /[\p{L}\p{N}.,;:!?)]/u.test(value[start - 1] ?? '') ? ' ' : '';
  const after = /^[\s.,;:!?)]/.test(value.slice(end)) ? '' : ' ';
  insertText(area, `${before}@${label}${after}`);
}
