/**
 * Autocomplete from the HTML of a search page: its rows marked `data-option` become the suggestions. Choosing one
 * fills the field or opens the row. Attached on focus, so that fields swapped in later work too.
 */
interface Option {
  readonly element: HTMLLIElement;
  readonly value: string;
  readonly href: string;
}

const maxOptions = 8;
const debounceMs = 180;
const attachedInputs = new WeakSet<HTMLInputElement>();
let comboboxCount = 0;

function attachOnce(target: EventTarget | null): void {
  if (
    !(target instanceof HTMLInputElement) ||
    target.dataset.suggest === undefined ||
    attachedInputs.has(target)
  )
    return;
  attachedInputs.add(target);
  attachCombobox(target);
}

function attachCombobox(input: HTMLInputElement): void {
  const { suggest = '', suggestRegion = '', suggestWord = '', suggestFills } = input.dataset;
  comboboxCount += 1;
  const list = document.createElement('ul');
  list.id = `suggestions-${comboboxCount}`;
  list.className = 'suggestions';
  list.role = 'listbox';
  list.ariaLabel = suggestWord;
  list.hidden = true;
  const status = document.createElement('span');
  status.className = 'unseen';
  status.role = 'status';
  input.after(list, status);
  input.role = 'combobox';
  input.setAttribute('aria-autocomplete', 'list');
  input.setAttribute('aria-controls', list.id);
  input.ariaExpanded = 'false';

  let options: Option[] = [];
  let active = -1;
  let pending = new AbortController();
  let pause: ReturnType<typeof setTimeout> | undefined;

  const close = () => {
    pending.abort();
    clearTimeout(pause);
    list.hidden = true;
    input.ariaExpanded = 'false';
    status.textContent = '';
    mark(-1);
  };
  const mark = (index: number) => {
    active = index;
    for (const [at, { element }] of options.entries()) element.ariaSelected = String(at === index);
    const chosen = options[index]?.element;
    if (chosen) input.setAttribute('aria-activedescendant', chosen.id);
    else input.removeAttribute('aria-activedescendant');
    chosen?.scrollIntoView({ block: 'nearest' });
  };
  const choose = ({ value, href }: Option) => {
    close();
    if (suggestFills === undefined) return location.assign(href);
    input.value = value;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const show = (found: readonly HTMLElement[]) => {
    options = found.slice(0, maxOptions).map((source, index) => {
      const element = document.createElement('li');
      element.id = `${list.id}-${index}`;
      element.role = 'option';
      const title = document.createElement('b');
      title.textContent = source.textContent;
      element.append(title);
      const line = source.closest('.row')?.querySelector('.line')?.firstChild?.textContent;
      if (line) element.append(Object.assign(document.createElement('span'), { textContent: line }));
      const href = source.getAttribute('href') ?? '';
      return { element, href, value: source.dataset.option ?? '' };
    });
    list.replaceChildren(...options.map(({ element }) => element));
    list.hidden = options.length === 0;
    input.ariaExpanded = String(options.length > 0);
    status.textContent = `${suggestWord}: ${options.length}`;
    mark(-1);
  };
  const ask = async () => {
    pending = new AbortController();
    const answer = await fetch(suggest + encodeURIComponent(input.value.trim()), { signal: pending.signal });
    if (!answer.ok) return close();
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const region = page.querySelector(`[data-region="${CSS.escape(suggestRegion)}"]`);
    if (document.activeElement === input)
      show([...(region?.querySelectorAll<HTMLElement>('[data-option]') ?? [])]);
  };

  input.addEventListener('input', () => {
    pending.abort();
    clearTimeout(pause);
    if (input.value.trim() === '') return close();
    // A failed request only loses the suggestions.
    pause = setTimeout(() => void ask().catch(() => undefined), debounceMs);
  });
  input.addEventListener('keydown', (event) => {
    if (list.hidden || event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = options[active];
    if (step) mark((active + step + options.length + (active < 0 && step < 0 ? 1 : 0)) % options.length);
    else if (event.key === 'Enter' && chosen) choose(chosen);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  });
  // Keeps the focus in the field, whose blur would close the list.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const chosen = options.find(({ element }) => element.contains(event.target as Node));
    if (chosen) choose(chosen);
  });
  input.addEventListener('blur', close);
}

addEventListener('focusin', ({ target }) => attachOnce(target));
attachOnce(document.activeElement);

export {};
