import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { mayInvite } from '../../domain/rules/residency.ts';
import { countInvitations } from '../../store/land/plot-codes.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { findSettlement } from '../loaders/memberships.ts';
import { createPersonCode, requireInvitable } from './person-code.ts';
import { enqueueInvitation } from './person-invitation.ts';
import { requireRegister } from './register-keeping.ts';

export const invite_person = defineOperation({
  name: 'invite_person',
  summary: 'Send a recorded person a letter with a code that joins them to their record. For the board.',
  scope: 'session',
  keepsReply: true,
  input: z.object({ settlement: reference, person: id }),
  load: ({ settlement }, context) => requireRegister(settlement, context),
  async write({ person }, context, settlementId) {
    const { db, caller, now, newId, services } = context;
    const found = await requireInvitable(person, context, settlementId);
    if (services.installation.mail === 'none') refuse.invalid('person', noMail);
    const to = found.emailKey ?? refuse.invalid('person', noAddress);
    const { toAddress } = await countInvitations(db, found.parcelId, to, now());
    const refusal = mayInvite({ ofParcel: 0, toAddress });
    if (refusal !== true) refuse.invalid('person', refusal);
    const letter = { id: newId(), to };
    const { code, expiresAt } = await createPersonCode(found, context, letter);
    const village = (await findSettlement(db, settlementId, caller))?.name ?? '';
    await enqueueInvitation(context, { ...found, settlementId, village }, { ...letter, code, expiresAt });
    await recordDecision(context, {
      action: 'invite_person',
      subject: { type: 'recorded_person', id: person },
      settlementId,
      after: { plot: found.plotNumber },
    });
    return { expires_at: expiresAt.toISOString() };
  },
});

const noMail = {
  en: 'Email is not set up here yet. Print a letter.',
  ru: 'Почта здесь ещё не настроена. Напечатайте письмо.',
};
const noAddress = {
  en: 'No email address is recorded. Print a letter.',
  ru: 'Почта не указана. Напечатайте письмо.',
};
