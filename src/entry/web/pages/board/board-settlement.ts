import { permit } from '../../../../domain/kernel/refusal.ts';
import { mayEditSettlement, noSettlementRole } from '../../../../domain/rules/settlement-role.ts';
import { loadSettlementContext } from '../../loaders/settlement-context.ts';
import type { PageRequest } from '../../page/page.ts';

/** Loads the settlement; refuses anybody who is not on its board. */
export async function loadBoardSettlement(settlement: string, pageRequest: PageRequest) {
  const place = await loadSettlementContext(settlement, pageRequest);
  permit(mayEditSettlement({ ...noSettlementRole, isEditor: place.membership.isBoard }));
  return place;
}
