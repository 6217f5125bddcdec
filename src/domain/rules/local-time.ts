import { zoneOffset } from './zone-offset.ts';

/** Local time of a zone with its offset, as 2026-11-14T12:30:00+03:00. */
export function formatLocalTime(at: Date, timeZone: string): string {
  const offset = zoneOffset(at.getTime(), timeZone);
  const minutes = Math.round(offset / 60_000);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const pad = (number: number) => String(number).padStart(2, '0');
  const local = new Date(at.getTime() + offset).toISOString().slice(0, 19);
  return `${local}${minutes < 0 ? '-' : '+'}${pad(hours)}:${pad(rest)}`;
}
