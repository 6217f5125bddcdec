import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { listStartSteps } from '../../domain/rules/board-start.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { findBoardStart } from '../../store/land/board-start.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const show_board_start = defineOperation({
  name: 'show_board_start',
  summary: 'The first steps of a new settlement and which of them are done. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayEditSettlement(settlementRole));
  },
  async show(_, { db }, { id: settlementId }) {
    const { isHidden, ...progress } =
      (await findBoardStart(db, settlementId)) ?? refuse.notFound('settlement');
    const steps = listStartSteps(progress);
    return { steps, progress, isShown: !isHidden && steps.some(({ isDone }) => !isDone) };
  },
});
