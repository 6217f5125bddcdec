import { z } from 'zod';
import { id, reference, text } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { permit, refuse } from '../../kernel/refusal.ts';
import { announce } from '../../notify/announce.ts';
import { findMoved, pickFields } from '../../rules/proposal-conflict.ts';
import { updateCompany } from '../../store/directory/companies.ts';
import { updateContact } from '../../store/directory/contacts.ts';
import {
  decideProposal,
  findProposal,
  lockProposal,
  lockRecord,
  type ProposalRow,
} from '../../store/directory/proposals.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { mayDecide, queuedProposal, refuseMoved, requirePending, showQueuedProposal } from './shapes.ts';

export const approve_change_proposal = defineOperation({
  name: 'approve_change_proposal',
  tag: 'Proposal',
  route: 'POST /settlements/{settlement}/change-proposals/{proposal}/approve',
  success: 201,
  scope: 'mcp:write',
  audiences: ['settlement'],
  summary: 'Apply a proposed correction, or some of its fields. For the board.',
  description:
    'Takes the identifier from list_change_proposals. Refused while a field to apply was edited after the proposal was ' +
    'written; the reply then names these in `fields`. Ways on: approve the other fields by naming them, edit the record ' +
    'with edit_contact and reject the proposal, or ask the author to propose anew. The author is told.',
  input: z.object({
    settlement: reference.describe('Identifier or slug.'),
    proposal: id.describe('Its identifier.'),
    fields: z
      .array(text(40, 1))
      .min(1)
      .max(20)
      .nullish()
      .describe('Names of the proposed fields to apply; the others are let go. Left out: all of them.'),
  }),
  output: z.object({ data: queuedProposal }),
  async handle({ settlement, proposal, fields }, context) {
    const { db, caller, now } = context;
    const { id: settlementId, standing } =
      (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    const found = (await lockProposal(db, settlementId, proposal)) ?? refuse.notFound('proposal');
    permit(mayDecide({ isEditor: standing.isEditor, isAuthor: found.authorId === caller.accountId }));
    requirePending(found.status);
    const chosen = fields ? [...new Set(fields)] : Object.keys(found.proposed);
    const foreign = chosen.findIndex((field) => !Object.hasOwn(found.proposed, field));
    if (foreign >= 0)
      refuse.invalid(`fields.${foreign}`, {
        en: `This proposal has the fields ${Object.keys(found.proposed).join(', ')}.`,
        ru: `В этом предложении есть поля: ${Object.keys(found.proposed).join(', ')}.`,
      });
    const record = await lockRecord(db, settlementId, found.subjectType, found.subjectId);
    if (record === undefined) return refuse.notFound(found.subjectType);
    refuseMoved(findMoved(chosen, found.before, record.fields));
    const applied = pickFields(found.proposed, chosen);
    const update = found.subjectType === 'contact' ? updateContact : updateCompany;
    await update(db, found.subjectId, applied, now());
    await decideProposal(db, found.id, {
      status: 'approved',
      applied,
      decidedBy: caller.accountId,
      at: now(),
    });
    await announce(context, {
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
});
