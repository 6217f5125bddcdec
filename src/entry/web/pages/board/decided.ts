import type { Text } from '../../../../base/i18n/text.ts';
import { Refusal } from '../../../../domain/kernel/refusal.ts';
import type { Done } from '../../page/page.ts';

export const texts = {
  meanwhile: {
    en: 'This has been decided already. Nothing was recorded a second time.',
    ru: 'Это уже решено. Второй раз ничего не записано.',
  },
} as const satisfies Record<string, Text>;

/** An address with something else in place of an identifier names nothing; lists would call it bad input. */
export const isIdentifier = (text: string) => /^\d{1,20}$/.test(text);

/** A refusal at one of these fields says that there is nothing left to decide: the page shows what was. */
export async function orAlreadyDecided(
  work: Promise<Done>,
  fields: readonly string[],
  to: string,
): Promise<Done> {
  try {
    return await work;
  } catch (error) {
    const isDecided =
      error instanceof Refusal && Object.keys(error.fields ?? {}).some((field) => fields.includes(field));
    if (!isDecided) throw error;
    return { to, notice: texts.meanwhile };
  }
}
