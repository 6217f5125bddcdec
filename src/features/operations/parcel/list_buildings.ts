import { z } from 'zod';
import { restOnly } from '../../../domain/kernel/argument-metadata.ts';
import {
  cursorWords,
  enumField,
  flag,
  metres,
  outCursor,
  outEnum,
  outId,
  outText,
  pageLimit,
  parcelReference,
  reference,
  text,
} from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { detail } from '../../../domain/kernel/reply-summary.ts';
import { type BuildingPurpose, buildingPurposes } from '../../../domain/rules/building-purpose.ts';
import { keepsSetback, requiredSetbackM } from '../../../domain/rules/setbacks.ts';
import { listBuildings } from '../../../store/land/buildings.ts';
import { resolveParcelFilter } from '../../loaders/parcel-reference.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { outline, showOutline } from './shapes.ts';

/** Largest distance that can be filtered by. */
const maxDistanceM = 1000;

const buildingEntry = z.object({
  id: outId,
  purpose: outEnum(buildingPurposes),
  area_m2: z.number().describe('The area it stands on, in square metres.'),
  has_geometry: z.boolean().describe('False when only its area is known.'),
  parcel: z.object({ id: outId, number: outText }).describe('The plot it stands on.'),
  setback_m: z
    .number()
    .nullable()
    .describe(
      'Metres from the building to the border of its plot, 0 where it crosses it; null when not known.',
    ),
  required_setback_m: z.number().describe('Metres it has to keep in this settlement, by its purpose.'),
  keeps_setback: z.boolean().nullable().describe('Whether it keeps them; null when not known.'),
  outline: outline.nullable().optional().describe('Only with `geometry`; null when it is not known.'),
});

export const list_buildings = defineOperation({
  name: 'list_buildings',
  tag: 'Parcel',
  route: 'GET /settlements/{settlement}/buildings',
  success: 200,
  scope: 'public',
  audiences: ['public', 'resident', 'settlement'],
  summary: 'Buildings of a settlement: use, size, distance to the border of the plot.',
  description:
    'From the land register, which the board imports. Other houses: list_parcel_objects; write_parcel_object, `kind` building, adds one.',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    parcel: parcelReference.optional(),
    purpose: enumField(buildingPurposes).optional().describe('Only this use.'),
    closer_than_m: metres(maxDistanceM).optional().describe('Nearer than this to the border.'),
    geometry: restOnly(flag.default(false).describe('True adds the `outline`.')),
    detail,
    limit: pageLimit(100, 30),
    cursor: text(40).optional().describe(cursorWords),
  }),
  summaryFields: [
    'buildings.id',
    'buildings.purpose',
    'buildings.area_m2',
    'buildings.parcel',
    'buildings.setback_m',
    'buildings.keeps_setback',
    'cursor',
  ],
  output: z.object({ buildings: z.array(buildingEntry), cursor: outCursor }),
  async show(
    { settlement, parcel, geometry, limit, cursor, closer_than_m: closerThanM, ...filter },
    { db, caller, cursors },
  ) {
    const { id } = await loadSettlement(settlement, { db, caller });
    const parcelId = await resolveParcelFilter({ db, caller }, id, parcel, 'parcel');
    const bound = { settlement: id, parcel: parcelId, closerThanM, ...filter };
    const position = cursors.parse('list_buildings', bound, cursor);
    const [after] = position.key;
    const rows = await listBuildings(
      db,
      id,
      { ...filter, parcelId, closerThanM, after },
      limit + 1,
      geometry,
    );
    const { page, cursor: next } = position.slicePage(rows, limit, (last) => [last.id]);
    const buildings = page.map((row) => ({
      id: row.id,
      purpose: row.purpose as BuildingPurpose,
      area_m2: row.areaM2,
      has_geometry: row.hasGeometry,
      parcel: { id: row.parcelId, number: row.parcelNumber },
      setback_m: row.setbackM,
      required_setback_m: requiredSetbackM(row.purpose, row),
      keeps_setback: keepsSetback(row.setbackM, requiredSetbackM(row.purpose, row)),
      ...(row.geometry !== undefined && { outline: row.geometry && showOutline(row.geometry) }),
    }));
    return { buildings, cursor: next };
  },
});
