import { z } from 'zod';
import { text } from '../../../domain/kernel/fields.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { type Replacement, replaceInText } from '../../../domain/rules/text-replacement.ts';
import { replaceSection } from '../../../domain/rules/text-section.ts';
import { requireSection } from './text-section.ts';

/** Partial edits, for clients that do not send the whole text. */
export function replaceField(longest: number) {
  return z
    .array(
      z.strictObject({
        old: text(longest, 1).describe('Stands there exactly once.'),
        new: text(longest).describe('Takes its place.'),
      }),
    )
    .min(1)
    .max(50)
    .nullish()
    .describe('Instead of `body`: places to change.');
}

export interface PartialEdit {
  body?: string | null | undefined;
  replace?: readonly Replacement[] | null | undefined;
  /** Both work on the part under this heading only. */
  section?: string | null | undefined;
}

/** Undefined when the text stays as it is. */
export function applyPartialEdit(current: string, edit: PartialEdit, longest: number): string | undefined {
  refuseBodyAndReplace(edit);
  const { body, replace, section: wanted } = edit;
  if (wanted == null && replace == null) return body ?? undefined;
  if (body == null && replace == null)
    refuse.invalid('section', {
      en: 'Send with section what changes there: body or replace.',
      ru: 'Вместе с section отправьте, что в ней меняется: body или replace.',
    });
  const section = wanted == null ? undefined : requireSection(current, wanted);
  const part = replace == null ? (body as string) : replaceWithin(section?.text ?? current, replace);
  const text = section === undefined ? part : replaceSection(current, section, part);
  const field = replace == null ? 'body' : 'replace';
  if (text.trim() === '')
    refuse.invalid(field, {
      en: 'Nothing would be left of the text.',
      ru: 'От текста ничего не останется.',
    });
  if (text.length > longest)
    refuse.invalid(field, {
      en: `The text would have ${text.length} characters; at most ${longest} are accepted.`,
      ru: `В тексте станет ${text.length} знаков; допустимо не больше ${longest}.`,
    });
  return text;
}

function replaceWithin(text: string, replace: readonly Replacement[]): string {
  const replaced = replaceInText(text, replace);
  return 'fault' in replaced
    ? refuse.invalid(`replace.${replaced.place}.old`, replaced.fault)
    : replaced.text;
}

/** A section that is sent whole may have been changed by somebody since it was read. */
export function requireBaseOfSection(
  edit: PartialEdit,
  field: string,
  base: string | null | undefined,
): void {
  if (edit.section != null && edit.body != null && base == null)
    refuse.invalid(field, {
      en: 'A section that is sent whole needs the base it was read from: its whole_version.',
      ru: 'Вместе с целым разделом нужна версия, из которой он прочитан: его whole_version.',
    });
}

export function refuseBodyAndReplace(edit: { body?: string | null | undefined; replace?: unknown }): void {
  if (edit.body != null && edit.replace != null)
    refuse.invalid('replace', {
      en: 'Send the whole text in body, or places to change in replace, not both.',
      ru: 'Отправьте либо весь текст в body, либо места для замены в replace.',
    });
}
