import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { listInvitations } from '../../store/land/plot-codes.ts';
import { listHousehold } from '../../store/land/residents.ts';

export const list_household = defineOperation({
  name: 'list_household',
  summary: 'Who is confirmed on a plot, for those who are; owners may also ask for the open invitations.',
  scope: 'session',
  input: z.object({ parcel: id, invitations: z.boolean().default(false) }),
  async load({ parcel }, { db, caller }) {
    const members = await listHousehold(db, parcel);
    return members.some(({ accountId }) => accountId === caller.accountId)
      ? members
      : refuse.notFound('parcel');
  },
  async show({ parcel, invitations: wanted }, { db, caller, now }, members) {
    const isOwner = members.some(({ accountId, role }) => accountId === caller.accountId && role === 'owner');
    const invitations = isOwner && wanted ? await listInvitations(db, parcel, now()) : [];
    return {
      isOwner,
      members: members.map(({ accountId, name, role }) => ({
        name,
        role,
        isSelf: accountId === caller.accountId,
      })),
      invitations: invitations.map(({ issuedAt, expiresAt, ...invitation }) => ({
        ...invitation,
        issuedAt: issuedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
    };
  },
});
