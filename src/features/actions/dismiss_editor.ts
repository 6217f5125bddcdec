import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayLeaveBoard, mayManageBoard } from '../../domain/rules/board.ts';
import { findPersonName, lockBoard } from '../../store/land/boards.ts';
import { deleteSettlementRole, lockBoardRoles } from '../../store/land/settlement-roles.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { boardReason, recordBoardChange } from './board-change.ts';

export const dismiss_editor = defineOperation({
  name: 'dismiss_editor',
  summary:
    'End somebody’s place on the board or as its auditor, or one’s own. For the board and moderators; the last editor stays.',
  scope: 'session',
  input: z.object({ settlement: reference, account: id, reason: boardReason.nullish() }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }, { accountId, isModerator }, input) {
    // An auditor may leave.
    const isOwn = input?.account === accountId && settlementRole.readsAsBoard;
    permit(mayManageBoard({ isEditor: settlementRole.isEditor || isOwn, isModerator }));
  },
  async write({ account, reason = null }, context, settlement) {
    const { db, caller } = context;
    const board = await lockBoard(db, settlement.id);
    const roles = await lockBoardRoles(db, settlement.id, account);
    const isOwn = account === caller.accountId;
    // Race of two who dismiss each other: the second is no longer on the board.
    const isEditor = board.includes(caller.accountId) || (isOwn && roles.length > 0);
    permit(mayManageBoard({ isEditor, isModerator: caller.isModerator }));
    const [person, by] = [await findPersonName(db, account), await findPersonName(db, caller.accountId)];
    if (by === undefined) return refuse.notFound('session');
    if (roles.length === 0 || person === undefined) return;
    const refusal = mayLeaveBoard(board, account);
    if (refusal !== true) refuse.invalid('account', refusal);
    if (!isOwn && reason === null)
      refuse.invalid('reason', {
        en: 'Say why: the person reads it.',
        ru: 'Напишите причину: человек её прочтёт.',
      });
    for (const role of roles) {
      await deleteSettlementRole(db, settlement.id, account, role);
      await recordBoardChange(context, { settlement, person, role, change: 'dismissed', by, reason });
    }
  },
});
