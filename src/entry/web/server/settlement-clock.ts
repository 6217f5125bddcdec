import type { PageRequest } from '../page/page.ts';
import type { Clock } from '../words/format-time.ts';
import { findSelectedZone } from './overview.ts';
import { requireSettlement } from './require-settlement.ts';

/** For what belongs to no settlement. */
export const utcClock = ({ dependencies, view }: PageRequest): Clock => ({
  now: dependencies.now(),
  timeZone: 'UTC',
  language: view.language,
});

/** The clock of the given settlement, or of the one currently selected. */
export async function loadClock(pageRequest: PageRequest, settlement?: string): Promise<Clock> {
  const { dependencies, loadSignedInUser, view } = pageRequest;
  const timeZone =
    settlement === undefined
      ? findSelectedZone(await loadSignedInUser())
      : (await requireSettlement(settlement, pageRequest)).timeZone;
  return { now: dependencies.now(), timeZone, language: view.language };
}
