import { addDays, dayInZone, dayMs, startOfDay } from './days.ts';
import { momentOfLocalTime, zoneOffset } from './zone-offset.ts';

export const eventRepeats = ['weekly', 'fortnightly', 'monthly', 'yearly'] as const;
export type EventRepeats = (typeof eventRepeats)[number];

/** One occurrence of a repeating event that is not as the others. */
export interface ChangedOccurrence {
  /** The day, Y-m-d in the settlement's zone, on which it would be. */
  readonly on: string;
  readonly cancelled?: true;
  /** When it is instead, and its end; timestamps. */
  readonly starts_at?: string;
  readonly ends_at?: string;
}

/** The day of an announcement, as it is stored. */
export interface EventDay {
  readonly starts_at: string;
  readonly ends_at: string | null;
  readonly place: string;
  readonly repeats: EventRepeats | null;
  /** Y-m-d; set if and only if it repeats. */
  readonly repeats_until: string | null;
  readonly cancelled: boolean;
  readonly occurrences: readonly ChangedOccurrence[];
  /** How many times it was changed: calendars take what has the larger one. */
  readonly sequence: number;
  readonly changed_at: string;
}

export interface Occurrence {
  /** The day on which the series has it; of a moved one, where it was. */
  readonly on: string;
  readonly startsAt: Date;
  readonly endsAt: Date | null;
  readonly isCancelled: boolean;
  readonly isMoved: boolean;
}

export type Repetition = Pick<EventDay, 'starts_at' | 'repeats' | 'repeats_until'>;

interface LocalStart {
  readonly day: string;
  /** Milliseconds since its midnight. */
  readonly time: number;
}

export function findLocalStart(startsAt: string, timeZone: string): LocalStart {
  const moment = Date.parse(startsAt);
  const local = moment + zoneOffset(moment, timeZone);
  return { day: new Date(local).toISOString().slice(0, 10), time: local - Math.floor(local / dayMs) * dayMs };
}

/** The days of an event from its start on, in order; `from` skips those that are surely earlier. */
export function* listEventDays(event: Repetition, timeZone: string, from = ''): Generator<string> {
  const first = findLocalStart(event.starts_at, timeZone).day;
  const { repeats, repeats_until } = event;
  if (repeats === null || repeats_until === null) return yield first;
  for (let count = findFirstCount(first, repeats, from); ; count += 1) {
    const day = findEventDay(first, repeats, count);
    if (day === '' || day > repeats_until) return;
    yield day;
  }
}

function findEventDay(first: string, repeats: EventRepeats, count: number): string {
  if (repeats === 'weekly') return addDays(first, 7 * count);
  if (repeats === 'fortnightly') return addDays(first, 14 * count);
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number);
  const place = month - 1 + count * (repeats === 'yearly' ? 12 : 1);
  const last = new Date(Date.UTC(year, place + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, place, Math.min(day, last))).toISOString().slice(0, 10);
}

/** A count whose day is not after `from`. */
function findFirstCount(first: string, repeats: EventRepeats, from: string): number {
  if (from <= first) return 0;
  const days = (Date.parse(from) - Date.parse(first)) / dayMs;
  const longest = { weekly: 7, fortnightly: 14, monthly: 31, yearly: 366 }[repeats];
  return Math.max(0, Math.floor(days / longest) - 1);
}

const momentOf = (day: string, time: number, timeZone: string) =>
  momentOfLocalTime(Date.parse(`${day}T00:00:00Z`) + time, timeZone);

/** The moment of the occurrence of a day, in the series. */
export function findOccurrenceStart(event: Repetition, on: string, timeZone: string): Date {
  const { day, time } = findLocalStart(event.starts_at, timeZone);
  return new Date(day === on ? Date.parse(event.starts_at) : momentOf(on, time, timeZone));
}

/** What takes place, or would have, from a moment until before another, in order. */
export function listOccurrences(
  event: EventDay,
  timeZone: string,
  span: { readonly from: Date; readonly until: Date },
): Occurrence[] {
  const length = event.ends_at === null ? 0 : Date.parse(event.ends_at) - Date.parse(event.starts_at);
  const changes = new Map(event.occurrences.map((change) => [change.on, change]));
  const toOccurrence = (on: string): Occurrence => {
    const change = changes.get(on);
    const startsAt = change?.starts_at
      ? new Date(change.starts_at)
      : findOccurrenceStart(event, on, timeZone);
    const ends = change?.ends_at
      ? new Date(change.ends_at)
      : length > 0
        ? new Date(startsAt.getTime() + length)
        : null;
    return {
      on,
      startsAt,
      endsAt: ends,
      isCancelled: event.cancelled || change?.cancelled === true,
      isMoved: change?.starts_at !== undefined,
    };
  };
  const from = addDays(dayInZone(new Date(span.from.getTime() - length), timeZone), -1);
  const last = addDays(dayInZone(span.until, timeZone), 1);
  const days: string[] = [];
  for (const day of listEventDays(event, timeZone, from)) {
    if (day > last) break;
    if (!changes.has(day)) days.push(day);
  }
  return [...days, ...changes.keys()]
    .map(toOccurrence)
    .filter(({ startsAt, endsAt }) => {
      const ends = endsAt ?? startsAt;
      return startsAt < span.until && (ends > span.from || startsAt >= span.from);
    })
    .sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime());
}

const daysAhead = 8;

/** Today and the week after, as whole days. */
export function findWeekAhead(now: Date, timeZone: string): { from: Date; until: Date } {
  const from = startOfDay(dayInZone(now, timeZone), timeZone);
  return { from: new Date(from), until: new Date(from + daysAhead * dayMs) };
}

/** From the first beginning to the last end, moved ones among them. */
export function findEventSpan(event: EventDay, timeZone: string): { from: Date; until: Date } {
  const all = listOccurrences(event, timeZone, {
    from: new Date(0),
    until: new Date('9999-01-01T00:00:00Z'),
  });
  const starts = all.map(({ startsAt }) => startsAt.getTime());
  const ends = all.map(({ startsAt, endsAt }) => (endsAt ?? startsAt).getTime());
  return { from: new Date(Math.min(...starts)), until: new Date(Math.max(...ends)) };
}

export function isSeriesDay(event: Repetition, on: string, timeZone: string): boolean {
  for (const day of listEventDays(event, timeZone, on)) if (day >= on) return day === on;
  return false;
}
