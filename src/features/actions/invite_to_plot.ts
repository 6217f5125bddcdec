import { z } from 'zod';
import { enumField, id, text } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { isEmail } from '../../domain/rules/email.ts';
import { describeInvitation } from '../../domain/rules/plot-invitation.ts';
import { invitedRoles, plotCodeDays } from '../../domain/rules/residency.ts';
import { findAccount } from '../../store/accounts/accounts.ts';
import { lockOwnedParcel } from '../../store/land/plot-codes.ts';
import { enqueueAccountEmail } from '../mail/account-emails.ts';
import { createInvitation } from './new-invitation.ts';

export const invite_to_plot = defineOperation({
  name: 'invite_to_plot',
  summary: 'Send family or a tenant a letter with a code that confirms them on the plot. For its owners.',
  scope: 'session',
  keepsReply: true,
  input: z.object({ parcel: id, email: text(254, 3), role: enumField(invitedRoles) }),
  async load({ parcel }, { db, caller }) {
    return (await lockOwnedParcel(db, caller.accountId, parcel)) ?? refuse.notFound('parcel');
  },
  async write({ email, role }, context, parcel) {
    const { db, caller, language } = context;
    if (!isEmail(email))
      refuse.invalid('email', { en: 'This is not an email address.', ru: 'Это не похоже на адрес почты.' });
    const to = email.trim();
    const wanted = { role, email, invitee: to, days: plotCodeDays };
    const { link, expiresAt } = await createInvitation(parcel, wanted, context);
    const inviter = (await findAccount(db, caller.accountId))?.displayName ?? '';
    const { number: plot, settlementName: village } = parcel;
    const introduction = describeInvitation({ inviter, plot, village, role });
    const letter = { accountId: null, to, language, template: 'plot_invitation' } as const;
    const own = `${link}&${new URLSearchParams({ email: to })}`;
    await enqueueAccountEmail(db, { ...letter, introduction, village, expiresAt, link: own }, context);
    return { expires_at: expiresAt.toISOString() };
  },
});
