import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayManageBoard } from '../../domain/rules/board.ts';
import { isSecondNeeded } from '../../domain/rules/board-motions.ts';
import { findSecondMember } from '../../store/land/board-motions.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const show_second_member = defineOperation({
  name: 'show_second_member',
  summary:
    'Whether the caller needs a second member of the board. For the board, its auditors and moderators.',
  scope: 'session',
  input: z.object({ settlement: reference }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole: { readsAsBoard } }, { isModerator }) =>
    permit(mayManageBoard({ isEditor: readsAsBoard, isModerator })),
  async show(_, { db }, { id, settlementRole }) {
    const found = await findSecondMember(db, id);
    return { ...found, isNeeded: settlementRole.isEditor && isSecondNeeded(found) };
  },
});
