import { z } from 'zod';
import type { SignedInContext } from '../../domain/kernel/context.ts';
import { enumField, line, name } from '../../domain/kernel/fields.ts';
import { settlementKinds, settlementStatuses } from '../../domain/rules/settlement.ts';
import { timeZoneName } from '../../domain/rules/time-zone.ts';
import { findOrInsertPlacePath } from '../../store/land/places.ts';
import { insertSettlementWithFreeSlug } from '../../store/land/settlements.ts';

/** What a moderator enters of a new settlement. */
export const registerEntry = z.object({
  name: name(200).trim(),
  kind: enumField(settlementKinds),
  status: enumField(settlementStatuses),
  country: name(100).trim(),
  region: name(100).trim(),
  district: line(100).trim(),
  address: line(300).trim(),
  time_zone: timeZoneName,
});

export async function insertRegisterEntry(
  { country, region, district, time_zone, ...card }: z.output<typeof registerEntry>,
  { db, now, newId }: SignedInContext,
): Promise<{ id: string; slug: string }> {
  const id = newId();
  const placeId = await findOrInsertPlacePath(db, [country, region, district].filter(Boolean), newId);
  const entry = { ...card, id, placeId, timeZone: time_zone, createdAt: now() };
  return { id, slug: await insertSettlementWithFreeSlug(db, entry) };
}
