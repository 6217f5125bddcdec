const morningHour = 8;

/** The next 8:00 in the time zone; an unknown zone counts as Europe/Moscow. */
export function nextMorning(now: Date, timeZone: string): Date {
  const local = new Date(now.getTime() + offsetAt(now, timeZone));
  const morning = new Date(local);
  morning.setUTCHours(morningHour, 0, 0, 0);
  if (morning <= local) morning.setUTCDate(morning.getUTCDate() + 1);
  // Daylight saving may change in between: the offset of that morning counts.
  const guess = new Date(morning.getTime() - offsetAt(now, timeZone));
  return new Date(morning.getTime() - offsetAt(guess, timeZone));
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
