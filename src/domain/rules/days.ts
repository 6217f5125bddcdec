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
