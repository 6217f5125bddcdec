import { z } from 'zod';
import { onlyOnMcpServers, restOnly } from '../../../domain/kernel/argument-metadata.ts';
import {
  enumField,
  flag,
  integer,
  opaqueCursor,
  outCursor,
  pageLimit,
  parcelReference,
  reference,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { permit } from '../../../domain/kernel/refusal.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { mayDrawBoundary } from '../../../domain/rules/boundary.ts';
import { listParcels, listParcelsAround } from '../../../store/land/parcels.ts';
import { resolveParcelFilter } from '../../loaders/parcel-reference.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { parcelEntry, parcelListings, showParcel } from './shapes.ts';

export const list_parcels = defineOperation({
  name: 'list_parcels',
  tag: 'Parcel',
  route: 'GET /settlements/{settlement}/parcels',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement'],
  summary: 'The plots of a settlement; never says who owns them.',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    parcel: parcelReference.optional(),
    q: restOnly(text(40).optional().describe('How the number begins.')),
    listing: enumField(parcelListings).optional().describe('State of the developer’s offer.'),
    geometry: restOnly(flag.default(false).describe('True adds the `outline`.')),
    near: onlyOnMcpServers(
      ['settlement'],
      integer(1, 5000).optional().describe('For the board: land so many metres around too.'),
    ),
    detail,
    limit: pageLimit(100, 30),
    cursor: opaqueCursor.optional(),
  }),
  summaryFields: [
    'parcels.id',
    'parcels.number',
    'parcels.address',
    'parcels.area_m2',
    'parcels.listing',
    'cursor',
  ],
  output: z.object({ parcels: z.array(parcelEntry), cursor: outCursor }),
  async show({ settlement, parcel, geometry, near, limit, cursor, ...filter }, { db, caller, cursors }) {
    const { id, settlementRole } = await loadSettlement(settlement, { db, caller });
    if (near !== undefined) permit(mayDrawBoundary(settlementRole, caller.isModerator));
    const parcelId = await resolveParcelFilter({ db, caller }, id, parcel, 'parcel');
    const bound = { settlement: id, parcel: parcelId, near, ...filter };
    const position = cursors.parse('list_parcels', bound, cursor);
    const [after] = position.key;
    const wanted = { ...filter, parcelId, after };
    const rows =
      near === undefined
        ? await listParcels(db, id, wanted, limit + 1, geometry)
        : await listParcelsAround(db, id, near, wanted, limit + 1, geometry);
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
    return { parcels: page.map(showParcel), cursor: next };
  },
});
