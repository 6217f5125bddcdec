import { z } from 'zod';
import { integer, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayDrawBoundary } from '../../domain/rules/boundary.ts';
import { listParcelsAroundIn, listSquaresAroundIn } from '../../store/land/parcels.ts';
import { loadSettlement } from '../loaders/settlement.ts';

/** What a phone can draw at once; a cell with more says only where plots lie. */
export const maxParcelsInCell = 2000;
const squares = 64;

export const list_land_in_cell = defineOperation({
  name: 'list_land_in_cell',
  summary:
    'The part of list_land_around in one cell of a map, where there is too much land for one map. For its board and moderators.',
  scope: 'session',
  input: z.object({
    settlement: reference,
    near: integer(1, 5000),
    extent: z.tuple([z.number(), z.number(), z.number(), z.number()]).describe('West, south, east, north.'),
  }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }, caller) {
    permit(mayDrawBoundary(settlementRole, caller.isModerator));
  },
  async show({ near, extent }, { db }, { id }) {
    const plots = await listParcelsAroundIn(db, id, near, extent, maxParcelsInCell + 1);
    if (plots.length <= maxParcelsInCell) return { plots, leftOut: 0, blocks: [] };
    const taken = await listSquaresAroundIn(db, id, near, extent, squares);
    const [west, south, east, north] = extent;
    const [wide, high] = [(east - west) / squares, (north - south) / squares];
    const blocks = taken.map(({ column, row }): [number, number, number, number] => [
      west + column * wide,
      south + row * high,
      west + (column + 1) * wide,
      south + (row + 1) * high,
    ]);
    return { plots: [], leftOut: taken.reduce((sum, { count }) => sum + count, 0), blocks };
  },
});
