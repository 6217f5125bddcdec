import { fillPath, paths } from '../../base/site/paths.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayDrawBoundary } from '../../domain/rules/boundary.ts';
import { findImport } from '../../store/land/land-imports.ts';
import { seenImportInput, startImport } from '../land-import/start-import.ts';
import { findSecondNeeded, refuseAlone } from '../loaders/second-member.ts';
import { loadSettlement } from '../loaders/settlement.ts';

export const apply_land_import = defineOperation({
  name: 'apply_land_import',
  summary: 'Take a file of land in exactly as it was shown. For the board and moderators.',
  scope: 'session',
  input: seenImportInput,
  async load({ settlement, import: importId }, context) {
    const { db, caller, now, origin } = context;
    const found = await loadSettlement(settlement, context);
    permit(mayDrawBoundary(found.settlementRole, caller.isModerator));
    const wanted = await findImport(db, found.id, importId, now());
    const page = origin + fillPath(paths.landImport, { settlement: found.slug, import: importId });
    return {
      settlementId: found.id,
      wanted: wanted ?? refuse.notFound('import'),
      secondNeeded: await findSecondNeeded(context, found, page),
    };
  },
  permit: ({ secondNeeded }) => refuseAlone('import', secondNeeded),
  async write({ rename, accept, seen }, context, { settlementId, wanted }) {
    await startImport(context, settlementId, wanted, { rename, accept, seen });
  },
});
