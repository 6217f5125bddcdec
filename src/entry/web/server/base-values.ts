import type { Text } from '../../../base/i18n/text.ts';
import { jsonLimits } from '../../../base/json/json-limits.ts';
import { parsePlainJson } from '../../../base/json/lossless-json.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';

/** Hidden field of an edit form: the values its fields were rendered with. */
export const baseValuesField = 'stood';

type Values = Readonly<Record<string, unknown>>;

const conflictText: Text = {
  en: 'It was changed while you were writing. See what it says now, and send again what should stay.',
  ru: 'Пока вы писали, это изменили. Посмотрите, как сейчас, и отправьте ещё раз то, что должно остаться.',
};

/** Values the form was rendered with; unreadable input counts as empty. */
export const readBaseValues = (form: URLSearchParams): Values => readFormState(form.get(baseValuesField));

/** Parses JSON state of a hidden field. */
export function readFormState(sealed: string | null): Values {
  try {
    const state = parsePlainJson(sealed ?? '{}', jsonLimits.formState);
    return typeof state === 'object' && state !== null && !Array.isArray(state) ? (state as Values) : {};
  } catch {
    return {};
  }
}

/** Only the fields the user changed; others may have been changed elsewhere and stay untouched. */
export function pickChanged<Wanted extends Values>(wanted: Wanted, stood: Values): Partial<Wanted> {
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(stood[field])),
  ) as Partial<Wanted>;
}

/** The operation found a conflict under a row lock and returned the current values in `now`. */
export const isConflict = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.details?.now !== undefined;

/** Turns a conflict into a field error: the form is rendered again, and `ui/edit-conflict` shows both versions. */
export async function conflictAsFieldError<Reply>(work: Promise<Reply>): Promise<Reply> {
  try {
    return await work;
  } catch (error) {
    if (isConflict(error)) return refuse.invalid(baseValuesField, conflictText);
    throw error;
  }
}
