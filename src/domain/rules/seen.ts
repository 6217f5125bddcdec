import type { Text } from '../../base/i18n/text.ts';
import { refuse } from '../kernel/refusal.ts';

/** What somebody says to have seen in a thing before they changed it, field by field. */
export type Seen = Readonly<Record<string, unknown>>;

/**
 * Fields that are about to be written over although they no longer hold what the writer saw. A field that already holds
 * what is written is no clash, and one the writer says nothing about is not compared.
 */
export function findClashes(change: Seen, seen: Seen, present: Seen): string[] {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return Object.keys(change).filter(
    (field) =>
      change[field] !== undefined &&
      seen[field] !== undefined &&
      !isSame(seen[field], present[field]) &&
      !isSame(change[field], present[field]),
  );
}

const changedMeanwhile: Text = {
  en: 'Somebody has changed this since you looked.',
  ru: 'Пока вы писали, это изменил кто-то другой.',
};

/** Nobody writes over what they have not seen. To be asked with the thing taken; the refusal tells how it stands now. */
export function refuseClashes(
  change: Seen,
  seen: Seen,
  now: Seen,
  placeOf: (field: string) => string = (field) => field,
): void {
  const clashes = findClashes(change, seen, now);
  if (clashes.length > 0)
    refuse.invalidFields(Object.fromEntries(clashes.map((field) => [placeOf(field), [changedMeanwhile]])), {
      now,
    });
}
