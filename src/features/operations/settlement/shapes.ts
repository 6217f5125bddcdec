import { z } from 'zod';
import { outEnum, outId, outSlug, outText } from '../../../domain/kernel/fields.ts';
import { settlementKinds, settlementStatuses } from '../../../domain/rules/settlement.ts';
import type { BoundaryRow } from '../../../store/land/settlement-card.ts';
import type { SettlementRow } from '../../../store/land/settlements.ts';

export const settlementEntry = z.object({
  id: outId,
  slug: outSlug.describe('The name in address form; accepted wherever the identifier is.'),
  name: outText,
  kind: outEnum(settlementKinds),
  status: outEnum(settlementStatuses),
  region: outText,
  address: outText,
  parcels_total: z.int().describe('How many plots it has.'),
});

export function showSettlementEntry(row: SettlementRow): z.input<typeof settlementEntry> {
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    kind: row.kind as (typeof settlementKinds)[number],
    status: row.status as (typeof settlementStatuses)[number],
    region: row.region,
    address: row.address,
    parcels_total: row.parcelsTotal,
  };
}

export const boundarySources = ['manual', 'developer', 'egrn'] as const;

export const point = z.object({ latitude: z.number(), longitude: z.number() });

export const boundaryInForce = z.object({
  ring: z.array(point).describe('The outline, one simple ring; the last point does not repeat the first.'),
  parcels: z.array(outId).describe('Plots taken in whatever the outline says.'),
  exclude: z.array(outId).describe('Plots cut out whatever the outline says.'),
  snap: z.boolean(),
  source: outEnum(boundarySources),
});

export function showBoundary(row: BoundaryRow): z.input<typeof boundaryInForce> {
  return { ...row, source: row.source as (typeof boundarySources)[number] };
}
