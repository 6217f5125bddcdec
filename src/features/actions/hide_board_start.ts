import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { reference } from '../../domain/kernel/fields.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { hideBoardStart } from '../../store/land/board-start.ts';
import { findSettlement } from '../../store/land/settlements.ts';

export const hide_board_start = defineAction({
  name: 'hide_board_start',
  summary: 'Put the list of first steps of a settlement away. For the board.',
  input: z.object({ settlement: reference }),
  async permit({ settlement }, { db, caller }) {
    const found = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    permit(mayEditSettlement(found.settlementRole));
    return found.id;
  },
  async handle(_, { db, now }, settlementId) {
    await hideBoardStart(db, settlementId, now());
    return {};
  },
});
