import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { buildJoinPath, createPersonCode, requireInvitable } from './person-code.ts';
import { requireRegister } from './register-keeping.ts';

export const print_person_letter = defineOperation({
  name: 'print_person_letter',
  summary: 'A letter to print, with a code for one recorded person, shown once. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, person: id }),
  load: ({ settlement }, context) => requireRegister(settlement, context),
  async write({ person }, context, settlementId) {
    const found = await requireInvitable(person, context, settlementId);
    const { code, expiresAt } = await createPersonCode(found, context);
    await recordDecision(context, {
      action: 'print_person_letter',
      subject: { type: 'recorded_person', id: person },
      settlementId,
      after: { plot: found.plotNumber },
    });
    return { code, expiresAt, path: buildJoinPath(settlementId, found, code) };
  },
});
