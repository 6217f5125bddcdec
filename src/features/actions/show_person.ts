import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { isLikelySameName } from '../../domain/rules/same-person.ts';
import { listFormerResidents } from '../../store/land/former-residents.ts';
import { findPerson, listRegister } from '../../store/land/people-register.ts';
import { countReading } from '../../store/land/register-readings.ts';
import { listAudit } from '../../store/system/audit.ts';
import { withTakingBack } from '../loaders/former-resident.ts';
import { requireRegisterReader } from './register-keeping.ts';

const maxHistory = 30;

export const show_person = defineOperation({
  name: 'show_person',
  summary: 'What is recorded of one person, with the history, and the members they may be. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    /** A record, or the membership of who has an account. */
    person: id.optional(),
    resident: id.optional(),
  }),
  load: ({ settlement }, context) => requireRegisterReader(settlement, context),
  async show({ person, resident }, context, settlementId) {
    const { db, now, services } = context;
    const by = person ? { personId: person } : { membershipId: resident ?? refuse.notFound('person') };
    const found = (await findPerson(db, settlementId, by, now())) ?? refuse.notFound('person');
    const { personId, membershipId, parcelId } = found;
    const [household, former] = await Promise.all([
      listRegister(db, settlementId, { parcelIds: [parcelId], limit: 50 }, now()),
      listFormerResidents(db, settlementId, { parcelId }, now(), maxHistory),
    ]);
    // Cards without an account and accounts without a card are candidates for each other.
    const candidates = household.filter(
      (one) =>
        (personId === null && one.membershipId === null && one.partedFrom !== membershipId) ||
        (membershipId === null && one.personId === null && one.membershipId !== found.partedFrom),
    );
    await countReading(context, settlementId, 1 + candidates.length + former.length);
    const subjects = [
      ...(personId ? [{ type: 'recorded_person', id: personId } as const] : []),
      ...(membershipId ? [{ type: 'resident', id: membershipId } as const] : []),
    ];
    const history = await listAudit(db, { kind: 'board', settlementId }, { limit: maxHistory, subjects });
    return {
      person: found,
      /** Members without a card, for a card without an account. */
      candidates: membershipId === null ? candidates : [],
      likelySame: candidates.filter((one) => isLikelySameName(one.name, found.name)),
      /** Who lived on the plot before, latest first. */
      former: former.map((row) => withTakingBack(row, now())),
      history,
      hasMail: services.installation.mail !== 'none',
    };
  },
});
