import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { lockOwnedParcel, withdrawInvitation } from '../../store/land/plot-codes.ts';
import { recordDecision } from '../../store/system/audit.ts';

export const withdraw_invitation = defineOperation({
  name: 'withdraw_invitation',
  summary:
    'Cancel an invitation to a plot that nobody has used. For owners of the plot, whoever of them invited.',
  scope: 'session',
  writesIn: 'nowhere',
  input: z.object({ parcel: id, invitation: id }),
  async load({ parcel }, { db, caller }) {
    return (await lockOwnedParcel(db, caller.accountId, parcel)) ?? refuse.notFound('parcel');
  },
  async write({ invitation }, context, parcel) {
    if (!(await withdrawInvitation(context.db, parcel.id, invitation, context.now())))
      refuse.invalid('invitation', {
        en: 'This invitation has been used or cancelled already.',
        ru: 'Этим приглашением уже воспользовались, или его отменили.',
      });
    await recordDecision(context, {
      action: 'withdraw_invitation',
      subject: { type: 'parcel', id: parcel.id },
      settlementId: parcel.settlementId,
      after: { plot: parcel.number },
    });
  },
});
