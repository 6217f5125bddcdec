import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { createCodesByPlan } from './invitees.ts';
import { buildJoinPath } from './person-code.ts';
import { requireRegister } from './register-keeping.ts';

/** Sheets of one print. */
export const maxSheets = 100;

export const print_people_letters = defineOperation({
  name: 'print_people_letters',
  summary:
    'Letters to print, with codes shown once, for recorded people without an e-mail who have no invitation. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference }),
  load: ({ settlement }, context) => requireRegister(settlement, context),
  async write(_, context, settlementId) {
    const { made, expiresAt, left } = await createCodesByPlan(context, settlementId, 'sheet', maxSheets);
    if (made.length > 0)
      await recordDecision(context, {
        action: 'print_people_letters',
        subject: { type: 'settlement', id: settlementId },
        settlementId,
        after: { sheets: made.length },
      });
    return {
      expiresAt,
      left,
      letters: made.map(({ person, code }) => ({
        code,
        name: person.name,
        plot: person.plotNumber,
        postalAddress: person.postalAddress,
        path: buildJoinPath(settlementId, person, code),
      })),
    };
  },
});
