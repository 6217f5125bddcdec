import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayDrawBoundary } from '../../domain/rules/boundary.ts';
import { findImport } from '../../store/land/land-imports.ts';
import { undoImport } from '../land-import/undo-import.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const undo_land_import = defineOperation({
  name: 'undo_land_import',
  summary:
    'Undo a file of land as a whole, while no later change stands in the way. For the board and moderators.',
  scope: 'session',
  input: z.object({ settlement: reference, import: reference }),
  async load({ settlement }, { db, caller }) {
    const found = await loadSettlement(settlement, { db, caller });
    permit(mayDrawBoundary(found.settlementRole, caller.isModerator));
    return found.id;
  },
  async write({ import: importId }, context, settlementId) {
    const { db, now } = context;
    const inTheWay = await undoImport(
      context,
      settlementId,
      async () => (await findImport(db, settlementId, importId, now())) ?? refuse.notFound('import'),
    );
    if (inTheWay !== null) refuse.invalid('import', inTheWay);
  },
});
