import { z } from 'zod';
import { reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { maySeeLandImports } from '../../domain/rules/boundary.ts';
import { listImports } from '../../store/land/land-imports.ts';
import { loadSettlement } from '../loaders/settlement.ts';

const latest = 10;

export const list_land_imports = defineOperation({
  name: 'list_land_imports',
  summary: 'The latest files of land that were sent for a settlement. For the board and moderators.',
  scope: 'session',
  input: z.object({ settlement: reference }),
  async load({ settlement }, { db, caller }) {
    const found = await loadSettlement(settlement, { db, caller });
    permit(maySeeLandImports(found.settlementRole, caller.isModerator));
    return found.id;
  },
  show: (_, { db, now }, settlementId) => listImports(db, settlementId, now(), latest),
});
