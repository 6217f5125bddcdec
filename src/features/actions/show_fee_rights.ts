import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { findFeeRights } from '../../store/land/own-fees.ts';

export const show_fee_rights = defineOperation({
  name: 'show_fee_rights',
  summary:
    'Whether the fees of an own plot are open to oneself, and to its tenants. For those confirmed on the plot.',
  scope: 'session',
  input: z.object({ parcel: id }),
  show: async ({ parcel }, { db, caller }) =>
    (await findFeeRights(db, parcel, caller.accountId)) ?? refuse.notFound('parcel'),
});
