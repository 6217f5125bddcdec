import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { hideBoardStart } from '../../store/land/board-start.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const hide_board_start = defineOperation({
  name: 'hide_board_start',
  summary: 'Put the list of first steps of a settlement away. For the board.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ settlement: reference }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }) {
    permit(mayEditSettlement(settlementRole));
  },
  async write(_, { db, now }, { id: settlementId }) {
    await hideBoardStart(db, settlementId, now());
    return {};
  },
});
