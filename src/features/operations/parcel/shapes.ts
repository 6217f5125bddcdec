import { z } from 'zod';
import { outEnum, outId, outSlug, outText } from '../../../domain/kernel/fields.ts';
import { plotKinds } from '../../../domain/rules/plot-kinds.ts';
import { residentRoles } from '../../../domain/rules/residency.ts';
import { type Shape, toWire } from '../../../engines/geometry/engine.ts';
import { openParts } from '../../../engines/geometry/rings/points.ts';
import type { OwnParcelRow, ParcelCountsRow, ParcelRow } from '../../../store/land/parcels.ts';
import { point } from '../settlement/shapes.ts';

export const parcelRoles = residentRoles;
export const parcelListings = ['for_sale', 'reserved', 'sold'] as const;

export const parcelOwners = ['this', 'other', 'none'] as const;

export const ownParcel = z.object({
  parcel_id: outId,
  plot_number: outText.describe('The plot number as people say it.'),
  settlement: outId.describe('Identifier of the settlement.'),
  settlement_slug: outSlug,
  settlement_name: outText,
  role: outEnum(parcelRoles).describe("The account's role on the plot."),
  is_primary: z.boolean(),
  counts: z
    .object({
      buildings: z.int().describe('See list_buildings.'),
      objects: z.int().describe('See list_parcel_objects.'),
      devices: z.int().describe('See list_my_devices.'),
      open_tasks: z.int().describe('See list_tasks.'),
    })
    .optional()
    .describe('Only with `detail` full.'),
});

export function showOwnParcel(row: OwnParcelRow, counts?: ParcelCountsRow): z.input<typeof ownParcel> {
  return {
    parcel_id: row.parcelId,
    plot_number: row.plotNumber,
    settlement: row.settlementId,
    settlement_slug: row.settlementSlug,
    settlement_name: row.settlementName,
    role: row.role as (typeof parcelRoles)[number],
    is_primary: row.isPrimary,
    ...(counts && {
      counts: {
        buildings: counts.buildings,
        objects: counts.objects,
        devices: counts.devices,
        open_tasks: counts.openTasks,
      },
    }),
  };
}

export const outline = z
  .array(z.array(z.array(point)))
  .describe(
    'The parts of the land, usually one. Each part is a list of rings: its border, then its holes. The last point of a ring does not repeat the first.',
  );

/** From the cadastre's longitude-first coordinates to points as on the wire. */
export function showOutline(shape: Shape): z.input<typeof outline> {
  return openParts(shape).map((rings) => rings.map(toWire));
}

export const parcelEntry = z.object({
  id: outId,
  number: outText.describe('The plot number as people say it.'),
  cadastral_number: outText.nullable().describe('Null when the plot is not in the cadastre.'),
  address: outText,
  area_m2: z.number().nullable().describe('Null when neither measured nor stated.'),
  kind: outEnum(plotKinds).describe('Only dwellings count as households and get letters.'),
  listing: outEnum(parcelListings).nullable().describe("The developer's offer; null when not listed."),
  center: point.nullable().describe('A point inside the plot; null when its outline is not known.'),
  outline: outline.nullable().optional().describe('Only with `geometry`; null when it is not known.'),
  belongs_to: outEnum(parcelOwners)
    .optional()
    .describe('Only with `near`: this settlement, another one, or none.'),
});

export function showParcel(row: ParcelRow): z.input<typeof parcelEntry> {
  return {
    id: row.id,
    number: row.number,
    cadastral_number: row.cadastralNumber,
    address: row.address,
    area_m2: row.areaM2,
    kind: row.kind,
    listing: row.listing as (typeof parcelListings)[number] | null,
    center:
      row.latitude === null || row.longitude === null
        ? null
        : { latitude: row.latitude, longitude: row.longitude },
    ...(row.belongsTo !== undefined && { belongs_to: row.belongsTo }),
    ...(row.geometry !== undefined && { outline: row.geometry && showOutline(row.geometry) }),
  };
}
