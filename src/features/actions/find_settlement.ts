import { z } from 'zod';
import { isStorable } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { findSettlement } from '../loaders/memberships.ts';

export const find_settlement = defineOperation({
  name: 'find_settlement',
  summary:
    'A settlement by id or slug, with the visitor’s role in it; null when there is none. For everybody.',
  scope: 'public',
  input: z.object({ settlement: z.string().max(2000) }),
  show: async ({ settlement }, { db, caller }) =>
    (isStorable(settlement) && (await findSettlement(db, settlement, caller))) || null,
});
