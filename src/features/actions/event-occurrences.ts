import { listOccurrences } from '../../domain/rules/event-days.ts';
import type { EventRow } from '../../store/journal/events.ts';

export type ListedEvent = ReturnType<typeof showOccurrences>[number];

/** What takes place of announcements in a span, day by day, in order. */
export const showOccurrences = (
  rows: readonly Pick<EventRow, 'id' | 'slug' | 'title' | 'event'>[],
  timeZone: string,
  span: { readonly from: Date; readonly until: Date },
) =>
  rows
    .flatMap((row) =>
      listOccurrences(row.event, timeZone, span).map((occurrence) => ({
        ...occurrence,
        id: row.id,
        slug: row.slug,
        title: row.title,
        place: row.event.place,
        repeats: row.event.repeats,
      })),
    )
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
