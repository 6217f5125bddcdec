import { z } from 'zod';
import { flag, id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { deleteFeeSharing, findFeeRights, insertFeeSharing } from '../../store/land/own-fees.ts';

export const share_fees = defineOperation({
  name: 'share_fees',
  summary: 'Let the tenants of an own plot read its fees, or end that. For its owners.',
  scope: 'session',
  input: z.object({ parcel: id, for_tenants: flag }),
  load: async ({ parcel }, { db, caller }) =>
    (await findFeeRights(db, parcel, caller.accountId)) ?? refuse.notFound('parcel'),
  permit({ isOwner }) {
    permit(
      isOwner || {
        en: 'Only an owner of the plot decides whether its tenants read this.',
        ru: 'Показывать ли это арендаторам, решает собственник участка.',
      },
    );
  },
  async write({ parcel, for_tenants }, { db, caller, now }) {
    if (for_tenants) await insertFeeSharing(db, { parcelId: parcel, letBy: caller.accountId, now: now() });
    else await deleteFeeSharing(db, parcel);
    return { forTenants: for_tenants };
  },
});
