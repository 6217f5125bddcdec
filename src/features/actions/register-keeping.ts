import type { SignedInContext } from '../../domain/kernel/context.ts';
import { permit } from '../../domain/kernel/refusal.ts';
import { mayManageRegister, mayReadRegister } from '../../domain/rules/residency.ts';
import { loadSettlement } from '../loaders/settlement.ts';

/** The settlement, for those who read its register. */
export async function requireRegisterReader(
  settlement: string,
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
): Promise<string> {
  const found = await loadSettlement(settlement, { db, caller });
  permit(mayReadRegister(found.settlementRole.readsAsBoard));
  return found.id;
}

/** The settlement, for those who keep its register. */
export async function requireRegister(
  settlement: string,
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
): Promise<string> {
  const found = await loadSettlement(settlement, { db, caller });
  permit(mayManageRegister(found.settlementRole.isEditor));
  return found.id;
}
