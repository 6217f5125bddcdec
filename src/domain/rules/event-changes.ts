import type { Text } from '../../base/i18n/text.ts';
import { formatTimestamp } from '../kernel/fields.ts';
import { refuse } from '../kernel/refusal.ts';
import { addDays, dayMs } from './days.ts';
import {
  type ChangedOccurrence,
  type EventDay,
  type EventRepeats,
  findLocalStart,
  isSeriesDay,
} from './event-days.ts';

const maxDays = 31;
/** Of a series; with `maxYears` it bounds how many occurrences there can be. */
const maxYears = 5;
const maxChangedOccurrences = 60;
/** What calendars of people span; it also bounds how many changes of the clocks a calendar lists. */
const firstYear = 2000;
const yearsAhead = 10;

/** What a call says of the day: absent stays as it is, null is taken away. */
export interface EventChange {
  readonly starts_at?: string | null | undefined;
  readonly ends_at?: string | null | undefined;
  readonly place?: string | null | undefined;
  readonly repeats?: EventRepeats | null | undefined;
  readonly repeats_until?: string | null | undefined;
  readonly cancelled?: boolean | null | undefined;
  readonly occurrence?: OccurrenceChange | null | undefined;
}

export interface OccurrenceChange {
  readonly on: string;
  readonly cancelled?: boolean | null | undefined;
  readonly starts_at?: string | null | undefined;
  readonly ends_at?: string | null | undefined;
}

export const namesNoDay = ({
  starts_at,
  ends_at,
  place,
  repeats,
  repeats_until,
  cancelled,
  occurrence,
}: EventChange) =>
  [starts_at, ends_at, place, repeats, repeats_until, cancelled, occurrence].every(
    (value) => value === undefined,
  );

/** The day after the change; null: it has none. Refuses what no calendar could show. */
export function changeEvent(
  before: EventDay | null,
  change: EventChange,
  where: { readonly kind: string; readonly timeZone: string; readonly now: Date },
): EventDay | null {
  if (namesNoDay(change)) return before;
  const startsAt = change.starts_at === undefined ? before?.starts_at : change.starts_at;
  if (startsAt == null) return asksForDay(change) ? refuse.invalid('starts_at', texts.needsStart) : null;
  if (where.kind !== 'announcement') refuse.invalid('starts_at', texts.onlyAnnouncements);
  const repeats = change.repeats === undefined ? (before?.repeats ?? null) : change.repeats;
  const event: EventDay = {
    starts_at: normalize(startsAt),
    ends_at: findEnd(before, change, startsAt),
    place: change.place === undefined ? (before?.place ?? '') : (change.place ?? '').trim(),
    repeats,
    repeats_until:
      repeats === null
        ? (change.repeats_until ?? null)
        : change.repeats_until === undefined
          ? (before?.repeats_until ?? null)
          : change.repeats_until,
    cancelled: change.cancelled ?? before?.cancelled ?? false,
    occurrences: before?.occurrences ?? [],
    sequence: before?.sequence ?? 0,
    changed_at: before?.changed_at ?? formatTimestamp(where.now),
  };
  checkYear('starts_at', event.starts_at, where.now);
  checkLength('ends_at', event.starts_at, event.ends_at);
  checkRepetition(event, where.timeZone);
  const standing = event.occurrences.filter(({ on }) => isSeriesDay(event, on, where.timeZone));
  const occurrences = change.occurrence
    ? changeOccurrence({ ...event, occurrences: standing }, change.occurrence, where)
    : standing;
  const next = { ...event, occurrences };
  if (before === null || JSON.stringify(next) === JSON.stringify(before)) return next;
  return { ...next, sequence: before.sequence + 1, changed_at: formatTimestamp(where.now) };
}

const asksForDay = ({ ends_at, place, repeats, repeats_until, cancelled, occurrence }: EventChange) =>
  ends_at != null ||
  Boolean(place) ||
  repeats != null ||
  repeats_until != null ||
  cancelled ||
  occurrence != null;

const normalize = (timestamp: string) => formatTimestamp(new Date(timestamp));

/** Moved without a word about its end, an event lasts as long as before. */
function findEnd(before: EventDay | null, change: EventChange, startsAt: string): string | null {
  if (change.ends_at !== undefined) return change.ends_at === null ? null : normalize(change.ends_at);
  if (before?.ends_at == null) return null;
  const length = Date.parse(before.ends_at) - Date.parse(before.starts_at);
  return formatTimestamp(new Date(Date.parse(startsAt) + length));
}

