import type { SignedInContext } from '../../domain/kernel/context.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import { type MeterRights, maySeeMeter } from '../../domain/rules/meters.ts';
import { findMeter, type SeenMeter } from '../../store/devices/meters.ts';

export type LoadedMeter = SeenMeter & MeterRights;

/** A meter that the caller may read; 404 for everybody else. */
export async function loadMeter(
  by: { readonly id: string } | { readonly sensorId: string },
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
  lock: boolean,
): Promise<LoadedMeter> {
  const found = (await findMeter(db, by, caller.accountId, lock)) ?? refuse.notFound('meter');
  // The household has no part in what one of its members keeps to themselves.
  const isOpen = !found.isPrivate || found.ownerId === caller.accountId;
  const meter = { ...found, isMember: found.memberSince !== null && isOpen };
  return maySeeMeter(meter) ? meter : refuse.notFound('meter');
}
