import { z } from 'zod';
import { day, enumField, id, line, reference, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { endingKinds, maxSuccessorLength } from '../../domain/rules/residency-ending.ts';
import { findPerson } from '../../store/land/people-register.ts';
import { endRecord, lockRecord } from '../../store/land/recorded-people.ts';
import { insertEnding } from '../../store/land/residency-endings.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { readEnding } from '../loaders/residency-ending.ts';
import { requireRegister } from './register-keeping.ts';

export const end_person = defineOperation({
  name: 'end_person',
  summary:
    'End the time on a plot of somebody recorded without an account; remove_resident is for who has one. For the board.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    person: id,
    reason_kind: enumField(endingKinds),
    on: day.nullish(),
    reason: text(1000).nullish(),
    successor: line(maxSuccessorLength).nullish(),
  }),
  load: ({ settlement }, context) => requireRegister(settlement, context),
  async write({ person, ...input }, context, settlementId) {
    const { db, now, newId, caller } = context;
    await lockRecord(db, person, now());
    const found =
      (await findPerson(db, settlementId, { personId: person }, now())) ?? refuse.notFound('person');
    if (found.membershipId !== null) refuse.invalid('person', hasAccount);
    if (found.state === 'ended') refuse.invalid('person', isOver);
    const { parcelId, plotNumber, role } = found;
    const said = await readEnding(input, context, { settlementId, parcelId });
    const records = await endRecord(db, person, said.on, now());
    const ending = newId();
    await insertEnding(db, {
      ...said,
      ...{ id: ending, settlementId, parcelId, membershipId: null, role, records },
      ...{ endedBy: caller.accountId, now: now() },
    });
    await recordDecision(context, {
      action: 'end_person',
      subject: { type: 'recorded_person', id: person },
      settlementId,
      before: { plot: plotNumber, role },
      after: { kind: said.kind, on: said.on, reason: said.reason },
    });
    return { ending, person };
  },
});

const hasAccount = {
  en: 'The person has an account here since: open their page again.',
  ru: 'У человека уже есть здесь учётная запись: откройте его страницу ещё раз.',
};
const isOver = { en: 'This has ended already.', ru: 'Это уже завершено.' };
