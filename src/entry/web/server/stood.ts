import type { Text } from '../../../base/i18n/text.ts';
import { jsonLimits } from '../../../base/json/limits.ts';
import { readPlainJson } from '../../../base/json/lossless-json.ts';
import { Refusal, refuse } from '../../../domain/kernel/refusal.ts';

/** The hidden field of a form that changes something: what stood in its fields when it was drawn. */
export const stoodField = 'stood';

type Values = Readonly<Record<string, unknown>>;

const moved: Text = {
  en: 'It was changed while you were writing. Look at how it stands now and send again what should stand.',
  ru: 'Пока вы писали, это изменили. Посмотрите, как сейчас, и отправьте ещё раз то, что должно остаться.',
};

/** What stood, as its writer saw it; whatever cannot be read counts as nothing. */
export const readStood = (form: URLSearchParams): Values => readFormState(form.get(stoodField));

/** The state that a form carries along in a hidden field. */
export function readFormState(given: string | null): Values {
  try {
    const state = readPlainJson(given ?? '{}', jsonLimits.formState);
    return typeof state === 'object' && state !== null && !Array.isArray(state) ? (state as Values) : {};
  } catch {
    return {};
  }
}

/** Only what its writer changed: the rest may have been changed elsewhere, and stays. */
export function pickChanged<Wanted extends Values>(wanted: Wanted, stood: Values): Partial<Wanted> {
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(stood[field])),
  ) as Partial<Wanted>;
}

/** The operation compared, with the thing taken, and tells how it stands now. */
export const isMoved = (error: unknown): error is Refusal =>
  error instanceof Refusal && error.details?.now !== undefined;

/** Another tab or another person was quicker: the form comes back, and `ui/moved` shows both. */
export async function orMoved<Reply>(work: Promise<Reply>): Promise<Reply> {
  try {
    return await work;
  } catch (error) {
    if (isMoved(error)) return refuse.invalid(stoodField, moved);
    throw error;
  }
}
