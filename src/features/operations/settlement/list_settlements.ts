import { z } from 'zod';
import { slicePage } from '../../../domain/kernel/cursor.ts';
import {
  enumField,
  flag,
  idCursor,
  integerId,
  outCursor,
  outEnum,
  pageLimit,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { settlementKinds, settlementStatuses } from '../../../domain/rules/settlement.ts';
import { isKnownPlace } from '../../../store/land/places.ts';
import { listSettlements, listSettlementsByPlaceName } from '../../../store/land/settlements.ts';
import { unknownPlace } from '../shapes/places.ts';
import { settlementEntry, showSettlementEntry } from './shapes.ts';

export const list_settlements = defineOperation({
  name: 'list_settlements',
  tag: 'Settlement',
  route: 'GET /settlements',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'platform'],
  toolsets: 'every',
  summary: 'The register of settlements, oldest first.',
  input: z.object({
    place: integerId('Everything inside this place. From list_places.').optional(),
    kind: enumField(settlementKinds).optional().describe('Legal form.'),
    status: enumField(settlementStatuses).optional().describe('How far it has come.'),
    q: text(120).optional().describe('Part of the name.'),
    also_places: flag.default(false).describe('Also by the name of its place.'),
    detail,
    limit: pageLimit(100, 30),
    cursor: idCursor.optional(),
  }),
  summaryFields: [
    'settlements.id',
    'settlements.slug',
    'settlements.name',
    'settlements.region',
    'cursor',
    'matched',
  ],
  output: z.object({
    settlements: z.array(settlementEntry),
    cursor: outCursor,
    matched: outEnum(['name', 'place'])
      .optional()
      .describe('With `q`: what it was found in; place when no name fits but that of a region or town does.'),
  }),
  toolInput: { also_places: true },
  async show({ limit, cursor, also_places, ...filter }, { db, surface }) {
    const { q } = filter;
    const named = await listSettlements(db, { ...filter, after: cursor }, limit + 1);
    // On a later page nothing may be left of names that did fit.
    const mayFit = async () => cursor !== undefined && (await listSettlements(db, filter, 1)).length > 0;
    const fits = named.length > 0 || q === undefined || !also_places || (await mayFit());
    const rows = fits
      ? named
      : await listSettlementsByPlaceName(db, { ...filter, q, after: cursor }, limit + 1);
    if (
      surface === 'mcp' &&
      rows.length === 0 &&
      filter.place !== undefined &&
      !(await isKnownPlace(db, filter.place))
    )
      return refuse.invalid('place', unknownPlace);
    const { page, cursor: next } = slicePage(rows, limit, (last) => last.id);
    return {
      settlements: page.map(showSettlementEntry),
      cursor: next,
      ...(q !== undefined && page.length > 0 && { matched: fits ? ('name' as const) : ('place' as const) }),
    };
  },
});
