import type { Context, SignedInContext } from '../../domain/kernel/context.ts';
import { type Permission, refuse } from '../../domain/kernel/refusal.ts';
import { isSecondNeeded, secondNeeded } from '../../domain/rules/board-motions.ts';
import { isInvitedRole } from '../../domain/rules/residency.ts';
import { findSecondMember } from '../../store/land/board-motions.ts';
import { isOwner, type ResidentRow } from '../../store/land/residents.ts';
import type { SettlementWithRole } from '../../store/land/settlements.ts';

type Refused = Exclude<Permission, true>;

/**
 * Why a member of the board cannot do this alone; null: they can. Moderators who are not on the board help villages
 * without one, and act as before.
 */
export async function findSecondNeeded(
  { db }: Pick<Context, 'db'>,
  { id, settlementRole }: Pick<SettlementWithRole, 'id' | 'settlementRole'>,
  page: string,
): Promise<Refused | null> {
  if (!settlementRole.isEditor) return null;
  return isSecondNeeded(await findSecondMember(db, id)) ? secondNeeded(page) : null;
}

/**
 * Whether this member of the board takes somebody off the register only with another one. Not themself, and not whom an
 * owner may take off their own plot.
 */
export async function endsTogether(
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
  settlement: Pick<SettlementWithRole, 'id' | 'settlementRole'>,
  resident: Pick<ResidentRow, 'accountId' | 'parcelId' | 'role' | 'state'>,
): Promise<boolean> {
  const { accountId } = caller;
  if (!settlement.settlementRole.isEditor || resident.state !== 'confirmed') return false;
  if (resident.accountId === accountId || !isSecondNeeded(await findSecondMember(db, settlement.id)))
    return false;
  return !(isInvitedRole(resident.role) && (await isOwner(db, accountId, resident.parcelId)));
}

export function refuseAlone(field: string, why: Refused | null): void {
  if (why !== null) refuse.invalid(field, why);
}
