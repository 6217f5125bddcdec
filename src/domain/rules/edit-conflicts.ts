import type { Text } from '../../base/i18n/text.ts';
import { refuse } from '../kernel/refusal.ts';

/** Field values that the client saw before changing them. */
export type FieldValues = Readonly<Record<string, unknown>>;

/**
 * Fields about to be overwritten although they changed since the client read them. A field that already has the new
 * value is no conflict, and one without a base value is not compared.
 */
export function findConflicts(change: FieldValues, seen: FieldValues, present: FieldValues): string[] {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return Object.keys(change).filter(
    (field) =>
      change[field] !== undefined &&
      seen[field] !== undefined &&
      !isSame(seen[field], present[field]) &&
      !isSame(change[field], present[field]),
  );
}

const isEmpty = (value: unknown) =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0);

/** Values that a write replaced although the caller did not name them as seen; null: none. */
export function findReplaced(
  before: FieldValues,
  after: FieldValues,
  seen: FieldValues = {},
): FieldValues | null {
  const replaced = Object.entries(before).filter(
    ([field, value]) =>
      !isEmpty(value) &&
      seen[field] === undefined &&
      JSON.stringify(value) !== JSON.stringify(after[field] ?? null),
  );
  return replaced.length === 0 ? null : Object.fromEntries(replaced);
}

const changedMeanwhile: Text = {
  en: 'Somebody has changed this since you looked.',
  ru: 'Пока вы писали, это изменил кто-то другой.',
};

/** Refuses a conflicting write and returns the current values. Call it with the row locked. */
export function refuseConflicts(
  change: FieldValues,
  seen: FieldValues,
  now: FieldValues,
  placeOf: (field: string) => string = (field) => field,
): void {
  const clashes = findConflicts(change, seen, now);
  if (clashes.length > 0)
    refuse.invalidFields(Object.fromEntries(clashes.map((field) => [placeOf(field), [changedMeanwhile]])), {
      now,
    });
}
