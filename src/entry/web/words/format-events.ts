import type { Text } from '../../../base/i18n/text.ts';
import { dayInZone } from '../../../domain/rules/days.ts';
import type { EventRepeats } from '../../../domain/rules/event-days.ts';
import { type Clock, formatTime, formatWeekdayAndDay } from './format-time.ts';

export const repeatTexts: Readonly<Record<EventRepeats, Text>> = {
  weekly: { en: 'Every week', ru: 'Каждую неделю' },
  fortnightly: { en: 'Every two weeks', ru: 'Раз в две недели' },
  monthly: { en: 'Every month', ru: 'Каждый месяц' },
  yearly: { en: 'Every year', ru: 'Каждый год' },
};

interface Span {
  readonly startsAt: Date;
  readonly endsAt: Date | null;
}

/** "12:00", "12:00–14:00"; with its day where it ends on another one. */
export function formatEventTime({ startsAt, endsAt }: Span, clock: Clock): string {
  const from = formatTime(startsAt.getTime(), clock);
  if (endsAt === null) return from;
  const [first, last] = [dayInZone(startsAt, clock.timeZone), dayInZone(endsAt, clock.timeZone)];
  const until = formatTime(endsAt.getTime(), clock);
  return first === last ? `${from}–${until}` : `${from} – ${formatWeekdayAndDay(last, clock)}, ${until}`;
}

/** "Sat, 5 December, 12:00–14:00". */
export const formatEventMoment = (span: Span, clock: Clock): string =>
  `${formatWeekdayAndDay(dayInZone(span.startsAt, clock.timeZone), clock)}, ${formatEventTime(span, clock)}`;
