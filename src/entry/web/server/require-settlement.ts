import { refuse } from '../../../domain/kernel/refusal.ts';
import type { SettlementWithRole } from '../../../store/land/settlements.ts';
import type { PageRequest } from '../page/page.ts';

/** By id or slug; show_settlement would read much more. */
export async function requireSettlement(
  reference: string,
  { findSettlement }: PageRequest,
): Promise<SettlementWithRole> {
  return (await findSettlement(reference)) ?? refuse.notFound('settlement');
}
