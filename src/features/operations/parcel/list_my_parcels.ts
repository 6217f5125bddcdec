import { z } from 'zod';
import { reference } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { listOwnParcels } from '../../../store/land/parcels.ts';
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
    settlement: reference.optional().describe('Identifier or slug.'),
  }),
  output: z.object({ data: z.array(ownParcel) }),
  async handle({ settlement }, { db, caller }) {
    const rows = await listOwnParcels(db, caller.accountId, settlement);
    return { data: rows.map(showOwnParcel) };
  },
});
