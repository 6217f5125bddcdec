/** Fields that residents may propose to correct; others are changed only by those who manage the record. */
export const correctableFields = {
  contact: ['name', 'category', 'phones', 'address', 'hours', 'site', 'notes', 'archived'],
  company: ['name', 'description', 'trades', 'phones', 'address', 'hours', 'site'],
} as const;

export type CorrectedType = keyof typeof correctableFields;
export type CorrectionValue = string | boolean | readonly string[];
export type Correction = Readonly<Record<string, CorrectionValue>>;

const isSame = (one: CorrectionValue | undefined, other: CorrectionValue | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

/** Fields proposed for a record that has no such field. */
export function findUnknownFields(type: CorrectedType, proposed: Correction): string[] {
  const known: readonly string[] = correctableFields[type];
  return Object.keys(proposed).filter((field) => !known.includes(field));
}

/** Drops fields whose proposed value is the current one. */
export function dropUnchanged(proposed: Correction, record: Correction): Correction {
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
 * Fields edited since the proposal was written. An edit that was undone is no conflict; one that already made the
 * proposed change is, because nothing is left to decide.
 */
export function findEditedFields(
  fields: readonly string[],
  before: Correction,
  record: Correction,
): string[] {
  return fields.filter((field) => !isSame(before[field], record[field]));
}

/** Required for a new contact. */
export const requiredContactFields = ['name', 'category'] as const;

/** Fields that a proposed new contact cannot have. */
export function findUnknownContactFields(proposed: Correction): string[] {
  return Object.keys(proposed).filter(
    (field) => field === 'archived' || findUnknownFields('contact', { [field]: '' }).length > 0,
  );
}

/** The approver's decision: their own values, and the current values they saw. */
export interface ProposalResolution {
  values: Correction;
  seenNow: Correction;
}

export interface ResolvedProposal {
  applied: Correction;
  /** Edited since the proposal, and the approver neither chose a value nor named the current one. */
  conflicts: string[];
  /** The current value is not what the approver saw, or the approver did not send it. */
  unseen: string[];
}

/**
 * Values to write. A field edited meanwhile needs an approver who names the current value and may choose another, so
 * that nobody overwrites an edit unseen, however often the record changes.
 */
export function resolveProposal(
  fields: readonly string[],
  proposal: { proposed: Correction; before: Correction },
  record: Correction,
  { values, seenNow }: ProposalResolution,
): ResolvedProposal {
  const edited = findEditedFields(fields, proposal.before, record);
  // Naming what stands now is a choice too: of the proposed value.
  const isChosen = (field: string) => values[field] !== undefined || seenNow[field] !== undefined;
  return {
    applied: { ...pickFields(proposal.proposed, fields), ...pickFields(values, fields) },
    conflicts: edited.filter((field) => !isChosen(field)),
    unseen: fields.filter((field) =>
      seenNow[field] === undefined
        ? edited.includes(field) && isChosen(field)
        : !isSame(seenNow[field], record[field]),
    ),
  };
}
