import { z } from 'zod';
import { enumField, integer, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { maySeeLandImports } from '../../domain/rules/boundary.ts';
import { featureFilters } from '../../domain/rules/land-import-states.ts';
import { listImportFeatures } from '../../store/land/land-import-features.ts';
import { findImport } from '../../store/land/land-imports.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const shown = 100;

export const show_land_import = defineOperation({
  name: 'show_land_import',
  summary: 'How far a file of land is, and what becomes of each feature. For the board and moderators.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    import: reference,
    only: enumField(featureFilters).optional(),
    after: integer(0, 2_000_000_000).default(0),
  }),
  async load({ settlement }, { db, caller }) {
    const found = await loadSettlement(settlement, { db, caller });
    permit(maySeeLandImports(found.settlementRole, caller.isModerator));
    return found.id;
  },
  async show({ import: importId, only, after }, { db, now }, settlementId) {
    const found = (await findImport(db, settlementId, importId, now())) ?? refuse.notFound('import');
    const features = await listImportFeatures(db, found.id, { only: only ?? null, after, limit: shown + 1 });
    const page = features.slice(0, shown);
    return { ...found, features: page, next: features.length > shown ? (page.at(-1)?.place ?? null) : null };
  },
});
