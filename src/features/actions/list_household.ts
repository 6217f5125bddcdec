import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { isInvitedRole } from '../../domain/rules/residency.ts';
import { listFormerResidents } from '../../store/land/former-residents.ts';
import { listInvitations } from '../../store/land/plot-codes.ts';
import { listHousehold } from '../../store/land/residents.ts';
import { withTakingBack } from '../loaders/former-resident.ts';

/** Of a plot; more than anybody ends in a week. */
const maxFormer = 20;

export const list_household = defineOperation({
  name: 'list_household',
  summary:
    'Who is confirmed on a plot, for those who are; owners may also ask for open invitations and for whom they can bring back.',
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
    const settlementId = members[0]?.settlementId;
    const [invitations, former] =
      isOwner && wanted && settlementId
        ? await Promise.all([
            listInvitations(db, parcel, now()),
            listFormerResidents(db, settlementId, { parcelId: parcel }, now(), maxFormer),
          ])
        : [[], []];
    return {
      isOwner,
      members: members.map(({ accountId, membershipId, name, role }) => ({
        name,
        role,
        isSelf: accountId === caller.accountId,
        /** For owners: whose time on the plot they may end. */
        resident: isOwner && isInvitedRole(role) ? membershipId : null,
      })),
      former: former.flatMap((row) => {
        const { endingId, accountName, role, kind, endedOn, mayTakeBack } = withTakingBack(row, now());
        return mayTakeBack && endingId && accountName && isInvitedRole(role)
          ? [{ ending: endingId, name: accountName, role, kind, endedOn }]
          : [];
      }),
      invitations: invitations.map(({ issuedAt, expiresAt, ...invitation }) => ({
        ...invitation,
        issuedAt: issuedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      })),
    };
  },
});
