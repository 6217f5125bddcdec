import { z } from 'zod';
import { outEnum, outId } from '../../kernel/fields.ts';
import type { OwnParcelRow, ParcelRow } from '../../store/parcels.ts';
import { point } from '../settlement/shapes.ts';

export const parcelRoles = ['owner', 'family', 'tenant'] as const;
export const parcelListings = ['for_sale', 'reserved', 'sold'] as const;

export const ownParcel = z.object({
  parcel_id: outId,
  plot_number: z.string().describe('The plot number as people say it.'),
  settlement: outId.describe('Identifier of the settlement.'),
  settlement_name: z.string(),
  role: outEnum(parcelRoles).describe("The account's role on the plot."),
  is_primary: z.boolean(),
});

export function showOwnParcel(row: OwnParcelRow): z.input<typeof ownParcel> {
  return {
    parcel_id: row.parcelId,
    plot_number: row.plotNumber,
    settlement: row.settlementId,
    settlement_name: row.settlementName,
    role: row.role as (typeof parcelRoles)[number],
    is_primary: row.isPrimary,
  };
}

export const parcelEntry = z.object({
  id: outId,
  number: z.string().describe('The plot number as people say it.'),
  cadastral_number: z.string().nullable().describe('Null when the plot is not in the cadastre.'),
  address: z.string(),
  area_m2: z.number().nullable().describe('Null when neither measured nor stated.'),
  listing: outEnum(parcelListings).nullable().describe("The developer's offer; null when not listed."),
  center: point.nullable().describe('A point inside the plot; null when its outline is not known.'),
});

export function showParcel(row: ParcelRow): z.input<typeof parcelEntry> {
  return {
    id: row.id,
    number: row.number,
    cadastral_number: row.cadastralNumber,
    address: row.address,
    area_m2: row.areaM2,
    listing: row.listing as (typeof parcelListings)[number] | null,
    center:
      row.latitude === null || row.longitude === null
        ? null
        : { latitude: row.latitude, longitude: row.longitude },
  };
}
