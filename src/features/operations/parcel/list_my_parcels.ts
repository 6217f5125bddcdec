import { z } from 'zod';
import { stateDefault } from '../../../domain/kernel/argument-metadata.ts';
import { enumField, opaqueCursor, outCursor, pageLimit, reference } from '../../../domain/kernel/fields.ts';
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
    limit: pageLimit(500, 500),
    cursor: opaqueCursor.optional(),
  }),
  output: z.object({ data: z.array(ownParcel), cursor: outCursor }),
  async show({ settlement, detail, limit, cursor }, { db, caller, cursors }) {
    const position = cursors.parse('list_my_parcels', { account: caller.accountId, settlement }, cursor);
    const [isPrimary, membershipId] = position.key;
    const after = membershipId === undefined ? undefined : { isPrimary: isPrimary === '1', membershipId };
    const found = await listOwnParcels(db, caller.accountId, { settlement, after }, limit + 1);
    const { page: rows, cursor: next } = position.slicePage(found, limit, (last) => [
      last.isPrimary ? '1' : '0',
      last.membershipId,
    ]);
    const counts =
      detail === 'full'
        ? await countThingsOfParcels(
            db,
            caller.accountId,
            rows.map(({ parcelId }) => parcelId),
          )
        : undefined;
    return { data: rows.map((row) => showOwnParcel(row, counts?.get(row.parcelId))), cursor: next };
  },
});
