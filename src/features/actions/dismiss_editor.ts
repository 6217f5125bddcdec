import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayLeaveBoard, mayManageBoard } from '../../domain/rules/board.ts';
import { lockBoard } from '../../store/land/boards.ts';
import { deleteSettlementRole } from '../../store/land/settlement-roles.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { boardReason, recordBoardChange } from './board-change.ts';

export const dismiss_editor = defineOperation({
  name: 'dismiss_editor',
  summary:
    'End somebody’s membership of the board, or one’s own. For the board and moderators; the last one stays.',
  scope: 'session',
  input: z.object({ settlement: reference, account: id, reason: boardReason.nullish() }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }, caller) {
    permit(mayManageBoard({ isEditor: settlementRole.isEditor, isModerator: caller.isModerator }));
  },
  async write({ account, reason = null }, context, settlement) {
    const { db, caller } = context;
    const board = await lockBoard(db, settlement.id);
    // Race of two who dismiss each other: the second is no longer on the board.
    permit(mayManageBoard({ isEditor: board.includes(caller.accountId), isModerator: caller.isModerator }));
    if (!board.includes(account)) return;
    const refusal = mayLeaveBoard(board, account);
    if (refusal !== true) refuse.invalid('account', refusal);
    if (account !== caller.accountId && reason === null)
      refuse.invalid('reason', {
        en: 'Say why: the person reads it.',
        ru: 'Напишите причину: человек её прочтёт.',
      });
    await deleteSettlementRole(db, settlement.id, account, 'editor');
    await recordBoardChange(context, { settlement, accountId: account, change: 'dismissed', reason });
  },
});
