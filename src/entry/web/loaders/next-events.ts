import { findWeekAhead } from '../../../domain/rules/event-days.ts';
import type { ListedEvent } from '../../../features/actions/event-occurrences.ts';
import { list_events } from '../../../features/actions/list_events.ts';
import type { VisitorCall } from '../server/visitor-calls.ts';
import type { Clock } from '../words/format-time.ts';

/** What takes place today and in the week after, called off or not; past hours of today are left out. */
export async function loadNextEvents(
  call: VisitorCall,
  settlement: string,
  { now, timeZone }: Clock,
): Promise<readonly ListedEvent[]> {
  // Whole days, so that what a page reads twice is read once.
  const { from, until } = findWeekAhead(now, timeZone);
  const span = { from: from.toISOString(), until: until.toISOString() };
  const { events } = await call(list_events, { settlement, ...span });
  return leaveOutPast(events, now);
}

export const leaveOutPast = (events: readonly ListedEvent[], now: Date): readonly ListedEvent[] =>
  events.filter(({ startsAt, endsAt }) => (endsAt ?? startsAt) >= now);
