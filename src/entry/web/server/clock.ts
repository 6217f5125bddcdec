import { refuse } from '../../../domain/kernel/refusal.ts';
import { findTimeZone } from '../../../store/land/settlements.ts';
import type { Visit } from '../page/page.ts';
import type { Clock } from '../words/time.ts';

/**
 * Now, by the clock of that settlement; by the one that is looked at when none is named. Its time zone is no secret, and
 * half of all pages need it alone: show_settlement would count the households of a large village for each of them.
 */
export async function loadClock({ parts, signed, view }: Visit, settlement?: string): Promise<Clock> {
  const slug = settlement ?? (await signed())?.overview.place?.slug;
  const timeZone =
    slug === undefined ? 'UTC' : ((await findTimeZone(parts.pool, slug)) ?? refuse.notFound('settlement'));
  return { now: parts.now(), timeZone, language: view.language };
}
