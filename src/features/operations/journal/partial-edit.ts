import { z } from 'zod';
import { text, withShortSchema } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { type Replacement, replaceInText } from '../../../domain/rules/text-replacement.ts';

/** Partial edits, for clients that do not send the whole text. */
export function replaceField(longest: number) {
  return withShortSchema(
    'array',
    'Instead of `body`: {old, new}; `old` stands there exactly once.',
    z
      .array(
        z.strictObject({
          old: text(longest, 1).describe('Stands there exactly once.'),
          new: text(longest).describe('Takes its place.'),
        }),
      )
      .min(1)
      .max(50)
      .nullish()
      .describe('Instead of `body`: places to change.'),
  );
}

/** Undefined when the text stays as it is. */
export function applyPartialEdit(
  current: string,
  given: { body?: string | null | undefined; replace?: readonly Replacement[] | null | undefined },
  longest: number,
): string | undefined {
  if (given.replace == null) return given.body ?? undefined;
  refuseBodyAndReplace(given);
  const replaced = replaceInText(current, given.replace);
  if ('fault' in replaced) return refuse.invalid(`replace.${replaced.place}.old`, replaced.fault);
  if (replaced.text.trim() === '')
    refuse.invalid('replace', {
      en: 'Nothing would be left of the text.',
      ru: 'От текста ничего не останется.',
    });
  if (replaced.text.length > longest)
    refuse.invalid('replace', {
      en: `The text would have ${replaced.text.length} characters; at most ${longest} are accepted.`,
      ru: `В тексте станет ${replaced.text.length} знаков; допустимо не больше ${longest}.`,
    });
  return replaced.text;
}

export function refuseBodyAndReplace(given: { body?: string | null | undefined; replace?: unknown }): void {
  if (given.body != null && given.replace != null)
    refuse.invalid('replace', {
      en: 'Send the whole text in body, or places to change in replace, not both.',
      ru: 'Отправьте либо весь текст в body, либо места для замены в replace.',
    });
}