function checkYear(field: string, startsAt: string, now: Date): void {
  const year = new Date(startsAt).getUTCFullYear();
  if (year < firstYear || year > now.getUTCFullYear() + yearsAhead) refuse.invalid(field, texts.farAway);
}

function checkLength(field: string, startsAt: string, endsAt: string | null): void {
  if (endsAt === null) return;
  const length = Date.parse(endsAt) - Date.parse(startsAt);
  if (length <= 0) refuse.invalid(field, texts.endsFirst);
  if (length > maxDays * dayMs) refuse.invalid(field, texts.tooLong);
}

function checkRepetition({ starts_at, repeats, repeats_until }: EventDay, timeZone: string): void {
  if (repeats === null) {
    if (repeats_until !== null) refuse.invalid('repeats', texts.needsRepeats);
    return;
  }
  const until = repeats_until ?? refuse.invalid('repeats_until', texts.needsUntil);
  const { day } = findLocalStart(starts_at, timeZone);
  if (until < day) refuse.invalid('repeats_until', texts.untilFirst);
  if (until > addDays(day, maxYears * 366)) refuse.invalid('repeats_until', texts.untilLate);
}

function changeOccurrence(
  event: EventDay,
  change: OccurrenceChange,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): readonly ChangedOccurrence[] {
  if (event.repeats === null) refuse.invalid('occurrence', texts.notRepeating);
  if (!isSeriesDay(event, change.on, timeZone)) refuse.invalid('occurrence.on', texts.noSuchDay);
  const others = event.occurrences.filter(({ on }) => on !== change.on);
  const { on, cancelled, starts_at, ends_at } = change;
  if (starts_at == null && ends_at != null) refuse.invalid('occurrence.starts_at', texts.needsStart);
  const moved = starts_at == null ? {} : { starts_at: normalize(starts_at) };
  if (moved.starts_at) checkYear('occurrence.starts_at', moved.starts_at, now);
  const ends = ends_at == null ? {} : { ends_at: normalize(ends_at) };
  if (moved.starts_at && ends.ends_at) checkLength('occurrence.ends_at', moved.starts_at, ends.ends_at);
  if (!cancelled && starts_at == null) return others;
  if (others.length >= maxChangedOccurrences) refuse.invalid('occurrence', texts.manyChanged);
  const changed = { on, ...(cancelled && { cancelled: true as const }), ...moved, ...ends };
  return [...others, changed].sort((one, other) => (one.on < other.on ? -1 : 1));
}

const texts = {
  needsStart: {
    en: 'Say when it begins: starts_at, with its offset, as 2026-12-05T12:00:00+03:00.',
    ru: 'Укажите начало: starts_at со смещением, например 2026-12-05T12:00:00+03:00.',
  },
  onlyAnnouncements: {
    en: 'Only an announcement has a day.',
    ru: 'День с временем бывает только у объявления.',
  },
  farAway: {
    en: 'It may be from the year 2000 to ten years ahead.',
    ru: 'Событие может быть с 2000 года и не дальше, чем через десять лет.',
  },
  endsFirst: { en: 'It ends before it begins.', ru: 'Конец раньше начала.' },
  tooLong: { en: 'It may last 31 days at most.', ru: 'Событие может длиться не больше 31 дня.' },
  needsRepeats: { en: 'Say how often it repeats.', ru: 'Укажите, как часто повторять.' },
  needsUntil: { en: 'Say until which day it repeats.', ru: 'Укажите, до какого дня повторять.' },
  untilFirst: {
    en: 'The last day is before the first one.',
    ru: 'Последний день раньше первого.',
  },
  untilLate: { en: 'It may repeat for five years at most.', ru: 'Повторять можно не дольше пяти лет.' },
  notRepeating: {
    en: 'It takes place once: change starts_at, or set cancelled.',
    ru: 'Событие одно: измените начало или отмените его целиком.',
  },
  noSuchDay: { en: 'It does not take place on that day.', ru: 'В этот день события нет.' },
  manyChanged: {
    en: 'At most 60 of its days may differ. Write another announcement.',
    ru: 'Изменить можно не больше 60 дней. Напишите новое объявление.',
  },
} as const satisfies Record<string, Text>;
