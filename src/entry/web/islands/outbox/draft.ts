import { hiddenFormFields } from '../../ui/form-field-names.ts';
import { formatTime } from './banner.ts';
import { type DeviceStore, type Draft, postedDraftKey } from './device-store.ts';

const debounceMs = 500;

/** Saves what is typed as a draft in IndexedDB, and offers it when the form is opened again. */
export async function attachDraft(form: HTMLFormElement, phone: DeviceStore): Promise<void> {
  const name = `${location.pathname}#${form.dataset.draft || form.id}`;
  const cameBack = form.querySelector('.errors') !== null;
  const blank = JSON.stringify(readFields(form));
  const draft = await phone.findDraft(name);
  if (draft && !cameBack && JSON.stringify(draft.fields) !== blank)
    offerDraft(form, draft, () => phone.forgetDraft(name));

  let settling: ReturnType<typeof setTimeout> | undefined;
  const save = () => phone.keepDraft(name, { at: Date.now(), fields: readFields(form) });
  form.addEventListener('input', () => {
    clearTimeout(settling);
    settling = setTimeout(save, debounceMs);
  });
  // The page is closed before the debounced save.
  addEventListener('pagehide', () => settling && form.isConnected && save());
  // `taken`: the form was accepted or is in the outbox.
  form.addEventListener('taken', () => {
    clearTimeout(settling);
    settling = undefined;
    void phone.forgetDraft(name);
  });
  form.addEventListener('submit', () => sessionStorage.setItem(postedDraftKey, name));
}

/** Without passwords, files and hidden fields. */
function readFields(form: HTMLFormElement): Draft['fields'] {
  const own: readonly string[] = Object.values(hiddenFormFields);
  const hidden = new Set(
    [...form.elements].flatMap((element) =>
      element instanceof HTMLInputElement && ['hidden', 'password', 'file'].includes(element.type)
        ? [element.name]
        : [],
    ),
  );
  return [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && !own.includes(name) && !hidden.has(name) ? [[name, value] as const] : [],
  );
}

function offerDraft(form: HTMLFormElement, draft: Draft, forget: () => Promise<void>): void {
  const template = document.querySelector<HTMLTemplateElement>('template[data-draft-offer]');
  const notice = template?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined;
  if (!notice) return;
  const when = notice.querySelector('[data-part="since"]');
  if (when) when.textContent = formatTime(draft.at);
  notice.querySelector('[data-do="take"]')?.addEventListener('click', () => {
    fillForm(form, draft);
    notice.remove();
  });
  notice.querySelector('[data-do="throw"]')?.addEventListener('click', () => {
    void forget();
    notice.remove();
  });
  form.prepend(notice);
}

function fillForm(form: HTMLFormElement, { fields }: Draft): void {
  const values = new Map<string, string[]>();
  for (const [name, value] of fields) values.set(name, [...(values.get(name) ?? []), value]);
  for (const element of form.elements as Iterable<Element>) {
    if (
      !(
        element instanceof HTMLInputElement ||
        element instanceof HTMLTextAreaElement ||
        element instanceof HTMLSelectElement
      )
    )
      continue;
    const kept = values.get(element.name);
    if (element.type === 'hidden') continue;
    if (element.type === 'checkbox' || element.type === 'radio')
      (element as HTMLInputElement).checked = kept?.includes(element.value) ?? false;
    else if (kept) element.value = kept.shift() ?? '';
  }
  form.dispatchEvent(new Event('input', { bubbles: true }));
}
