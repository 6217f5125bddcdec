import type { Text } from '../../base/i18n/text.ts';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { normalizeEmail } from '../../domain/rules/email.ts';
import type { PersonCard } from '../../domain/rules/people-import.ts';
import { isSamePerson } from '../../domain/rules/recorded-people.ts';
import { findPerson, listRegister, type RegisterRow } from '../../store/land/people-register.ts';
import {
  listClaimsByAddress,
  lockRecord,
  saveRecordedPeople,
  withdrawCodesOfPerson,
} from '../../store/land/recorded-people.ts';
import { lockResident } from '../../store/land/residents.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { confirmByAddress } from '../land-import/people-import.ts';
import { listNamedParcels } from '../loaders/parcel-reference.ts';
import { type PersonInput, personInput, readCard } from './person-card.ts';
import { requireRegister } from './register-keeping.ts';

export const save_person = defineOperation({
  name: 'save_person',
  summary:
    'Record a person of a plot, with or without an account, or change what is recorded of them. For the board.',
  scope: 'session',
  keepsReply: true,
  input: personInput,
  load: ({ settlement }, context) => requireRegister(settlement, context),
  async write(input, context, settlementId) {
    const { db, now, newId, caller } = context;
    const seen = await findTarget(input, context, settlementId);
    const plot = await findPlot(input.parcel, seen, context, settlementId);
    // Accounts are locked before records, as by a claim.
    const emailKey = normalizeEmail(input.email);
    const claims = emailKey
      ? await listClaimsByAddress(db, settlementId, { parcelId: plot.id, emailKey })
      : [];
    for (const claim of claims) await lockResident(db, settlementId, claim.id);
    if (input.resident !== undefined) await lockResident(db, settlementId, input.resident);
    if (seen?.personId) await lockRecord(db, seen.personId, now());
    const before = seen && (await findTarget(input, context, settlementId));
    if ((before?.updatedAt?.toISOString() ?? '') !== input.seen_updated_at)
      refuse.invalid('seen_updated_at', changedMeanwhile);
    const card = readCard(input, before);
    const isMoved = before !== undefined && plot.id !== before.parcelId;
    if (isMoved && before.membershipId !== null) refuse.invalid('parcel', accountStays);
    if (isMoved && before.state === 'ended') refuse.invalid('parcel', formerStays);
    await refuseRepeated(card, before, plot.id, context, settlementId);
    const { personId = null, membershipId = null } = before ?? {};
    const planned = { ...card, personId, membershipId, parcelId: plot.id };
    const [saved = ''] = await saveRecordedPeople(db, [planned], newId, now());
    // A code is of one plot.
    if (isMoved) await withdrawCodesOfPerson(db, saved, now());
    await recordDecision(context, {
      action: 'save_person',
      subject: { type: 'recorded_person', id: saved },
      settlementId,
      after: before
        ? {
            plot: plot.number,
            fields: [...(isMoved ? ['plot'] : []), ...listChanged({ ...before }, { ...card })],
          }
        : { plot: plot.number, isNew: true },
    });
    for (const claim of claims) await confirmByAddress(context, settlementId, claim.id, caller.accountId);
    return { person: saved, resident: membershipId, plot: plot.number };
  },
});

async function findTarget(
  { person, resident }: Pick<PersonInput, 'person' | 'resident'>,
  { db, now }: SignedInContext,
  settlementId: string,
): Promise<RegisterRow | undefined> {
  if (person === undefined && resident === undefined) return undefined;
  const by = person === undefined ? { membershipId: resident as string } : { personId: person };
  return (await findPerson(db, settlementId, by, now())) ?? refuse.notFound('person');
}

/** The plot that is named; of a card where none is, the one it has. */
async function findPlot(
  parcel: string | undefined,
  card: RegisterRow | undefined,
  { db }: SignedInContext,
  settlementId: string,
) {
  if (card && (!parcel || parcel === card.plotNumber)) return { id: card.parcelId, number: card.plotNumber };
  const [found] = parcel ? await listNamedParcels(db, settlementId, parcel) : [];
  return found ?? refuse.invalid('parcel', noPlot);
}

/** Two records of one plot that the import could not tell apart would be changed by each other's line. */
async function refuseRepeated(
  card: PersonCard,
  before: RegisterRow | undefined,
  parcelId: string,
  { db, now }: SignedInContext,
  settlementId: string,
): Promise<void> {
  if (before?.membershipId != null || before?.state === 'ended') return;
  const household = await listRegister(db, settlementId, { parcelIds: [parcelId], limit: 100 }, now());
  const other = household.find(
    (one) =>
      one.personId !== (before?.personId ?? null) &&
      (isSamePerson(one, card) ||
        (card.emailKey !== null && one.personId !== null && one.accountEmailKey === card.emailKey)),
  );
  if (other) refuse.invalid(card.emailKey === null ? 'name' : 'email', alreadyRecorded(other.name));
}

const listChanged = (before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>) =>
  Object.keys(after).filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

const changedMeanwhile: Text = {
  en: 'Somebody has changed the card since you opened it.',
  ru: 'Пока вы писали, карточку изменил кто-то другой.',
};
const noPlot: Text = { en: 'There is no such plot here.', ru: 'Такого участка здесь нет.' };
const accountStays: Text = {
  en: 'The person has an account on this plot: remove them here, and they can claim the other plot themselves.',
  ru: 'У человека учётная запись на этом участке: снимите его здесь, а на другой участок он подаст заявку сам.',
};
const formerStays: Text = {
  en: 'The person is no longer recorded here: the plot stays as it was.',
  ru: 'Человек уже выбыл: участок остаётся прежним.',
};
const alreadyRecorded = (name: string): Text => ({
  en: `${name} is recorded on this plot already. Is it somebody else? Add something to the name.`,
  ru: `На этом участке уже записан такой человек: ${name}. Если это другой, добавьте что-нибудь к имени.`,
});
