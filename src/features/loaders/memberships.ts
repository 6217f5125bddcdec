import type { Db } from '../../base/db/connect.ts';
import type { Caller, SignedInCaller } from '../../domain/kernel/caller.ts';
import { isId } from '../../domain/kernel/identifier.ts';
import { findRepresentativeState } from '../../store/directory/company-representatives.ts';
import { findParcelForAccount, type ParcelWithRole } from '../../store/land/named-parcels.ts';
import { isOwner } from '../../store/land/residents.ts';
import { findSettlementForAccount, type SettlementWithRole } from '../../store/land/settlements.ts';

/*
 * Where the caller belongs. A page has read the memberships of its visitor for its frame and hands them over with the
 * caller; what is not among them is looked up in the database.
 */

export type Viewer = Pick<Caller, 'accountId' | 'memberships'>;

export async function findSettlement(
  db: Db,
  reference: string,
  { accountId, memberships }: Viewer,
): Promise<SettlementWithRole | undefined> {
  const own = (await memberships?.())?.settlements.find(
    ({ id, slug }) => slug === reference || id === reference,
  );
  return own ?? findSettlementForAccount(db, reference, accountId);
}

/** Undefined also for what is no id. */
export async function findParcelWithRole(
  db: Db,
  id: string,
  { accountId, memberships }: Viewer,
): Promise<ParcelWithRole | undefined> {
  if (!isId(id)) return undefined;
  const known = await memberships?.();
  const own = known?.plots.find((plot) => plot.id === id);
  const place = known?.settlements.find((settlement) => settlement.id === own?.settlementId);
  if (own === undefined || place === undefined) return findParcelForAccount(db, id, accountId);
  return {
    ...own,
    settlementName: place.name,
    isMember: true,
    isEditor: place.settlementRole.isEditor,
    readsAsBoard: place.settlementRole.readsAsBoard,
  };
}

export async function ownsParcel(
  db: Db,
  { accountId, memberships }: Pick<SignedInCaller, 'accountId' | 'memberships'>,
  parcelId: string,
): Promise<boolean> {
  const known = await memberships?.();
  if (known?.plots.some(({ id, role }) => id === parcelId && role === 'owner')) return true;
  return isOwner(db, accountId, parcelId);
}

/** Whether the caller is a confirmed representative. */
export async function isCompanyRepresentative(
  db: Db,
  companyId: string,
  { accountId, memberships }: Viewer,
): Promise<boolean> {
  const companies = (await memberships?.())?.companies ?? null;
  if (companies !== null) return companies.includes(companyId);
  return (await findRepresentativeState(db, companyId, accountId)) === 'confirmed';
}
