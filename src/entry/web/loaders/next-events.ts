import { dayInZone, dayMs, startOfDay } from '../../../domain/rules/days.ts';
import { type ListedEvent, list_events } from '../../../features/actions/list_events.ts';
import type { VisitorCall } from '../server/visitor-calls.ts';
import type { Clock } from '../words/format-time.ts';

const dayCount = 8;

/** What takes place today and in the week after, called off or not; past hours of today are left out. */
export async function loadNextEvents(
  call: VisitorCall,
  settlement: string,
  { now, timeZone }: Clock,
): Promise<readonly ListedEvent[]> {
  // Whole days, so that what a page reads twice is read once.
  const from = startOfDay(dayInZone(now, timeZone), timeZone);
  const { events } = await call(list_events, {
    settlement,
    from: new Date(from).toISOString(),
    until: new Date(from + dayCount * dayMs).toISOString(),
  });
  return events.filter(({ startsAt, endsAt }) => (endsAt ?? startsAt) >= now);
}
