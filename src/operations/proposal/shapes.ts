import { z } from 'zod';
import { outEnum, outId, outSlug, outText, outTimestamp, outWord, wireTime } from '../../kernel/fields.ts';
import { type Permission, refuse } from '../../kernel/refusal.ts';
import { type CorrectedType, pickFields } from '../../rules/proposal-conflict.ts';
import type { ProposalRow, ProposalStatus } from '../../store/directory/proposals.ts';
import { companyFields } from '../company/shapes.ts';
import { contactFields } from '../settlement/contact-shapes.ts';

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
    archived: z.boolean().describe('True: it no longer exists. Contacts only.'),
    description: companyFields.description,
    trades: companyFields.trades,
  })
  .partial()
  .describe(
    'The fields to change with their right values. Only contacts have category, notes, archived; only companies description, trades. Lists replace the whole list.',
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

/** What everybody who may see a proposal sees of it. */
const openPart = {
  id: outId,
  subject_type: outEnum(correctedTypes),
  subject_id: outId,
  subject_name: outText,
  subject_slug: outSlug,
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
  created_at: outTimestamp,
};

export const queuedProposal = z.object({
  ...openPart,
  author: outText.describe('The name of the neighbour who proposed it; only those who decide see it.'),
});

export const ownProposal = z.object({
  ...openPart,
  settlement_id: outId,
  decided_at: outTimestamp.nullable().describe('Null while it waits, or when it was withdrawn.'),
});

function showOpenPart(row: ProposalRow) {
  return {
    id: row.id,
    subject_type: row.subjectType,
    subject_id: row.subjectId,
    subject_name: row.subjectName,
    subject_slug: row.subjectSlug,
    note: row.note,
    status: row.status,
    reject_reason: row.rejectReason,
    proposed: row.proposed as z.input<typeof correction>,
    before: row.before as z.input<typeof correction>,
    now: pickFields(row.record, Object.keys(row.proposed)) as z.input<typeof correction>,
    ...(row.applied && { applied: Object.keys(row.applied) }),
    created_at: wireTime(row.createdAt),
  };
}

export function showQueuedProposal(row: ProposalRow): z.input<typeof queuedProposal> {
  return { ...showOpenPart(row), author: row.author };
}

export function showOwnProposal(row: ProposalRow): z.input<typeof ownProposal> {
  return { ...showOpenPart(row), settlement_id: row.settlementId, decided_at: wireTime(row.decidedAt) };
}

/** A proposal is decided or withdrawn once. */
export function requirePending(status: ProposalStatus): void {
  if (status !== 'pending')
    refuse.invalid('status', {
      en: `This proposal no longer waits: it is ${status}.`,
      ru: `Это предложение уже не ждёт решения: ${statusWords[status]}.`,
    });
}

const statusWords: Record<Exclude<ProposalStatus, 'pending'>, string> = {
  approved: 'оно принято',
  refused: 'оно отклонено',
  withdrawn: 'автор его отозвал',
};

/** Only those who decide, and the author, know that a proposal exists. */
export function mayDecide(who: { isEditor: boolean; isAuthor: boolean }): Permission {
  if (!who.isEditor && !who.isAuthor) refuse.notFound('proposal');
  return (
    who.isEditor || {
      en: 'Only the board of the settlement decides on proposals.',
      ru: 'Предложения рассматривает только правление посёлка.',
    }
  );
}

/** Nothing is applied over an edit the author of the proposal never saw. */
export function refuseMoved(fields: readonly string[]): void {
  if (fields.length === 0) return;
  const texts = fields.map((field) => ({
    en: `The field ${field} was edited after this was proposed. Approve the other fields, or reject the proposal.`,
    ru: `Поле ${field} изменили после того, как это предложили. Примите остальные поля или отклоните предложение.`,
  }));
  const named = fields.map((field, place) => [`proposed.${field}`, texts.slice(place, place + 1)] as const);
  refuse.invalidFields(Object.fromEntries(named), { fields });
}
