import type { OutboxEntry } from './device-store.ts';

const typedFields = 'textarea, input[type="text"], input[type="tel"], input[type="email"], input:not([type])';

/**
 * A field that has to be filled in and is not: a required one, or the text where nothing at all was written or added.
 * While there is no connection nobody else can say so.
 */
export function findEmptyField(form: HTMLFormElement, { fields }: OutboxEntry): HTMLElement | null {
  const texts = [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(typedFields)];
  const isBlank = ({ value }: { value: string }) => value.trim() === '';
  const required = texts.find((field) => field.required && isBlank(field));
  if (required) return required;
  const hasPhotos = fields.some(([name, value]) => value instanceof File || name === 'photo');
  if (texts.length === 0 || hasPhotos || !texts.every(isBlank)) return null;
  return form.querySelector<HTMLElement>('textarea') ?? texts[0] ?? null;
}

/** Shows under the field what to write there, in the words of the server, and moves to it. */
export function sayWhatIsMissing(field: HTMLElement, otherwise: string): void {
  const id = `${field.id}-error`;
  const error = document.getElementById(id) ?? document.createElement('p');
  error.id = id;
  error.className = 'error';
  error.setAttribute('role', 'alert');
  error.textContent = field.dataset.missing ?? otherwise;
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', id);
  if (!error.isConnected) field.after(error);
  field.focus({ preventScroll: true });
  field.scrollIntoView({ block: 'center' });
}
