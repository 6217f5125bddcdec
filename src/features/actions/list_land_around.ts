import { z } from 'zod';
import { integer, reference } from '../../domain/kernel/fields.ts';
import { defineOperation } from '../../domain/kernel/operation.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayDrawBoundary } from '../../domain/rules/boundary.ts';
import { findLandExtent, listParcelsAround } from '../../store/land/parcels.ts';
import { loadSettlement } from '../loaders/settlement.ts';

/** As much as a page can draw. */
export const maxParcelsAround = 20_000;

export const list_land_around = defineOperation({
  name: 'list_land_around',
  summary:
    'All plots of a settlement and the cadastral land around it, to draw its boundary. For its board and moderators.',
  scope: 'session',
  input: z.object({ settlement: reference, near: integer(1, 5000), with_geometry: z.boolean() }),
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  permit({ settlementRole }, caller) {
    permit(mayDrawBoundary(settlementRole, caller.isModerator));
  },
  async show({ near, with_geometry: withGeometry }, { db }, { id }) {
    const rows = await listParcelsAround(db, id, near, {}, maxParcelsAround + 1, withGeometry);
    const isCut = rows.length > maxParcelsAround;
    return {
      plots: rows.slice(0, maxParcelsAround),
      isCut,
      extent: isCut ? await findLandExtent(db, id, near) : null,
    };
  },
});
