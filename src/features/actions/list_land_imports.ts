import { z } from 'zod';
import { defineAction } from '../../domain/kernel/action.ts';
import { reference } from '../../domain/kernel/fields.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayDrawBoundary } from '../../domain/rules/boundary.ts';
import { listImports } from '../../store/land/land-imports.ts';
import { findSettlement } from '../../store/land/settlements.ts';

const latest = 10;

export const list_land_imports = defineAction({
  name: 'list_land_imports',
  summary: 'The latest files of land that were sent for a settlement. For the board and moderators.',
  isReadOnly: true,
  input: z.object({ settlement: reference }),
  async permit({ settlement }, { db, caller }) {
    const found = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
    permit(mayDrawBoundary(found.settlementRole, caller.isModerator));
    return found.id;
  },
  handle: (_, { db, now }, settlementId) => listImports(db, settlementId, now(), latest),
});
