import { z } from 'zod';
import { id, nonBlank, reference } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { decideProposal, findProposal, type ProposalRow } from '../../../store/directory/proposals.ts';
import { recordDecision } from '../../../store/system/audit.ts';
import { publishEvent } from '../../notify/publish-event.ts';
import { loadProposal, permitDeciding, proposalHead } from './proposal-to-decide.ts';
import { queuedProposal, shortProposalReply, showQueuedProposal } from './shapes.ts';

export const reject_change_proposal = defineOperation({
  name: 'reject_change_proposal',
  tag: 'Proposal',
  route: 'POST /settlements/{settlement}/change-proposals/{proposal}/reject',
  success: 201,
  scope: 'mcp:write',
  audiences: ['settlement'],
  offeredTo: ['editor'],
  summary: 'Refuse a proposal, saying why. For the board.',
  description: 'The author is told the reason.',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    proposal: id.describe('From list_change_proposals.'),
    reason: nonBlank(500).trim().describe('Why, in words the author will read.'),
  }),
  output: z.object({ data: queuedProposal }),
  shortReply: shortProposalReply,
  head: proposalHead,
  load: loadProposal,
  permit: permitDeciding,
  async question(input, context, { found }) {
    const row = (await findProposal(context.db, found.id)) ?? refuse.notFound('proposal');
    const [name, author, reason] = [
      quoteUserText(row.subjectName),
      quoteUserText(row.author),
      quoteUserText(input.reason),
    ];
    return {
      en: `Refuse the correction of ${name} by ${author}? They will be told the reason: ${reason}.`,
      ru: `Отклонить правку к ${name} от ${author}? Автор увидит причину: ${reason}.`,
    };
  },
  async write({ reason }, context, { settlement: { id: settlementId }, found }) {
    const { db, caller, now } = context;
    await decideProposal(db, found.id, { status: 'refused', reason, decidedBy: caller.accountId, at: now() });
    const row = (await findProposal(db, found.id)) as ProposalRow;
    await recordDecision(context, {
      action: 'reject_change_proposal',
      subject: { type: 'proposal', id: found.id },
      settlementId,
      before: { status: found.status },
      after: { status: 'refused', reason },
    });
    await publishEvent(context, {
      type: 'proposal_decided',
      accountId: found.authorId,
      settlementId,
      proposalId: found.id,
      subjectName: row.subjectName,
      approved: false,
      reason,
    });
    return { data: showQueuedProposal(row) };
  },
  show: showWritten,
});
