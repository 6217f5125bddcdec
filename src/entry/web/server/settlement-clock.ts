import { refuse } from '../../../domain/kernel/refusal.ts';
import { findTimeZone } from '../../../store/land/settlements.ts';
import type { PageRequest } from '../page/page.ts';
import type { Clock } from '../words/format-time.ts';

/**
 * The clock of the given settlement, or of the one currently selected. Reads only the time zone, which is public:
 * show_settlement would count the households of a large settlement on every page.
 */
export async function loadClock(
  { dependencies, loadSignedInUser, view }: PageRequest,
  settlement?: string,
): Promise<Clock> {
  const signedIn = await loadSignedInUser();
  const slug = settlement ?? signedIn?.overview.place?.slug;
  const own = [...(signedIn?.me.parcels ?? []), ...(signedIn?.me.settlements ?? [])].find(
    ({ settlement_slug }) => settlement_slug === slug,
  );
  const timeZone =
    slug === undefined
      ? (signedIn?.me.time_zone ?? 'UTC')
      : (own?.time_zone ?? (await findTimeZone(dependencies.pool, slug)) ?? refuse.notFound('settlement'));
  return { now: dependencies.now(), timeZone, language: view.language };
}
