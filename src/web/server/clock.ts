import { show_settlement } from '../../operations/settlement/show_settlement.ts';
import type { Visit } from '../page.ts';
import type { Clock } from '../words/time.ts';

/** Now, by the clock of that settlement; by the one that is looked at when none is named. */
export async function loadClock(visit: Visit, settlement?: string): Promise<Clock> {
  const slug = settlement ?? (await visit.signed())?.overview.place?.slug;
  const timeZone =
    slug === undefined ? 'UTC' : (await visit.call(show_settlement, { settlement: slug })).data.time_zone;
  return { now: visit.parts.now(), timeZone, language: visit.view.language };
}
