import type { Text } from '../../../base/i18n/text.ts';
import { Refusal } from '../../../domain/kernel/refusal.ts';
import type { ActionResult } from '../page/page.ts';

export const texts = {
  meanwhile: {
    en: 'This has been decided already. Nothing was recorded a second time.',
    ru: 'Это уже решено. Второй раз ничего не записано.',
  },
} as const satisfies Record<string, Text>;

/** Anything else in a URL is a 404; passed to a list operation it would be invalid input. */
export const isIdentifier = (text: string) => /^\d{1,20}$/.test(text);

/** A refusal at one of these fields means that it was already decided: redirects to the page that shows how. */
export async function redirectIfDecided(
  work: Promise<ActionResult>,
  fields: readonly string[],
  to: string,
): Promise<ActionResult> {
  try {
    return await work;
  } catch (error) {
    const isDecided =
      error instanceof Refusal && Object.keys(error.fields ?? {}).some((field) => fields.includes(field));
    if (!isDecided) throw error;
    return { to, notice: texts.meanwhile };
  }
}
