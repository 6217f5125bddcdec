import { refuse } from '../../../domain/kernel/refusal.ts';
import { findSettlementNames, type SettlementNames } from '../../../store/land/settlements.ts';
import type { PageRequest } from '../page/page.ts';
import type { Clock } from '../words/format-time.ts';
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

/** The clock of the given settlement, or of the one currently selected. */
export async function loadClock(pageRequest: PageRequest, settlement?: string): Promise<Clock> {
  const { dependencies, loadSignedInUser, view } = pageRequest;
  const signedIn = await loadSignedInUser();
  const reference = settlement ?? signedIn?.overview.place?.slug;
  const timeZone =
    reference === undefined
      ? (signedIn?.me.time_zone ?? 'UTC')
      : (await loadSettlementNames(reference, pageRequest)).timeZone;
  return { now: dependencies.now(), timeZone, language: view.language };
}
