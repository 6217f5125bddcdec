import { z } from 'zod';
import { id, reference, text } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import {
  type Correction,
  pickFields,
  requiredContactFields,
  resolveProposal,
} from '../../../domain/rules/proposal-conflicts.ts';
import { updateCompany } from '../../../store/directory/companies.ts';
import { type ContactFields, insertContact, updateContact } from '../../../store/directory/contacts.ts';
import {
  decideProposal,
  findProposal,
  lockRecord,
  type ProposalRow,
} from '../../../store/directory/proposals.ts';
import { findLastChange, recordDecision } from '../../../store/system/audit.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { loadProposal, permitDeciding, proposalHead } from './proposal-to-decide.ts';
import {
  proposed,
  queuedProposal,
  refuseProposalConflicts,
  shortProposalReply,
  showQueuedProposal,
} from './shapes.ts';

export const approve_change_proposal = defineOperation({
  name: 'approve_change_proposal',
  tag: 'Proposal',
  route: 'POST /settlements/{settlement}/change-proposals/{proposal}/approve',
  success: 201,
  scope: 'mcp:write',
  audiences: ['settlement'],
  offeredTo: ['editor'],
  summary: 'Apply a proposal or part of it, or add a proposed contact. For the board.',
  description:
    'Refused while a field to apply was edited after the proposal was written, with these in `fields` and what stands in ' +
    '`now`. Then send what you saw as `seen_now`, with your own values in `values` if the proposed ones do not fit; or name the other `fields`, or reject. The author is told.',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    proposal: id.describe('From list_change_proposals.'),
    fields: z
      .array(text(40, 1))
      .min(1)
      .max(20)
      .nullish()
      .describe('The proposed fields to apply; left out: all.'),
    values: proposed.nullish().describe('Your own values; needed for fields edited after this was proposed.'),
    seen_now: proposed
      .nullish()
      .describe('What you saw in `now` of the edited fields; refused when it is no longer so.'),
  }),
  output: z.object({ data: queuedProposal }),
  shortReply: shortProposalReply,
  head: proposalHead,
  load: loadProposal,
  permit: permitDeciding,
  async write({ fields, values, seen_now }, context, { settlement: { id: settlementId }, found }) {
    const { db, caller, now } = context;
    const chosen = fields ? [...new Set(fields)] : Object.keys(found.proposed);
    const foreign = chosen.findIndex((field) => !Object.hasOwn(found.proposed, field));
    if (foreign >= 0)
      refuse.invalid(`fields.${foreign}`, {
        en: `This proposal has the fields ${Object.keys(found.proposed).join(', ')}.`,
        ru: `В этом предложении есть поля: ${Object.keys(found.proposed).join(', ')}.`,
      });
    const stray = Object.keys(values ?? {}).find((field) => !chosen.includes(field));
    if (stray !== undefined)
      refuse.invalid(`values.${stray}`, {
        en: 'This is not one of the fields to apply.',
        ru: 'Этого поля нет среди тех, что принимаются.',
      });
    const record = found.isNew
      ? { name: String(found.proposed.name), fields: {} }
      : await lockRecord(db, settlementId, found.subjectType, found.subjectId);
    if (record === undefined) return refuse.notFound(found.subjectType);
    const settling = {
      values: (values ?? {}) as Correction,
      seenNow: found.isNew ? {} : ((seen_now ?? {}) as Correction),
    };
    const settled = resolveProposal(chosen, found, record.fields, settling);
    const isConflict = settled.conflicts.length + settled.unseen.length > 0;
    const subject = { type: found.subjectType, id: found.subjectId } as const;
    refuseProposalConflicts(
      settled,
      record.fields,
      isConflict ? await findLastChange(db, settlementId, subject) : undefined,
    );
    const { applied } = settled;
    if (found.isNew) {
      await insertContact(db, settlementId, {
        ...buildContact(applied),
        id: found.subjectId,
        createdBy: found.authorId,
        now: now(),
      });
    } else {
      const update = found.subjectType === 'contact' ? updateContact : updateCompany;
      await update(db, found.subjectId, applied, now());
    }
    await decideProposal(db, found.id, {
      status: 'approved',
      applied,
      decidedBy: caller.accountId,
      at: now(),
    });
    await recordDecision(context, {
      action: 'approve_change_proposal',
      subject: { type: 'proposal', id: found.id },
      settlementId,
      before: pickFields(record.fields, chosen),
      after: applied,
    });
    await publishEvent(context, {
      type: 'proposal_decided',
      accountId: found.authorId,
      settlementId,
      proposalId: found.id,
      subjectName: record.name,
      approved: true,
      reason: null,
    });
    return { data: showQueuedProposal((await findProposal(db, found.id)) as ProposalRow) };
  },
  show: showWritten,
});

/** The contact to create from the approved fields. */
function buildContact(applied: Correction): ContactFields {
  const missing = requiredContactFields.filter((field) => applied[field] === undefined);
  if (missing.length > 0)
    refuse.invalid('fields', {
      en: `A new contact needs ${missing.join(' and ')} too.`,
      ru: `Новому контакту нужны и поля: ${missing.join(', ')}.`,
    });
  const empty = { name: '', category: '', phones: [], address: '', hours: '', site: '', notes: '' };
  return { ...empty, ...applied };
}
