import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { mayInvite } from '../../domain/rules/residency.ts';
import { countInvitations } from '../../store/land/plot-codes.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { findSettlement } from '../loaders/memberships.ts';
import { enqueueAccountEmail } from '../mail/account-emails.ts';
import { buildJoinPath, createPersonCode, requireInvitable } from './person-code.ts';
import { requireRegister } from './register-keeping.ts';

export const invite_person = defineOperation({
  name: 'invite_person',
  summary: 'Send a recorded person a letter with a code that joins them to their record. For the board.',
  scope: 'session',
  keepsReply: true,
  input: z.object({ settlement: reference, person: id }),
  load: ({ settlement }, context) => requireRegister(settlement, context),
  async write({ person }, context, settlementId) {
    const { db, caller, now, language, services, origin } = context;
    const found = await requireInvitable(person, context, settlementId);
    if (services.installation.mail === 'none') refuse.invalid('person', noMail);
    const to = found.emailKey ?? refuse.invalid('person', noAddress);
    const { toAddress } = await countInvitations(db, found.parcelId, to, now());
    const refusal = mayInvite({ ofParcel: 0, toAddress });
    if (refusal !== true) refuse.invalid('person', refusal);
    const { code, expiresAt } = await createPersonCode(found, context, to);
    const village = (await findSettlement(db, settlementId, caller))?.name ?? '';
    const link = services.emailLinkOrigin(origin) + buildJoinPath(settlementId, found, code);
    const letter = { accountId: null, to, language, template: 'plot_invitation' } as const;
    const introduction = {
      en: `The board of ${village} invites you to plot ${found.plotNumber}.`,
      ru: `Правление посёлка «${village}» приглашает вас на участок ${found.plotNumber}.`,
    };
    await enqueueAccountEmail(db, { ...letter, introduction, expiresAt, link }, context);
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
  en: 'This installation sends no letters yet. Print one.',
  ru: 'Почта здесь ещё не настроена. Напечатайте письмо.',
};
const noAddress = {
  en: 'No e-mail is recorded. Print a letter.',
  ru: 'Почта не указана. Напечатайте письмо.',
};
