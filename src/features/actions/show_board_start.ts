import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { reference } from '../../domain/kernel/fields.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { listStartSteps } from '../../domain/rules/board-start.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { findBoardStart } from '../../store/land/board-start.ts';
import { findSettlement } from '../../store/land/settlements.ts';

export const show_board_start = defineAction({
  name: 'show_board_start',
  summary: 'The first steps of a new settlement and which of them are done. For the board.',
  isReadOnly: true,
  input: z.object({ settlement: reference }),
  async permit({ settlement }, { db, caller }) {
    const found = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    permit(mayEditSettlement(found.settlementRole));
    return found.id;
  },
  async handle(_, { db }, settlementId) {
    const { isHidden, ...progress } =
      (await findBoardStart(db, settlementId)) ?? refuse.notFound('settlement');
    const steps = listStartSteps(progress);
    return { steps, progress, isShown: !isHidden && steps.some(({ isDone }) => !isDone) };
  },
});
