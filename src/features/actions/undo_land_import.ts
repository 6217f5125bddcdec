import { fillPath, paths } from '../../base/site/paths.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayDrawBoundary } from '../../domain/rules/boundary.ts';
import { findImport } from '../../store/land/land-imports.ts';
import { importInput } from '../land-import/start-import.ts';
import { undoImport } from '../land-import/undo-import.ts';
import { findSecondNeeded, refuseAlone } from '../loaders/second-member.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const undo_land_import = defineOperation({
  name: 'undo_land_import',
  summary:
    'Undo a file of land as a whole, while no later change stands in the way. For the board and moderators.',
  scope: 'session',
  input: importInput,
  async load({ settlement, import: importId }, context) {
    const found = await loadSettlement(settlement, context);
    permit(mayDrawBoundary(found.settlementRole, context.caller.isModerator));
    const page = context.origin + fillPath(paths.landImport, { settlement: found.slug, import: importId });
    return { settlementId: found.id, secondNeeded: await findSecondNeeded(context, found, page) };
  },
  permit: ({ secondNeeded }) => refuseAlone('import', secondNeeded),
  async write({ import: importId }, context, { settlementId }) {
    const { db, now } = context;
    const inTheWay = await undoImport(
      context,
      settlementId,
      async () => (await findImport(db, settlementId, importId, now())) ?? refuse.notFound('import'),
    );
    if (inTheWay !== null) refuse.invalid('import', inTheWay);
  },
});
