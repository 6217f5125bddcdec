import { fillPath, paths } from '../../base/site/paths.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayManageBoard } from '../../domain/rules/board.ts';
import { lockBoard } from '../../store/land/boards.ts';
import { lockBoardRoles } from '../../store/land/settlement-roles.ts';
import { findSecondNeeded, refuseAlone } from '../loaders/second-member.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { dismissalInput, dismissFromBoard } from './board-dismissal.ts';

export const dismiss_editor = defineOperation({
  name: 'dismiss_editor',
  summary:
    'End somebody’s place on the board or as its auditor, or one’s own. For the board and moderators; the last editor stays.',
  scope: 'session',
  input: dismissalInput,
  async load({ settlement, account }, context) {
    const found = await loadSettlement(settlement, context);
    const page = context.origin + fillPath(paths.boardMember, { settlement: found.slug, account });
    const isOwn = account === context.caller.accountId;
    return { ...found, isOwn, secondNeeded: isOwn ? null : await findSecondNeeded(context, found, page) };
  },
  permit({ settlementRole, isOwn, secondNeeded }, { isModerator }) {
    // An auditor may leave.
    const mayLeave = isOwn && settlementRole.readsAsBoard;
    permit(mayManageBoard({ isEditor: settlementRole.isEditor || mayLeave, isModerator }));
    refuseAlone('account', secondNeeded);
  },
  async write({ account, reason = null }, context, settlement) {
    const { db, caller } = context;
    const board = await lockBoard(db, settlement.id);
    // Race of two who dismiss each other: the second is no longer on the board.
    const roles = await lockBoardRoles(db, settlement.id, account);
    const isEditor = board.includes(caller.accountId) || (settlement.isOwn && roles.length > 0);
    permit(mayManageBoard({ isEditor, isModerator: caller.isModerator }));
    await dismissFromBoard(context, settlement, { account, roles, board, reason });
  },
});
