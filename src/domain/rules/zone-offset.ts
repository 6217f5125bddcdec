/** Zones change their offset at quarters of an hour only. */
const quarterMs = 15 * 60_000;
/** Bounds the memory of a zone: six weeks of quarters. */
const maxQuarters = 4_000;

interface Zone {
  readonly format: Intl.DateTimeFormat;
  /** Offset in milliseconds by quarter of an hour. */
  readonly offsets: Map<number, number>;
}

const zones = new Map<string, Zone>();

/** Milliseconds that the local time of a zone is ahead of UTC at a moment. Throws a RangeError for an unknown zone. */
export function zoneOffset(at: number, timeZone: string): number {
  let zone = zones.get(timeZone);
  if (zone === undefined) {
    // Year-month-day and 24 hours.
    const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    zone = { format, offsets: new Map() };
    zones.set(timeZone, zone);
  }
  const quarter = Math.floor(at / quarterMs);
  const known = zone.offsets.get(quarter);
  if (known !== undefined) return known;
  if (zone.offsets.size >= maxQuarters) zone.offsets.clear();
  const begin = quarter * quarterMs;
  const offset = Date.parse(`${zone.format.format(begin).padStart(19, '0').replace(' ', 'T')}Z`) - begin;
  zone.offsets.set(quarter, offset);
  return offset;
}

/**
 * The moment at which clocks of a zone show a local time, given in milliseconds as if it were UTC. As RFC 5545 has it:
 * the first of two such moments, and where clocks skip the time, as if they had not been moved yet.
 */
export function momentOfLocalTime(local: number, timeZone: string): number {
  const dayMs = 86_400_000;
  const before = zoneOffset(local - dayMs, timeZone);
  const after = zoneOffset(local + dayMs, timeZone);
  const early = local - before;
  if (before === after || zoneOffset(early, timeZone) === before) return early;
  const late = local - after;
  return zoneOffset(late, timeZone) === after ? late : early;
}
