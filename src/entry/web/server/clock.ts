import { refuse } from '../../../domain/kernel/refusal.ts';
import { findTimeZone } from '../../../store/land/settlements.ts';
import type { PageRequest } from '../page/page.ts';
import type { Clock } from '../words/time.ts';

/**
 * The clock of the given settlement, or of the one currently selected. Reads only the time zone, which is public:
 * show_settlement would count the households of a large settlement on every page.
 */
export async function loadClock(
  { dependencies: parts, loadSignedInUser: signed, view }: PageRequest,
  settlement?: string,
): Promise<Clock> {
  const slug = settlement ?? (await signed())?.overview.place?.slug;
  const timeZone =
    slug === undefined ? 'UTC' : ((await findTimeZone(parts.pool, slug)) ?? refuse.notFound('settlement'));
  return { now: parts.now(), timeZone, language: view.language };
}
