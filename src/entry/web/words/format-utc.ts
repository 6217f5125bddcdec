import { type Clock, formatRelativeTime, formatTime } from './format-time.ts';

/** With the time of day however long ago it was: operators compare it with their logs. */
export function formatUtc(at: string, clock: Clock): string {
  const [day, time] = [formatRelativeTime(at, clock), formatTime(at, clock)];
  return `${day.endsWith(time) ? day : `${day}, ${time}`}\u00a0UTC`;
}
