import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { lockSettlement } from '../../store/land/boundaries.ts';
import { takeBackFeeTable } from '../../store/land/fees.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const noLonger = {
  en: 'This table is no longer in force: it was replaced or undone.',
  ru: 'Эта таблица уже не действует: её заменили или отменили.',
};

export const take_back_fees = defineOperation({
  name: 'take_back_fees',
  summary: 'Take a table of fees back; the one that it replaced stands again. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, table: id }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayEditSettlement(settlementRole)),
  async write({ table }, context, { id: settlementId }) {
    const { db, now } = context;
    await lockSettlement(db, settlementId);
    const taken =
      (await takeBackFeeTable(db, settlementId, table, now())) ?? refuse.invalid('table', noLonger);
    await recordDecision(context, {
      action: 'take_back_fees',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      before: { period: taken.period },
    });
    return taken;
  },
});
