import { z } from 'zod';
import { enumField, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayReadAsBoard } from '../../domain/rules/settlement-role.ts';
import { meterKinds } from '../../engines/devices/manual.ts';
import { findMeterDay } from '../../store/devices/meters.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';
import { loadBoardMonths } from '../metering/board-months.ts';
import { monthField } from '../metering/month-field.ts';

export const export_meters = defineOperation({
  name: 'export_meters',
  summary: 'The table of a month of meters, to take away. For the board and its auditor.',
  scope: 'session',
  input: z.object({ settlement: reference, kind: enumField(meterKinds), month: monthField }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayReadAsBoard(settlementRole)),
  async write({ kind, month }, context, { id: settlementId, timeZone }) {
    const meterDay = await findMeterDay(context.db, settlementId);
    const months = await loadBoardMonths(context.db, { settlementId, timeZone, meterDay }, kind, month);
    await recordDecision(context, {
      action: 'export_meters',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      after: { kind, month, plots: months.plots.length },
    });
    return { kind, timeZone, ...months };
  },
});
