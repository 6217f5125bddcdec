/** What a resident may propose to correct. What is not here only the record's keepers change. */
export const correctable = {
  contact: ['name', 'category', 'phones', 'address', 'hours', 'site', 'notes', 'archived'],
  company: ['name', 'description', 'trades', 'phones', 'address', 'hours', 'site'],
} as const;

export type CorrectedType = keyof typeof correctable;
export type CorrectionValue = string | boolean | readonly string[];
export type Correction = Readonly<Record<string, CorrectionValue>>;

const isSame = (one: CorrectionValue | undefined, other: CorrectionValue | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Fields proposed for a record that has no such field. */
export function findForeignFields(type: CorrectedType, proposed: Correction): string[] {
  const known: readonly string[] = correctable[type];
  return Object.keys(proposed).filter((field) => !known.includes(field));
}

/** Only what would change anything is a correction. */
export function keepChanges(proposed: Correction, record: Correction): Correction {
  return Object.fromEntries(
    Object.entries(proposed).filter(([field, value]) => !isSame(value, record[field])),
  );
}

export function pickFields(record: Correction, fields: readonly string[]): Correction {
  return Object.fromEntries(
    fields.flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]])),
  );
}

/**
 * The fields somebody has edited since the proposal was written. An edit that was taken back is no obstacle; one that
 * already did what is proposed is, because then there is nothing left to decide.
 */
export function findMoved(fields: readonly string[], before: Correction, record: Correction): string[] {
  return fields.filter((field) => !isSame(before[field], record[field]));
}
