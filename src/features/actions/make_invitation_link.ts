import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { enumField, id, text } from '../../domain/kernel/fields.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { invitedRoles } from '../../domain/rules/residency.ts';
import { lockOwnedParcel } from '../../store/land/plot-codes.ts';
import { createInvitation } from './new-invitation.ts';

/** It works for whoever holds it, so it is good for less time than a letter. */
const linkDays = 14;

export const make_invitation_link = defineAction({
  name: 'make_invitation_link',
  summary:
    'A link, shown once, that confirms whoever opens it first on the plot, as family or tenant. For its owners.',
  input: z.object({
    parcel: id,
    role: enumField(invitedRoles),
    /** Who it is for, so that owners can tell links apart. */
    name: text(60).optional(),
  }),
  async permit({ parcel }, { db, caller }) {
    return (await lockOwnedParcel(db, caller.accountId, parcel)) ?? refuse.notFound('parcel');
  },
  handle: ({ role, name }, context, parcel) =>
    createInvitation(parcel, { role, invitee: name?.trim() || undefined, days: linkDays }, context),
});
