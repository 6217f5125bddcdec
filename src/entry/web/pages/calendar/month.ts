import { addDays, dayInZone, startOfDay } from '../../../../domain/rules/days.ts';
import type { ListedEvent } from '../../../../features/actions/event-occurrences.ts';
import type { Clock } from '../../words/format-time.ts';

const monthPattern = /^(20\d\d)-(0[1-9]|1[0-2])$/;

/** As 2026-12: what the address asks for, else the present month. */
export const readMonth = (asked: string, { now, timeZone }: Clock): string =>
  monthPattern.test(asked) ? asked : dayInZone(now, timeZone).slice(0, 7);

export function addMonths(month: string, count: number): string {
  const [year = 0, place = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, place - 1 + count, 1)).toISOString().slice(0, 7);
}

/** Whole weeks from Monday on, which the month lies in. */
export function listWeeks(month: string): string[][] {
  const first = `${month}-01`;
  const monday = addDays(first, -((new Date(first).getUTCDay() + 6) % 7));
  const weeks: string[][] = [];
  for (let day = monday; day < `${addMonths(month, 1)}-01`; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(day, index)));
  return weeks;
}

/** From the beginning of a day until the beginning of another, in the settlement’s zone. */
export const spanOfDays = (from: string, until: string, timeZone: string) => ({
  from: new Date(startOfDay(from, timeZone)).toISOString(),
  until: new Date(startOfDay(until, timeZone)).toISOString(),
});

/** By the day on which they begin. */
export function groupByDay(events: readonly ListedEvent[], timeZone: string): Map<string, ListedEvent[]> {
  const days = new Map<string, ListedEvent[]>();
  for (const event of events) {
    const day = dayInZone(event.startsAt, timeZone);
    days.set(day, [...(days.get(day) ?? []), event]);
  }
  return days;
}
