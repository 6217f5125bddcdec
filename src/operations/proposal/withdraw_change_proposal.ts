import { z } from 'zod';
import { id, reference } from '../../kernel/fields.ts';
import { defineOperation } from '../../kernel/operation.ts';
import { refuse } from '../../kernel/refusal.ts';
import { lockProposal, withdrawProposal } from '../../store/directory/proposals.ts';
import { findSettlement } from '../../store/land/settlements.ts';
import { requirePending } from './shapes.ts';

export const withdraw_change_proposal = defineOperation({
  name: 'withdraw_change_proposal',
  tag: 'Proposal',
  route: 'DELETE /settlements/{settlement}/change-proposals/{proposal}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary: 'Take back an own correction while nobody has decided on it.',
  destructive: true,
  input: z.object({
    settlement: reference.describe('Identifier or slug.'),
    proposal: id.describe('Its identifier.'),
  }),
  output: z.object({ withdrawn: z.literal(true) }),
  async handle({ settlement, proposal }, { db, caller }) {
    const { id: settlementId, settlementRole } =
      (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    const found = (await lockProposal(db, settlementId, proposal)) ?? refuse.notFound('proposal');
    if (found.authorId !== caller.accountId) {
      if (!settlementRole.isEditor) refuse.notFound('proposal');
      refuse.forbidden({
        en: 'Only its author may withdraw a proposal. Reject it with a reason instead.',
        ru: 'Отозвать предложение может только автор. Отклоните его, указав причину.',
      });
    }
    requirePending(found.status);
    await withdrawProposal(db, found.id);
    return { withdrawn: true } as const;
  },
});
