import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { findPerson } from '../../store/land/people-register.ts';
import { lockRecord, partRecord } from '../../store/land/recorded-people.ts';
import { lockResident, setResidentRole } from '../../store/land/residents.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { requireRegister } from './register-keeping.ts';

export const part_person = defineOperation({
  name: 'part_person',
  summary:
    'Take back that a recorded person and a member are the same, where the board had said so by hand. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, person: id }),
  load: ({ settlement }, context) => requireRegister(settlement, context),
  async write({ person }, context, settlementId) {
    const { db, now } = context;
    const find = () => findPerson(db, settlementId, { personId: person }, now());
    const seen = (await find()) ?? refuse.notFound('person');
    // Accounts are locked before records.
    const member = seen.membershipId ? await lockResident(db, settlementId, seen.membershipId) : undefined;
    await lockRecord(db, person, now());
    const found = (await find()) ?? refuse.notFound('person');
    if (member === undefined || found.membershipId !== member.id || !found.isJoinedByHand)
      return refuse.invalid('person', notJoined);
    const roleBefore = await partRecord(db, person, member.id, now());
    // The role has not been set anew since.
    const isSameRole = roleBefore === null || roleBefore === member.role || member.role !== found.role;
    if (!isSameRole) await setResidentRole(db, member.id, roleBefore);
    await recordDecision(context, {
      action: 'part_person',
      subject: { type: 'recorded_person', id: person },
      settlementId,
      before: { role: member.role },
      after: {
        account: member.accountId,
        plot: found.plotNumber,
        role: isSameRole ? member.role : roleBefore,
      },
    });
    return { resident: member.id };
  },
});

const notJoined: Text = {
  en: 'This card was not linked by hand, or has already been separated.',
  ru: 'Эту карточку связали не вручную, или её уже отделили.',
};
