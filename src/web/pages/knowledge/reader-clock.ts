import { show_settlement } from '../../../operations/settlement/show_settlement.ts';
import type { Visit } from '../../page.ts';
import type { Clock } from '../../words/time.ts';

/** The knowledge base belongs to no village: its times are told by the clock of the reader's own. */
export async function loadClock({ call, signed, parts, view }: Visit): Promise<Clock> {
  const place = (await signed())?.overview.place;
  const timeZone = place ? (await call(show_settlement, { settlement: place.slug })).data.time_zone : 'UTC';
  return { now: parts.now(), timeZone, language: view.language };
}
