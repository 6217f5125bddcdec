import { dayMs } from './days.ts';
import {
  type ChangedOccurrence,
  type EventDay,
  findLocalStart,
  findOccurrenceStart,
  listEventDays,
} from './event-days.ts';
import { escapeText, formatUtc, renderLines } from './icalendar.ts';
import { zoneOffset } from './zone-offset.ts';

/** An announcement with a day, as a calendar shows it. */
export interface CalendarAnnouncement {
  readonly id: string;
  readonly title: string;
  readonly excerpt: string;
  readonly url: string;
  readonly changedAt: Date;
  readonly event: EventDay;
}

/** Entries of one calendar, at most two kilobytes each: a moved day of a series is one of its own. */
const maxEntries = 600;
/** Of an email, which goes to everybody. */
const maxEntriesOfEmail = 100;

/** As many as a calendar takes, those that come first in the list before the others. */
export function fitCalendar<Listed extends Pick<CalendarAnnouncement, 'event'>>(
  announcements: readonly Listed[],
  carrier: 'feed' | 'email',
): Listed[] {
  let left = carrier === 'feed' ? maxEntries : maxEntriesOfEmail;
  return announcements.filter(({ event }) => {
    const entries = 1 + (event.cancelled ? 0 : event.occurrences.filter(isMoved).length);
    if (entries > left) return false;
    left -= entries;
    return true;
  });
}

const isMoved = ({ cancelled, starts_at }: ChangedOccurrence) => !cancelled && starts_at !== undefined;

/**
 * Times are local to the settlement, with its zone: an event that repeats stays at its hour when clocks are moved.
 * `host` makes identifiers unique in the world, and must be the same wherever the event is given out.
 */
export function renderAnnouncements(
  announcements: readonly CalendarAnnouncement[],
  timeZone: string,
  host: string,
): string {
  if (announcements.length === 0) return '';
  const events = announcements.flatMap((each) => renderAnnouncement(each, timeZone, host));
  return renderLines([...renderZone(timeZone, findSpan(announcements, timeZone)), ...events]);
}

function renderAnnouncement(announcement: CalendarAnnouncement, timeZone: string, host: string): string[] {
  const { event } = announcement;
  const at = (moment: Date) => `;TZID=${timeZone}:${formatLocal(moment, timeZone)}`;
  const startOf = (on: string) => findOccurrenceStart(event, on, timeZone);
  const skipped = event.occurrences.filter(({ cancelled }) => cancelled);
  const moved = event.occurrences.filter(isMoved);
  const common = describe(announcement, host);
  return [
    'BEGIN:VEVENT',
    ...common,
    `DTSTART${at(new Date(event.starts_at))}`,
    ...(event.ends_at === null ? [] : [`DTEND${at(new Date(event.ends_at))}`]),
    ...renderRule(event, timeZone),
    ...skipped.map(({ on }) => `EXDATE${at(startOf(on))}`),
    'END:VEVENT',
    ...(event.cancelled ? [] : moved).flatMap((change) => [
      'BEGIN:VEVENT',
      ...common,
      `RECURRENCE-ID${at(startOf(change.on))}`,
      ...renderMoved(change, event, at),
      'END:VEVENT',
    ]),
  ];
}

function renderMoved(change: ChangedOccurrence, event: EventDay, at: (moment: Date) => string): string[] {
  const starts = new Date(change.starts_at ?? event.starts_at);
  const length = event.ends_at === null ? 0 : Date.parse(event.ends_at) - Date.parse(event.starts_at);
  const ends = change.ends_at
    ? new Date(change.ends_at)
    : length > 0
      ? new Date(starts.getTime() + length)
      : null;
  return [`DTSTART${at(starts)}`, ...(ends === null ? [] : [`DTEND${at(ends)}`])];
}

function describe(
  { id, title, excerpt, url, changedAt, event }: CalendarAnnouncement,
  host: string,
): string[] {
  const latest = new Date(Math.max(changedAt.getTime(), Date.parse(event.changed_at)));
  return [
    `UID:announcement-${id}@${host}`,
    `DTSTAMP:${formatUtc(latest)}`,
    `LAST-MODIFIED:${formatUtc(latest)}`,
    `SEQUENCE:${event.sequence}`,
    `STATUS:${event.cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(title)}`,
    ...(event.place === '' ? [] : [`LOCATION:${escapeText(event.place)}`]),
    `DESCRIPTION:${escapeText(excerpt === '' ? url : `${excerpt}\n${url}`)}`,
    `URL:${url}`,
    // It does not make the reader busy: whether to come is their own business.
    'TRANSP:TRANSPARENT',
  ];
}

