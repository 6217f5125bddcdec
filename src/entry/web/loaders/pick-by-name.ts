import type { Text } from '../../../base/i18n/text.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';

const texts = {
  empty: { en: 'Say whom: a name, or a part of it.', ru: 'Напишите, кому: название или его часть.' },
  none: {
    en: 'There is nobody with this name. Try part of it.',
    ru: 'С таким названием никого нет. Попробуйте часть названия.',
  },
} as const satisfies Record<string, Text>;

const maxCandidates = 5;
const normalizeName = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[«»"']/g, '')
    .trim();

/** Picks the match for a typed name; an ambiguous name is refused with the candidates listed. */
export function pickByName<Named extends { readonly name: string }>(
  found: readonly Named[],
  typed: string,
  field: string,
): Named {
  if (typed.trim() === '') return refuse.invalid(field, texts.empty);
  const exact = found.filter(({ name }) => normalizeName(name) === normalizeName(typed));
  const meant = exact.length > 0 ? exact : found;
  const [first, second] = meant;
  if (first === undefined) return refuse.invalid(field, texts.none);
  if (second === undefined) return first;
  const names = meant.slice(0, maxCandidates).map(({ name }) => name);
  return refuse.invalid(field, {
    en: `Several have this name. Write one of these: ${names.join('; ')}.`,
    ru: `Так называются несколько. Напишите одно из этих: ${names.join('; ')}.`,
  });
}
