import { z } from 'zod';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { findParcelWithRole } from '../loaders/memberships.ts';

export const find_parcel = defineOperation({
  name: 'find_parcel',
  summary:
    'Number and settlement of any plot, and the visitor’s relation to it; null when there is none. For everybody.',
  scope: 'public',
  input: z.object({ parcel: z.string().max(2000) }),
  show: async ({ parcel }, { db, caller }) => (await findParcelWithRole(db, parcel, caller)) ?? null,
});
