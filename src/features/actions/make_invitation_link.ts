import { z } from 'zod';
import { enumField, id, line } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { invitedRoles } from '../../domain/rules/residency.ts';
import { lockOwnedParcel } from '../../store/land/plot-codes.ts';
import { createInvitation } from './new-invitation.ts';

/** It works for whoever holds it, so it is good for less time than a letter. */
const linkDays = 14;

export const make_invitation_link = defineOperation({
  name: 'make_invitation_link',
  summary:
    'A link, shown once, that confirms whoever opens it first on the plot, as family or tenant. For its owners.',
  scope: 'session',
  input: z.object({
    parcel: id,
    role: enumField(invitedRoles),
    /** Who it is for, so that owners can tell links apart. */
    name: line(60).optional(),
  }),
  async load({ parcel }, { db, caller }) {
    return (await lockOwnedParcel(db, caller.accountId, parcel)) ?? refuse.notFound('parcel');
  },
  write: ({ role, name }, context, parcel) =>
    createInvitation(parcel, { role, invitee: name?.trim() || undefined, days: linkDays }, context),
});
