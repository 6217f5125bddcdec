import { zoneOffset } from './zone-offset.ts';

/** The day, Y-m-d, that a moment falls on in a time zone. */
export function dayInZone(moment: Date, timeZone: string): string {
  const at = moment.getTime();
  return new Date(at + zoneOffset(at, timeZone)).toISOString().slice(0, 10);
}

export const dayMs = 86_400_000;

/** The same day as a count of days, to tell how far two are apart. */
export function dayNumberInZone(moment: Date, timeZone: string): number {
  const at = moment.getTime();
  return Math.floor((at + zoneOffset(at, timeZone)) / dayMs);
}

/** Empty for text that is no day. */
export function addDays(day: string, count: number): string {
  const moment = Date.parse(`${day}T00:00:00Z`) + count * dayMs;
  return Number.isNaN(moment) ? '' : new Date(moment).toISOString().slice(0, 10);
}

/** Start of a day in a time zone: starts from UTC and corrects by the local time twice, for DST changes. */
export function startOfDay(day: string, timeZone: string): number {
  const wanted = Date.parse(`${day}T00:00:00Z`);
  let moment = wanted;
  for (let round = 0; round < 2; round += 1) moment = wanted - zoneOffset(moment, timeZone);
  return moment;
}
