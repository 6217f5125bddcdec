import type { Context } from '../../domain/kernel/context.ts';
import { refuse } from '../../domain/kernel/refusal.ts';
import type { SettlementWithRole } from '../../store/land/settlements.ts';
import { findSettlement } from './memberships.ts';

/** The settlement that an address or field names, with the caller's role in it; 404 when there is none. */
export async function loadSettlement(
  reference: string,
  { db, caller }: Pick<Context, 'db' | 'caller'>,
): Promise<SettlementWithRole> {
  return (await findSettlement(db, reference, caller)) ?? refuse.notFound('settlement');
}
