import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { maxFeeRows } from '../../domain/rules/fee-tables.ts';
import { mayReadAsBoard } from '../../domain/rules/settlement-role.ts';
import { listFeeLines, listFeeTables } from '../../store/land/fees.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const tablesShown = 60;

export const list_fee_tables = defineOperation({
  name: 'list_fee_tables',
  summary:
    'Tables of fees with their sums, and of one of them its lines in the order of the file. For the board and its auditor.',
  scope: 'session',
  input: z.object({ settlement: reference, table: id.optional() }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayReadAsBoard(settlementRole)),
  async show({ table }, { db }, { id: settlementId }) {
    const [tables, lines] = await Promise.all([
      listFeeTables(db, settlementId, tablesShown),
      table === undefined ? [] : listFeeLines(db, settlementId, table, maxFeeRows),
    ]);
    return { tables, lines };
  },
});
