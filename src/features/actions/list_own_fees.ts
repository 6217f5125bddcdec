import { z } from 'zod';
import { id } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { listOwnFees } from '../../store/land/own-fees.ts';

const shown = 60;

export const list_own_fees = defineOperation({
  name: 'list_own_fees',
  summary:
    'What the treasurer’s tables say of an own plot, since one belongs to it. For its owners, their family, and tenants whom an owner lets.',
  scope: 'session',
  input: z.object({ parcel: id }),
  show: ({ parcel }, { db, caller }) => listOwnFees(db, parcel, caller.accountId, shown),
});
