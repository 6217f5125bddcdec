import { z } from 'zod';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { enumField, reference } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { countThingsOfParcels, listOwnParcels } from '../../../store/land/parcels.ts';
import { ownParcel, showOwnParcel } from './shapes.ts';

export const list_my_parcels = defineOperation({
  name: 'list_my_parcels',
  tag: 'Parcel',
  route: 'GET /parcels/mine',
  success: 200,
  scope: 'mcp:read',
  audiences: ['resident', 'settlement'],
  toolsets: 'every',
  summary: 'Own plots, the primary one first.',
  description: 'Claims that wait for the board are in show_me.',
  input: z.object({
    settlement: reference.optional().describe('Slug or id.'),
    detail: stateDefault(
      'short',
      enumField(['short', 'full']).optional().describe('full: also counts of what is on each.'),
    ),
  }),
  output: z.object({ data: z.array(ownParcel) }),
  async show({ settlement, detail }, { db, caller }) {
    const rows = await listOwnParcels(db, caller.accountId, settlement);
    const counts =
      detail === 'full'
        ? await countThingsOfParcels(
            db,
            caller.accountId,
            rows.map(({ parcelId }) => parcelId),
          )
        : undefined;
    return { data: rows.map((row) => showOwnParcel(row, counts?.get(row.parcelId))) };
  },
});
