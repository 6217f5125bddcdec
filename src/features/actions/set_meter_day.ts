import { z } from 'zod';
import { integer, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayEditSettlement } from '../../domain/rules/settlement-role.ts';
import { setMeterDay } from '../../store/devices/meters.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const set_meter_day = defineOperation({
  name: 'set_meter_day',
  summary: 'The day of the month by which the board wants readings of meters. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, day: integer(1, 28) }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit: ({ settlementRole }) => permit(mayEditSettlement(settlementRole)),
  async write({ day }, context, { id: settlementId }) {
    const before = await setMeterDay(context.db, settlementId, day);
    if (before !== day)
      await recordDecision(context, {
        action: 'set_meter_day',
        subject: { type: 'settlement', id: settlementId },
        settlementId,
        before: { day: before },
        after: { day },
      });
    return { day };
  },
});
