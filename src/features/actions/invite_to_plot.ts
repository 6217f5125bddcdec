import { z } from 'zod';
import { fillPath, paths } from '../../base/site/paths.ts';
import { defineAction } from '../../domain/kernel/action.ts';
import { enumField, id, text } from '../../domain/kernel/fields.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { isEmail } from '../../domain/rules/email.ts';
import { invitedRoles, mayInvite, plotCodeDays } from '../../domain/rules/residency.ts';
import { normalizeEmail } from '../../store/accounts/accounts.ts';
import { countInvitations, insertPlotCodes, lockOwnedParcel } from '../../store/land/plot-codes.ts';
import { recordDecision } from '../../store/system/audit.ts';
import { enqueueAccountEmail } from '../mail/account-emails.ts';

const day = 86_400_000;

export const invite_to_plot = defineAction({
  name: 'invite_to_plot',
  summary: 'Send family or a tenant a letter with a code that confirms them on the plot. For its owners.',
  isIdempotent: true,
  input: z.object({ parcel: id, email: text(254, 3), role: enumField(invitedRoles) }),
  async permit({ parcel }, { db, caller }) {
    return (await lockOwnedParcel(db, caller.accountId, parcel)) ?? refuse.notFound('parcel');
  },
  async handle({ email, role }, context, parcel) {
    const { db, caller, services, now, newId, language, origin } = context;
    if (!isEmail(email))
      refuse.invalid('email', { en: 'This is not an address.', ru: 'Это не похоже на адрес почты.' });
    const to = normalizeEmail(email);
    const refusal = mayInvite(await countInvitations(db, parcel.id, to, now()));
    if (refusal !== true) refuse.invalid('email', refusal);
    const { code, hash } = services.plotCodes.create();
    const made = { id: newId(), parcelId: parcel.id, hash, role, emailKey: to };
    const expiresAt = new Date(now().getTime() + plotCodeDays * day);
    await insertPlotCodes(db, [made], { by: caller.accountId, at: now(), expiresAt });
    const query = new URLSearchParams({ plot: parcel.number, code });
    const page = fillPath(paths.join, { settlement: parcel.settlementId });
    await enqueueAccountEmail(
      db,
      {
        accountId: null,
        to: email.trim(),
        language,
        template: 'plot_invitation',
        expiresAt,
        link: `${services.emailLinkOrigin(origin)}${page}?${query}`,
      },
      context,
    );
    await recordDecision(context, {
      action: 'invite_to_plot',
      subject: { type: 'parcel', id: parcel.id },
      settlementId: parcel.settlementId,
      after: { role, plot: parcel.number },
    });
    return { expires_at: expiresAt.toISOString() };
  },
});
