import { hash } from 'node:crypto';
import type { Text } from '../../i18n/text.ts';
import { refuse } from '../../kernel/refusal.ts';

/** The hidden field of a form that changes something: what stood there when the form was drawn, in short. */
export const stoodField = 'stood';

const moved: Text = {
  en: 'It was changed while you were writing. Look at how it stands now and send again what should stand.',
  ru: 'Пока вы писали, это изменили. Посмотрите, как сейчас, и отправьте ещё раз то, что должно остаться.',
};

export function digestOf(standing: unknown): string {
  return hash('sha256', JSON.stringify(standing), 'base64url').slice(0, 22);
}

/**
 * Goes on only when its writer saw what stands there now: another tab or another person may have been quicker. What
 * stands there as `wanted` is no conflict: the same form may arrive twice.
 */
export function refuseMoved(form: URLSearchParams, standing: unknown, wanted?: unknown): void {
  const seen = form.get(stoodField);
  const now = digestOf(standing);
  if (seen !== null && seen !== now && now !== digestOf(wanted ?? null)) refuse.invalid(stoodField, moved);
}
