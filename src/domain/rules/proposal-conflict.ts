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

/** What a new contact cannot be without. */
export const neededForContact = ['name', 'category'] as const;

/** Fields that make no sense of a contact that is not there yet. */
export function findForeignToNew(proposed: Correction): string[] {
  return Object.keys(proposed).filter(
    (field) => field === 'archived' || findForeignFields('contact', { [field]: '' }).length > 0,
  );
}

/** How whoever approves settles a proposal: own values, and what they saw standing when they decided. */
export interface Settling {
  values: Correction;
  seenNow: Correction;
}

export interface Settled {
  applied: Correction;
  /** Edited since it was proposed, and no value was chosen for them. */
  moved: string[];
  /** What stands is not what the approver says to have seen, or they did not say. */
  unseen: string[];
}

/**
 * What to write. A field that moved needs a value chosen by the approver, who has to have seen what stands now: so
 * nobody writes over an edit they never saw, however often the record moves.
 */
export function settle(
  fields: readonly string[],
  proposal: { proposed: Correction; before: Correction },
  record: Correction,
  { values, seenNow }: Settling,
): Settled {
  const edited = findMoved(fields, proposal.before, record);
  const isChosen = (field: string) => values[field] !== undefined;
  return {
    applied: { ...pickFields(proposal.proposed, fields), ...pickFields(values, fields) },
    moved: edited.filter((field) => !isChosen(field)),
    unseen: fields.filter((field) =>
      seenNow[field] === undefined
        ? edited.includes(field) && isChosen(field)
        : !isSame(seenNow[field], record[field]),
    ),
  };
}
