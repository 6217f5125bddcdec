import type { SignedInContext } from '../../domain/kernel/context.ts';
import { permit, refuse } from '../../domain/kernel/refusal.ts';
import { mayManageRegister } from '../../domain/rules/residency.ts';
import { findSettlement } from '../../store/land/settlements.ts';

/** The settlement, for those who keep its register. */
export async function requireRegister(
  settlement: string,
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
): Promise<string> {
  const found = (await findSettlement(db, settlement, caller)) ?? refuse.notFound('settlement');
  permit(mayManageRegister(found.settlementRole.isEditor));
  return found.id;
}
