import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayDrawBoundary } from '../../domain/rules/boundary.ts';
import { findImport, findWaitingTable } from '../../store/land/land-imports.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const show_land_columns = defineOperation({
  name: 'show_land_columns',
  summary:
    'What the columns of a table of land were taken for; of the latest one unless named. For the board and moderators.',
  scope: 'session',
  input: z.object({ settlement: reference, import: reference.optional() }),
  async load({ settlement }, { db, caller }) {
    const found = await loadSettlement(settlement, { db, caller });
    permit(mayDrawBoundary(found.settlementRole, caller.isModerator));
    return found.id;
  },
  async show({ import: importId }, { db, now }, settlementId) {
    if (importId === undefined) return { table: (await findWaitingTable(db, settlementId, now())) ?? null };
    return { table: (await findImport(db, settlementId, importId, now())) ?? refuse.notFound('import') };
  },
});
