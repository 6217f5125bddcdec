import { z } from 'zod';
import type { SignedInContext } from '../../../domain/kernel/context.ts';
import { id, reference } from '../../../domain/kernel/fields.ts';
import { defineOperation, showWritten } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { quoteUserText } from '../../../domain/rules/question-texts.ts';
import { findProposal, lockProposal, withdrawProposal } from '../../../store/directory/proposals.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { requirePending } from './shapes.ts';

export const withdraw_change_proposal = defineOperation({
  name: 'withdraw_change_proposal',
  tag: 'Proposal',
  route: 'DELETE /settlements/{settlement}/change-proposals/{proposal}',
  success: 200,
  scope: 'mcp:write',
  audiences: ['resident'],
  summary: 'Take back an own proposal while nobody has decided on it.',
  destructive: true,
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    proposal: id.describe('From list_my_change_proposals.'),
  }),
  output: z.object({ withdrawn: z.literal(true) }),
  async question(input, context) {
    const { id: found } = await requireOwn(input, context);
    const name = quoteUserText((await findProposal(context.db, found))?.subjectName ?? '');
    return {
      en: `Take back your correction of ${name}? The board will not see it any more.`,
      ru: `Отозвать вашу правку к ${name}? Правление её больше не увидит.`,
    };
  },
  async write(input, context) {
    const found = await requireOwn(input, context);
    await withdrawProposal(context.db, found.id);
    return { withdrawn: true } as const;
  },
  show: showWritten,
});

async function requireOwn(
  { settlement, proposal }: { settlement: string; proposal: string },
  { db, caller }: SignedInContext,
) {
  const { id: settlementId, settlementRole } = await loadSettlement(settlement, { db, caller });
  const found = (await lockProposal(db, settlementId, proposal)) ?? refuse.notFound('proposal');
  if (found.authorId !== caller.accountId) {
    if (!settlementRole.isEditor) refuse.notFound('proposal');
    refuse.forbidden({
      en: 'Only its author may withdraw a proposal. Reject it with a reason instead.',
      ru: 'Отозвать предложение может только автор. Отклоните его, указав причину.',
    });
  }
  requirePending(found.status);
  return found;
}
