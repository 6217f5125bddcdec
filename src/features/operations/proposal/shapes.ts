import { z } from 'zod';
import {
  formatTimestamp,
  outEnum,
  outId,
  outSlug,
  outText,
  outTimestamp,
  outWord,
} from '../../../domain/kernel/fields.ts';
import { type Permission, refuse } from '../../../domain/kernel/refusal.ts';
import { refuseDecided, toDecider } from '../../../domain/rules/earlier-decision.ts';
import {
  type CorrectedType,
  type Correction,
  pickFields,
  type ResolvedProposal,
} from '../../../domain/rules/proposal-conflicts.ts';
import { shortenName } from '../../../domain/rules/short-name.ts';
import type { ProposalRow, ProposalStatus, ProposalToDecide } from '../../../store/directory/proposals.ts';
import { companyFields } from '../company/shapes.ts';
import { contactFields } from '../shapes/contacts.ts';

export const correctedTypes = ['contact', 'company'] as const satisfies readonly CorrectedType[];
export const proposalStatuses = [
  'pending',
  'approved',
  'refused',
  'withdrawn',
] as const satisfies readonly ProposalStatus[];

export const proposed = z
  .strictObject({
    ...contactFields,
    archived: z.boolean().describe('True: it no longer exists.'),
    description: companyFields.description,
    trades: companyFields.trades,
  })
  .partial()
  .describe(
    'The fields to change. Only contacts have category, notes, archived; only companies description, trades. Lists replace the whole list.',
  );

const correction = z.object({
  name: outText.optional(),
  category: outWord.optional(),
  phones: z.array(outWord).optional(),
  address: outText.optional(),
  hours: outText.optional(),
  site: outText.optional(),
  notes: outText.optional(),
  archived: z.boolean().optional(),
  description: outText.optional(),
  trades: z.array(outText).optional(),
});

/** Fields shown to everybody who may see a proposal. */
const commonFields = {
  id: outId,
  subject_type: outEnum(correctedTypes),
  subject_id: outId.describe('Of a proposed new contact: the identifier it gets when it is approved.'),
  subject_name: outText,
  subject_slug: outSlug.describe('Empty while a proposed new contact is not there.'),
  is_new: z.boolean().describe('True: a contact that was not in the directory; `before` is then empty.'),
  note: outText.describe('What the author said to it; empty when nothing.'),
  status: outEnum(proposalStatuses),
  reject_reason: outText.nullable().describe('Why it was refused; null unless it was.'),
  proposed: correction.describe('The changed fields with their proposed values.'),
  before: correction.describe('The same fields as they stood when the proposal was written.'),
  now: correction.describe(
    'The same fields as they stand now. Where before and now differ, somebody has edited the record meanwhile.',
  ),
  applied: z
    .array(outWord)
    .optional()
    .describe('The fields that were applied; present only on an approved proposal.'),
  applied_values: correction
    .optional()
    .describe('Likewise with their values, which may be those of whoever approved.'),
  created_at: outTimestamp,
};

export const queuedProposal = z.object({
  ...commonFields,
  author: outText.describe('The name of the neighbour who proposed it; only those who decide see it.'),
  author_user_id: outId,
  author_plot: outText
    .nullable()
    .describe('The number of a plot of theirs in the settlement; null: they have none now.'),
});

export const ownProposal = z.object({
  ...commonFields,
  settlement_id: outId,
  decided_at: outTimestamp.nullable().describe('Null while it waits, or when it was withdrawn.'),
});

function showCommonFields(row: ProposalRow) {
  return {
    id: row.id,
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    subject_name: row.subjectName,
    subject_slug: row.subjectSlug,
    is_new: row.isNew,
    note: row.note,
    status: row.status,
    reject_reason: row.rejectReason,
    proposed: row.proposed as z.input<typeof correction>,
    before: row.before as z.input<typeof correction>,
    now: pickFields(row.record, Object.keys(row.proposed)) as z.input<typeof correction>,
    ...(row.applied && {
      applied: Object.keys(row.applied),
      applied_values: row.applied as z.input<typeof correction>,
    }),
    created_at: formatTimestamp(row.createdAt),
  };
}

export function showQueuedProposal(row: ProposalRow): z.input<typeof queuedProposal> {
  return {
    ...showCommonFields(row),
    author: row.author,
    author_user_id: row.authorId,
    author_plot: row.authorParcel,
  };
}

export function showOwnProposal(row: ProposalRow): z.input<typeof ownProposal> {
  return {
    ...showCommonFields(row),
    settlement_id: row.settlementId,
    decided_at: formatTimestamp(row.decidedAt),
  };
}

/** A proposal is decided or withdrawn once; only the board learns by whom. */
export function requirePending(found: ProposalToDecide, isEditor: boolean): void {
  if (found.status === 'pending') return;
  refuseDecided('status', {
    outcome: found.status === 'refused' ? 'returned' : found.status,
    by: isEditor ? toDecider(found.decidedBy, found.decidedByName) : null,
    at: found.decidedAt,
    reason: found.rejectReason,
  });
}

/** 404 for everybody but the author and those who decide. */
export function mayDecideProposal(who: { isEditor: boolean; isAuthor: boolean }): Permission {
  if (!who.isEditor && !who.isAuthor) refuse.notFound('proposal');
  return (
    who.isEditor || {
      en: 'Only the board of the village decides on proposals.',
      ru: 'Предложения рассматривает только правление посёлка.',
    }
  );
}

/** Refuses to overwrite an edit that neither the author nor the approver has seen. */
export function refuseProposalConflicts(
  { conflicts, unseen }: ResolvedProposal,
  record: Correction,
  lastChange?: { name: string | null; at: Date },
): void {
  if (conflicts.length + unseen.length === 0) return;
  const fields = [...new Set([...conflicts, ...unseen])];
  refuse.invalidFields(
    Object.fromEntries([
      ...conflicts.map((field) => [`proposed.${field}`, [formatConflict(field)]] as const),
      ...unseen.map((field) => [`seen_now.${field}`, [formatUnseen(field)]] as const),
    ]),
    {
      fields,
      now: pickFields(record, fields),
      ...(lastChange && {
        changed_by: lastChange.name === null ? null : shortenName(lastChange.name),
        changed_at: formatTimestamp(lastChange.at),
      }),
    },
  );
}

const formatConflict = (field: string) => ({
  en: `The field ${field} was edited after this was proposed. Say in seen_now what stands to apply the proposed value all the same, or another one in values; approve the other fields, or reject the proposal.`,
  ru: `Поле ${field} изменили после того, как это предложили. Укажите в seen_now нынешнее значение, чтобы всё же принять предложенное или другое из values; примите остальные поля или отклоните предложение.`,
});

const formatUnseen = (field: string) => ({
  en: `This is not the current value of the field ${field}. Look at it again and decide.`,
  ru: `В поле ${field} сейчас стоит другое. Посмотрите ещё раз и решите.`,
});

/** What an assistant needs after a write. */
export const shortProposalReply = [
  'data.id',
  'data.subject_type',
  'data.subject_id',
  'data.is_new',
  'data.status',
  'data.applied',
  'data.decided_at',
];
