import { z } from 'zod';
import { id, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { maySeeLandImports } from '../../domain/rules/boundary.ts';
import { listImports } from '../../store/land/land-imports.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const shown = 10;

export const list_land_imports = defineOperation({
  name: 'list_land_imports',
  summary: 'The files of land that were sent for a settlement, latest first. For the board and moderators.',
  scope: 'session',
  input: z.object({ settlement: reference, before: id.optional() }),
  async load({ settlement }, { db, caller }) {
    const found = await loadSettlement(settlement, { db, caller });
    permit(maySeeLandImports(found.settlementRole, caller.isModerator));
    return found.id;
  },
  async show({ before = null }, { db, now }, settlementId) {
    const imports = await listImports(db, settlementId, now(), { before, limit: shown + 1 });
    const page = imports.slice(0, shown);
    return { imports: page, next: imports.length > shown ? (page.at(-1)?.id ?? null) : null };
  },
});
