import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { mayEndResidency } from '../../domain/rules/residency-ending.ts';
import { findPerson, listRegister } from '../../store/land/people-register.ts';
import { countReading } from '../../store/land/register-readings.ts';
import { findResident } from '../../store/land/residents.ts';
import { ownsParcel } from '../loaders/memberships.ts';
import { endsTogether } from '../loaders/second-member.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const show_person_to_end = defineOperation({
  name: 'show_person_to_end',
  summary:
    'Whose time on a plot is to be ended. For the board; for owners of the plot, of family and tenants with an account.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    /** A membership, or the card of who has no account. */
    person: id,
  }),
  async load({ settlement, person }, context) {
    const { db, caller, now } = context;
    const place = await loadSettlement(settlement, context);
    const { id: settlementId, settlementRole } = place;
    const found =
      (await findPerson(db, settlementId, { eitherId: person }, now())) ?? refuse.notFound('person');
    const { isEditor } = settlementRole;
    const isOwner =
      !isEditor && found.membershipId !== null && (await ownsParcel(db, caller, found.parcelId));
    const resident = { state: 'confirmed', role: found.role } as const;
    if (!mayEndResidency({ isEditor, isOwner, isOwn: false }, resident)) refuse.notFound('person');
    // The board's card is not for an owner to read: an account goes by its own name.
    const member =
      found.membershipId === null ? undefined : await findResident(db, settlementId, found.membershipId);
    const isSecondNeeded = member !== undefined && (await endsTogether(context, place, member));
    return {
      settlementId,
      found: { ...found, name: (isOwner ? member?.name : undefined) ?? found.name },
      isEditor,
      isSecondNeeded,
    };
  },
  async show(_, context, { settlementId, found, isEditor, isSecondNeeded }) {
    const { db, now } = context;
    const { personId, membershipId, parcelId, plotNumber, name, role, state } = found;
    // Who may have the plot next, for the board alone.
    const others = isEditor
      ? await listRegister(db, settlementId, { parcelIds: [parcelId], limit: 50 }, now())
      : [];
    if (isEditor) await countReading(context, settlementId, 1 + others.length);
    return {
      person: { personId, membershipId, parcelId, plotNumber, name, role, state },
      isEditor,
      isSecondNeeded,
      others: others
        .filter((one) => one.personId !== personId || one.membershipId !== membershipId)
        .map((one) => one.name),
    };
  },
});
