import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayManageBoard } from '../../domain/rules/board.ts';
import { answerBoardInvitation } from '../../store/land/board-invitations.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const withdraw_board_invitation = defineOperation({
  name: 'withdraw_board_invitation',
  summary: 'Cancel an invitation to the board that was not answered. For the board and moderators.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ settlement: reference, invitation: id }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole: { isEditor } }, { isModerator }) =>
    permit(mayManageBoard({ isEditor, isModerator })),
  async write({ invitation }, context, settlement) {
    const { db, now } = context;
    if (!(await answerBoardInvitation(db, invitation, 'withdrawn', now(), settlement.id)))
      refuse.invalid('invitation', {
        en: 'This invitation has been answered or cancelled already.',
        ru: 'На это приглашение уже ответили, или его отменили.',
      });
    await recordDecision(context, {
      action: 'withdraw_board_invitation',
      subject: { type: 'settlement', id: settlement.id },
      settlementId: settlement.id,
    });
  },
});
