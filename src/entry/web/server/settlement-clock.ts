import type { PageRequest } from '../page/page.ts';
import type { Clock } from '../words/format-time.ts';
import { loadSettlementNames } from './settlement-names.ts';

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