const halfDay = 12 * 3_600_000;

/**
 * Where a month has no such day, its last one stands in for it, as a date of its own: rules of calendars skip it, and
 * BYSETPOS, which could say it, is read wrongly by common parsers.
 */
function renderRule(event: EventDay, timeZone: string): string[] {
  const { repeats, starts_at } = event;
  if (repeats === null) return [];
  const days = [...listEventDays(event, timeZone)];
  // Later than the last one starts: of an hour that comes twice common parsers take the second.
  const until = formatUtc(
    new Date(findOccurrenceStart(event, days.at(-1) ?? '', timeZone).getTime() + halfDay),
  );
  const [, month = 1, day = 1] = findLocalStart(starts_at, timeZone).day.split('-').map(Number);
  const rule = {
    weekly: 'FREQ=WEEKLY',
    fortnightly: 'FREQ=WEEKLY;INTERVAL=2',
    monthly: `FREQ=MONTHLY;BYMONTHDAY=${day}`,
    yearly: `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${day}`,
  }[repeats];
  const isByDay = repeats === 'monthly' || repeats === 'yearly';
  const shorter = isByDay ? days.filter((each) => Number(each.slice(8)) !== day) : [];
  return [
    `RRULE:${rule};UNTIL=${until}`,
    ...shorter.map(
      (on) => `RDATE;TZID=${timeZone}:${formatLocal(findOccurrenceStart(event, on, timeZone), timeZone)}`,
    ),
  ];
}

function findSpan(announcements: readonly CalendarAnnouncement[], timeZone: string): [number, number] {
  const moments = announcements.flatMap(({ event }) => [
    Date.parse(event.starts_at),
    Date.parse(event.repeats_until ?? event.ends_at ?? event.starts_at),
    ...event.occurrences.flatMap(({ on, starts_at }) => [
      findOccurrenceStart(event, on, timeZone).getTime(),
      ...(starts_at ? [Date.parse(starts_at)] : []),
    ]),
  ]);
  const [first, last] = moments.reduce(
    ([low, high], moment) => [Math.min(low, moment), Math.max(high, moment)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  );
  return [first - 2 * dayMs, last + 33 * dayMs];
}

const weekMs = 7 * dayMs;
const maxChanges = 100;

/** Every change of the clocks in the span, each by itself: rules of zones cannot be read from the platform. */
function renderZone(timeZone: string, [from, until]: [number, number]): string[] {
  const lines = [
    'BEGIN:VTIMEZONE',
    `TZID:${timeZone}`,
    ...renderObservance(from, zoneOffset(from, timeZone), zoneOffset(from, timeZone)),
  ];
  let count = 0;
  for (let at = from; at < until && count < maxChanges; at += weekMs) {
    const [before, after] = [zoneOffset(at, timeZone), zoneOffset(at + weekMs, timeZone)];
    if (before === after) continue;
    lines.push(...renderObservance(findChange(at, at + weekMs, timeZone), before, after));
    count += 1;
  }
  return [...lines, 'END:VTIMEZONE'];
}

/** When the offset becomes another one; it is so at a full minute. */
function findChange(from: number, until: number, timeZone: string): number {
  const before = zoneOffset(from, timeZone);
  let [low, high] = [Math.floor(from / 60_000), Math.ceil(until / 60_000)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffset(middle * 60_000, timeZone) === before) low = middle;
    else high = middle;
  }
  return high * 60_000;
}

function renderObservance(at: number, before: number, after: number): string[] {
  const name = after > before ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${name}`,
    `DTSTART:${formatDigits(at + before)}`,
    `TZOFFSETFROM:${formatOffset(before)}`,
    `TZOFFSETTO:${formatOffset(after)}`,
    `END:${name}`,
  ];
}

function formatOffset(offset: number): string {
  const minutes = Math.round(Math.abs(offset) / 60_000);
  const pad = (number: number) => String(number).padStart(2, '0');
  return `${offset < 0 ? '-' : '+'}${pad(Math.floor(minutes / 60))}${pad(minutes % 60)}`;
}

const formatDigits = (local: number) => new Date(local).toISOString().slice(0, 19).replaceAll(/[-:]/g, '');
const formatLocal = (moment: Date, timeZone: string) =>
  formatDigits(moment.getTime() + zoneOffset(moment.getTime(), timeZone));
