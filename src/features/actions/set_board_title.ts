import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayManageBoard } from '../../domain/rules/board.ts';
import { lockBoardRoles, setBoardTitle } from '../../store/land/settlement-roles.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { boardTitle } from './board-change.ts';

export const set_board_title = defineOperation({
  name: 'set_board_title',
  summary: 'What a member of the board is called: chair, treasurer. For the board and moderators.',
  scope: 'session',
  input: z.object({ settlement: reference, account: id, title: boardTitle }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole: { isEditor } }, { isModerator }) =>
    permit(mayManageBoard({ isEditor, isModerator })),
  async write({ account, title }, context, settlement) {
    const { db } = context;
    if ((await lockBoardRoles(db, settlement.id, account)).length === 0) refuse.notFound('resident');
    await setBoardTitle(db, settlement.id, account, title);
    await recordDecision(context, {
      action: 'set_board_title',
      subject: { type: 'account', id: account },
      settlementId: settlement.id,
      after: { title },
    });
  },
});
