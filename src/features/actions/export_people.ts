import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { compareNaturally } from '../../domain/rules/natural-order.ts';
import { listRegister } from '../../store/land/people-register.ts';
import { countReading } from '../../store/land/register-readings.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { requireRegisterReader } from './register-keeping.ts';

const maxPeople = 20_000;

export const export_people = defineOperation({
  name: 'export_people',
  summary: 'Everybody of the register, with or without an account, in the order of plots. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference }),
  load: ({ settlement }, context) => requireRegisterReader(settlement, context),
  async write(_, context, settlementId) {
    const { db, now } = context;
    const rows = await listRegister(db, settlementId, { limit: maxPeople }, now());
    await countReading(context, settlementId, rows.length);
    // A table leaves the service: beside the count of the day, a decision of its own.
    await recordDecision(context, {
      action: 'export_people',
      subject: { type: 'settlement', id: settlementId },
      settlementId,
      after: { people: rows.length },
    });
    return rows.sort((one, other) => compareNaturally(one.plotNumber, other.plotNumber));
  },
});
