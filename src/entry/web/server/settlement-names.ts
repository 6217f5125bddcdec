import { refuse } from '../../../domain/kernel/refusal.ts';
import { findSettlementNames, type SettlementNames } from '../../../store/land/settlements.ts';
import type { PageRequest } from '../page/page.ts';
import type { Me } from './overview.ts';

/** By id or slug. The user's own are known from their profile; show_settlement would read much more. */
export async function loadSettlementNames(
  reference: string,
  { dependencies, loadSignedInUser }: PageRequest,
): Promise<SettlementNames> {
  const signedIn = await loadSignedInUser();
  return (
    findOwnSettlement(signedIn?.me, reference) ??
    (await findSettlementNames(dependencies.pool, reference)) ??
    refuse.notFound('settlement')
  );
}

function findOwnSettlement(me: Me | undefined, reference: string): SettlementNames | undefined {
  const own = [...(me?.parcels ?? []), ...(me?.settlements ?? [])].find(
    ({ settlement, settlement_slug }) => settlement_slug === reference || settlement === reference,
  );
  return (
    own && {
      id: own.settlement,
      slug: own.settlement_slug,
      name: own.settlement_name,
      timeZone: own.time_zone,
    }
  );
}
