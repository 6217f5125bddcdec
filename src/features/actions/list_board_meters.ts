import { z } from 'zod';
import { enumField, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { currentMeterMonth } from '../../domain/rules/meter-months.ts';
import { mayReadAsBoard } from '../../domain/rules/settlement-role.ts';
import { meterKinds } from '../../engines/devices/manual.ts';
import { findReminder } from '../../store/devices/meter-readings.ts';
import { findMeterDay } from '../../store/devices/meters.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { loadBoardMonths } from '../metering/board-months.ts';
import { monthField } from '../metering/month-field.ts';

export const list_board_meters = defineOperation({
  name: 'list_board_meters',
  summary:
    'What the meters let to the board counted in a month, who is missing, and the loss. For the board and its auditor.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    kind: enumField(meterKinds).default('energy'),
    month: monthField.optional(),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayReadAsBoard(settlementRole)),
  async show({ kind, month: wanted }, { db, now }, { id: settlementId, timeZone }) {
    const meterDay = await findMeterDay(db, settlementId);
    const current = currentMeterMonth(now(), meterDay, timeZone);
    const month = wanted ?? current;
    const [months, reminder] = await Promise.all([
      loadBoardMonths(db, { settlementId, timeZone, meterDay }, kind, month),
      findReminder(db, settlementId, kind, month),
    ]);
    return { kind, current, meterDay, reminder: reminder ?? null, ...months };
  },
});
