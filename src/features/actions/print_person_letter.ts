import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { id, reference } from '../../domain/kernel/fields.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { buildJoinPath, createPersonCode, requireInvitable } from './person-code.ts';
import { requireRegister } from './register-keeping.ts';

export const print_person_letter = defineAction({
  name: 'print_person_letter',
  summary: 'A letter to print, with a code for one recorded person, shown once. For the board.',
  input: z.object({ settlement: reference, person: id }),
  permit: ({ settlement }, context) => requireRegister(settlement, context),
  async handle({ person }, context, settlementId) {
    const found = await requireInvitable(person, context, settlementId);
    const { code, expiresAt } = await createPersonCode(found, context);
    await recordDecision(context, {
      action: 'print_person_letter',
      subject: { type: 'recorded_person', id: person },
      settlementId,
      after: { plot: found.plotNumber },
    });
    return { code, expiresAt, path: buildJoinPath(settlementId, found.plotNumber, code) };
  },
});
