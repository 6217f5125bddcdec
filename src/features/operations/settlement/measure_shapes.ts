import { z } from 'zod';
import { errorText, longList, outEnum, parcelReference, reference } from '../../../domain/kernel/fields.ts';
import { defineOperation } from '../../../domain/kernel/operation.ts';
import { refuse } from '../../../domain/kernel/refusal.ts';
import { fromWire } from '../../../engines/geometry/engine.ts';
import { findParcelOutline } from '../../../store/land/parcels.ts';
import { resolveParcelFilter } from '../../loaders/parcel-reference.ts';
import { loadSettlement } from '../../loaders/settlement.ts';
import { callGeometry, pointListInput } from '../shapes/geometry-input.ts';

const shapeTypes = ['point', 'line', 'ring'] as const;
const maxPoints = 20_000;

const drawnShape = z.strictObject({
  type: z.enum(shapeTypes).describe('line: 2 or more points; ring: 3 or more.'),
  points: pointListInput(1, 5000).describe('In order.'),
});

const metres = (what: string) => z.number().nullable().describe(what);
const measuredShape = z.object({
  type: outEnum(shapeTypes),
  length_m: metres('Length of a line in metres; null for the others.'),
  perimeter_m: metres('Length around a ring in metres; null for the others.'),
  area_m2: metres('Area of a ring in square metres; null for the others.'),
  setback_m: metres(
    'Least distance to the border of the plot in metres, 0 where the shape meets it; null without a plot.',
  ),
  within: outEnum(['inside', 'across', 'outside'])
    .nullable()
    .describe('Clear inside the plot, clear outside, or across its border; null without a plot.'),
});

export const measure_shapes = defineOperation({
  name: 'measure_shapes',
  tag: 'Settlement',
  route: 'POST /settlements/{settlement}/shapes/measure',
  success: 201,
  scope: 'mcp:read',
  audiences: ['resident', 'settlement'],
  toolsets: ['plots'],
  summary: 'Measure drawn shapes: areas, lengths, distance to the border of a plot.',
  body: 'land',
  input: z.object({
    settlement: reference.describe('Slug or id.'),
    parcel: parcelReference.nullish(),
    shapes: longList(drawnShape, (entry) => typeof entry === 'object' && entry !== null, { min: 1, max: 100 })
      .refine(
        (shapes) => shapes.reduce((sum, { points }) => sum + points.length, 0) <= maxPoints,
        errorText({
          en: `All shapes together may have at most ${maxPoints} points.`,
          ru: `Во всех фигурах вместе может быть не больше ${maxPoints} точек.`,
        }),
      )
      .describe('In the order the results come back.'),
  }),
  output: z.object({ data: z.object({ shapes: z.array(measuredShape) }) }),
  head: ['settlement'],
  load: ({ settlement }, context) => loadSettlement(settlement, context),
  async show({ parcel: asked, shapes }, { db, caller, services, share, signal }, { id }) {
    const parcelId = await resolveParcelFilter({ db, caller }, id, asked || undefined, 'parcel');
    const border =
      parcelId === undefined
        ? undefined
        : ((await findParcelOutline(db, parcelId)) ?? refuse.invalid('parcel', unknownOutline));
    const drawn = shapes.map(({ type, points }) => ({ kind: type, points: fromWire(points) }));
    const measured = await callGeometry(() => services.geometry.measure(drawn, border, { share, signal }));
    return {
      data: {
        shapes: measured.map((shape) => ({
          type: shape.kind,
          length_m: shape.lengthM,
          perimeter_m: shape.perimeterM,
          area_m2: shape.areaM2,
          setback_m: shape.setbackM,
          within: shape.within,
        })),
      },
    };
  },
});

const unknownOutline = {
  en: 'The outline of this plot is not known, so there is no border to measure to.',
  ru: 'Контур этого участка неизвестен, расстояние до границы измерить нельзя.',
};
