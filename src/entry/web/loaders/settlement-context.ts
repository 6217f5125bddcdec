import type { PageRequest } from '../page/page.ts';
import { requireSettlement } from '../server/require-settlement.ts';
import type { Clock } from '../words/format-time.ts';
import { findMembership, type Membership } from './membership.ts';

export interface SettlementContext {
  readonly settlement: { readonly id: string; readonly slug: string; readonly name: string };
  readonly membership: Membership;
  readonly clock: Clock;
}

/** The settlement of a page, by id or slug, and the user's roles in it. */
export async function loadSettlementContext(
  reference: string,
  pageRequest: PageRequest,
): Promise<SettlementContext> {
  const [{ timeZone, ...settlement }, visitor] = await Promise.all([
    requireSettlement(reference, pageRequest),
    pageRequest.loadSignedInUser(),
  ]);
  return {
    settlement,
    membership: findMembership(visitor, settlement.id),
    clock: { now: pageRequest.dependencies.now(), timeZone, language: pageRequest.view.language },
  };
}
