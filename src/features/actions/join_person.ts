import { z } from 'zod';
import type { Text } from '../../base/i18n/text.ts';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { decideJoining } from '../../domain/rules/recorded-people.ts';
import { findPerson } from '../../store/land/people-register.ts';
import { joinRecord, lockRecord } from '../../store/land/recorded-people.ts';
import { lockResident, setResidentRole } from '../../store/land/residents.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { requireRegister } from './register-keeping.ts';

export const join_person = defineOperation({
  name: 'join_person',
  summary:
    'Say that a recorded person and a confirmed member of the plot are the same; the role is that of the record. For the board.',
  scope: 'session',
  input: z.object({ settlement: reference, person: id, resident: id }),
  load: ({ settlement }, context) => requireRegister(settlement, context),
  async write({ person, resident }, context, settlementId) {
    const { db, now } = context;
    // Accounts are locked before records.
    const member = await lockResident(db, settlementId, resident);
    const record = (await lockRecord(db, person, now())) ?? refuse.notFound('person');
    const found =
      (await findPerson(db, settlementId, { personId: person }, now())) ?? refuse.notFound('person');
    if (decideJoining({ by: 'editor' }, record) !== 'join') refuse.invalid('resident', notOpen);
    if (member?.state !== 'confirmed' || member.parcelId !== found.parcelId)
      return refuse.invalid('resident', noMember);
    const card = await findPerson(db, settlementId, { membershipId: resident }, now());
    if (card?.personId != null) refuse.invalid('resident', hasRecord);
    await joinRecord(db, person, resident, now(), member.role);
    if (member.role !== record.role) await setResidentRole(db, resident, record.role);
    await recordDecision(context, {
      action: 'join_person',
      subject: { type: 'recorded_person', id: person },
      settlementId,
      before: { role: member.role },
      after: { account: member.accountId, plot: found.plotNumber, role: record.role },
    });
    return { resident, person };
  },
});

const notOpen: Text = {
  en: 'This record has ended, or already belongs to an account.',
  ru: 'Этот человек выбыл, или его карточка уже связана с учётной записью.',
};
const noMember: Text = {
  en: 'Choose a confirmed resident of the same plot.',
  ru: 'Выберите подтверждённого жителя этого же участка.',
};
const hasRecord: Text = {
  en: 'This resident has a card already.',
  ru: 'У этого жителя уже есть карточка.',
};
