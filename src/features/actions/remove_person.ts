import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { findPerson } from '../../store/land/people-register.ts';
import { deletePerson, lockRecord } from '../../store/land/recorded-people.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { requireRegister } from './register-keeping.ts';

export const remove_person = defineOperation({
  name: 'remove_person',
  summary: 'Remove the record of a person for good; who has an account stays a resident. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, person: id }),
  load: ({ settlement }, context) => requireRegister(settlement, context),
  async write({ person }, context, settlementId) {
    const { db, now } = context;
    await lockRecord(db, person, now());
    const found =
      (await findPerson(db, settlementId, { personId: person }, now())) ?? refuse.notFound('person');
    await deletePerson(db, person);
    await recordDecision(context, {
      action: 'remove_person',
      subject: { type: 'recorded_person', id: person },
      settlementId,
      before: { plot: found.plotNumber },
    });
    return { resident: found.membershipId };
  },
});
