import { z } from 'zod';
import { id, reference } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { findProposal, withdrawProposal } from '../../../store/directory/proposals.ts';
import { loadProposal, proposalHead } from './proposal-to-decide.ts';
import { requirePending } from './shapes.ts';

export const withdraw_change_proposal = defineOperation({
  name: 'withdraw_change_proposal',
  tag: 'Proposal',
  route: 'DELETE /settlements/{settlement}/change-proposals/{proposal}',
  success: 200,
  scope: 'mcp:write',
  writesIn: 'nowhere',
  audiences: ['resident'],
  summary: 'Take back an own proposal while nobody has decided on it.',
  destructive: true,
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    proposal: id.describe('From list_my_change_proposals.'),
  }),
  output: z.object({ withdrawn: z.literal(true) }),
  head: proposalHead,
  load: loadProposal,
  permit({ settlement: { settlementRole }, found }, { accountId }) {
    if (found.authorId !== accountId) {
      if (!settlementRole.isEditor) refuse.notFound('proposal');
      refuse.forbidden({
        en: 'Only its author may withdraw a proposal. Reject it with a reason instead.',
        ru: 'Отозвать предложение может только автор. Отклоните его, указав причину.',
      });
    }
    requirePending(found, settlementRole.isEditor);
  },
  async question(_input, { db }, { found }) {
    const name = quoteUserText((await findProposal(db, found.id))?.subjectName ?? '');
    return {
      en: `Take back your correction of ${name}? The board will not see it any more.`,
      ru: `Отозвать вашу правку к ${name}? Правление её больше не увидит.`,
    };
  },
  async write(_input, context, { found }) {
    await withdrawProposal(context.db, found.id);
    return { withdrawn: true } as const;
  },
  show: showWritten,
});
