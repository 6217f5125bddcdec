const morningHour = 8;

/** The next 8:00 in the time zone; an unknown zone counts as Europe/Moscow. */
export const nextMorning = (now: Date, timeZone: string): Date => nextHour(now, morningHour, timeZone);

function nextHour(now: Date, hour: number, timeZone: string): Date {
  const local = new Date(now.getTime() + offsetAt(now, timeZone));
  const wanted = new Date(local);
  wanted.setUTCHours(hour, 0, 0, 0);
  if (wanted <= local) wanted.setUTCDate(wanted.getUTCDate() + 1);
  // Daylight saving may change in between: the offset of that day counts.
  const guess = new Date(wanted.getTime() - offsetAt(now, timeZone));
  return new Date(wanted.getTime() - offsetAt(guess, timeZone));
}

/** From one full hour to another, over midnight where `to` is not later than `from`. */
export interface QuietHours {
  readonly from: number;
  readonly to: number;
}

/** When the quiet hours that `now` lies in end; null outside them. */
export function findQuietEnd(now: Date, { from, to }: QuietHours, timeZone: string): Date | null {
  const hour = new Date(now.getTime() + offsetAt(now, timeZone)).getUTCHours();
  const isQuiet = from < to ? hour >= from && hour < to : hour >= from || hour < to;
  return isQuiet ? nextHour(now, to, timeZone) : null;
}

/** How far the zone's clock is ahead of UTC at that moment, in milliseconds. */
function offsetAt(moment: Date, timeZone: string): number {
  const formatter = getFormatter(timeZone);
  const parts = Object.fromEntries(
    formatter.formatToParts(moment).map((part) => [part.type, Number(part.value)]),
  ) as Record<string, number>;
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second);
  return asUtc - Math.floor(moment.getTime() / 1000) * 1000;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    const options = {
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    } as const;
    try {
      formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone });
    } catch {
      formatter = new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'Europe/Moscow' });
    }
    if (formatters.size < 500) formatters.set(timeZone, formatter);
  }
  return formatter;
}
