import { zoneOffset } from './zone-offset.ts';

/** The day, Y-m-d, that a moment falls on in a time zone. */
export function dayInZone(moment: Date, timeZone: string): string {
  const at = moment.getTime();
  return new Date(at + zoneOffset(at, timeZone)).toISOString().slice(0, 10);
}
