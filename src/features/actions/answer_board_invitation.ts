import { z } from 'zod';
import { enumField, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { answerBoardInvitation } from '../../store/land/board-invitations.ts';
import { findPersonName, lockBoard } from '../../store/land/boards.ts';
import { insertSettlementRole } from '../../store/land/settlement-roles.ts';
import { publishEvent } from '../notify/publish-event.ts';
import { recordBoardChange } from './board-change.ts';
import { loadOwnBoardInvitation } from './own-board-invitation.ts';

export const answer_board_invitation = defineOperation({
  name: 'answer_board_invitation',
  summary: 'Agree to be on the board, or decline. For whom it was sent to.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ invitation: reference, answer: enumField(['accepted', 'declined']) }),
  load: ({ invitation }, context, lock) => loadOwnBoardInvitation(invitation, context, lock),
  async write({ answer }, context, invitation) {
    const { db, caller, now } = context;
    const { settlementId, settlementName, settlementSlug, role, title, reason } = invitation;
    if (invitation.answer !== null || invitation.expiresAt <= now())
      refuse.invalid('invitation', {
        en: 'This invitation is over. The board may send another one.',
        ru: 'Это приглашение уже не действует. Правление может прислать новое.',
      });
    await answerBoardInvitation(db, invitation.id, answer, now());
    const person = await findPersonName(db, caller.accountId);
    if (person === undefined) return refuse.notFound('session');
    const settlement = { id: settlementId, name: settlementName };
    const by = { id: invitation.invitedBy, name: invitation.inviterName };
    if (answer === 'declined') {
      await publishEvent(context, {
        type: 'board_invitation_declined',
        settlementId,
        person,
        inviterId: by.id,
      });
      return { settlement: settlementSlug };
    }
    await lockBoard(db, settlementId);
    if (await insertSettlementRole(db, settlementId, caller.accountId, role, now(), title))
      await recordBoardChange(context, { settlement, person, role, change: 'taken', by, reason });
    return { settlement: settlementSlug };
  },
});
