import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayLeaveBoard, mayManageBoard } from '../../domain/rules/board.ts';
import { lockBoard } from '../../store/land/boards.ts';
import { deleteSettlementRole } from '../../store/land/settlement-roles.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const dismiss_editor = defineOperation({
  name: 'dismiss_editor',
  summary:
    'End somebody’s membership of the board, or one’s own. For the board and moderators; the last one stays.',
  scope: 'session',
  input: z.object({ settlement: reference, account: id }),
  async load({ settlement }, { db, caller }) {
    const found = await loadSettlement(settlement, { db, caller });
    permit(mayManageBoard({ isEditor: found.settlementRole.isEditor, isModerator: caller.isModerator }));
    return found.id;
  },
  async write({ account }, context, settlementId) {
    const { db, caller } = context;
    const board = await lockBoard(db, settlementId);
    // Race of two who dismiss each other: the second is no longer on the board.
    permit(mayManageBoard({ isEditor: board.includes(caller.accountId), isModerator: caller.isModerator }));
    if (!board.includes(account)) return;
    const refusal = mayLeaveBoard(board, account);
    if (refusal !== true) refuse.invalid('account', refusal);
    await deleteSettlementRole(db, settlementId, account, 'editor');
    await recordDecision(context, {
      action: 'dismiss_editor',
      subject: { type: 'account', id: account },
      settlementId,
      before: { role: 'editor' },
      after: { role: null },
    });
  },
});
