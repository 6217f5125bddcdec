import { addDays, dayInZone, dayMs, startOfDay } from './days.ts';
import { countUsed, type MeterReading } from './meter-readings.ts';

/** A month of meters ends with the board's day: that of November goes from the day in October to the one in November. */
export interface MeterMonth {
  /** Y-m */
  readonly month: string;
  readonly from: number;
  readonly to: number;
}

/** Where there is no reading on the other side of the board's day, the line goes on to it from a reading this near. */
export const toleranceDays = 7;
/** Between readings further apart, what was used is spread evenly, and the month counts as estimated. */
export const maxGapDays = 62;

export function meterMonth(month: string, day: number, timeZone: string): MeterMonth {
  const end = `${month}-${String(day).padStart(2, '0')}`;
  const before = `${shiftMonth(month, -1)}-${String(day).padStart(2, '0')}`;
  // The whole day counts: people read the meter in the evening of it.
  return {
    month,
    from: startOfDay(addDays(before, 1), timeZone),
    to: startOfDay(addDays(end, 1), timeZone),
  };
}

export function shiftMonth(month: string, count: number): string {
  const [year, of] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, of - 1 + count, 1)).toISOString().slice(0, 7);
}

/** The month that people now read their meters for: from a week before the board's day until three weeks after it. */
export function currentMeterMonth(now: Date, day: number, timeZone: string): string {
  const today = dayInZone(now, timeZone);
  const month = today.slice(0, 7);
  return Number(today.slice(8)) > day - toleranceDays ? month : shiftMonth(month, -1);
}

/** Whether a reading of the current month is still wanted. */
export function isReadingDue(lastAt: number | null, now: Date, day: number, timeZone: string): boolean {
  const { to } = meterMonth(currentMeterMonth(now, day, timeZone), day, timeZone);
  if (now.getTime() < to - (toleranceDays + 1) * dayMs) return false;
  return lastAt === null || lastAt < to - (toleranceDays + 1) * dayMs;
}

/** A reading up to so many days after a month’s end is one of it: the shortest month, less the week before the next day. */
const lateDays = 20;

/** The last reading that was taken for a month; readings of later months are no part of it. */
export function lastReadingOf<Reading extends MeterReading>(
  readings: readonly Reading[],
  { to }: MeterMonth,
): Reading | undefined {
  return readings.findLast(({ at }) => at < to + lateDays * dayMs);
}

export type MonthUse =
  | { readonly used: number; readonly isEstimated: boolean }
  /** No reading near the end of the month, or none near its beginning. */
  | { readonly used: null; readonly missing: 'end' | 'start' };

/**
 * What a meter counted in a month, by its readings in the order of time: its count at each of the two days lies on the
 * line between the readings around that day. At the edge the line goes on from a reading within a week: were the reading
 * taken for the day itself, plots read some days before the main meter would look like a loss.
 */
export function usedInMonth(readings: readonly MeterReading[], { from, to }: MeterMonth): MonthUse {
  const points = countUsed(readings);
  const end = countAt(points, to);
  if (end === null) return { used: null, missing: 'end' };
  const start = countAt(points, from);
  if (start === null) return { used: null, missing: 'start' };
  return { used: Math.max(0, end.total - start.total), isEstimated: end.isEstimated || start.isEstimated };
}

function countAt(points: readonly { at: number; total: number }[], at: number) {
  const before = points.findLast((point) => point.at <= at);
  const after = points.find((point) => point.at > at);
  if (before && after) {
    const share = (at - before.at) / (after.at - before.at);
    const isEstimated = after.at - before.at > maxGapDays * dayMs;
    return { total: before.total + share * (after.total - before.total), isEstimated };
  }
  const edge = before ?? after;
  if (edge === undefined || Math.abs(edge.at - at) > (toleranceDays + 1) * dayMs) return null;
  const far = before
    ? points.findLast((point) => edge.at - point.at >= leastSlopeMs)
    : points.find((point) => point.at - edge.at >= leastSlopeMs);
  if (far === undefined) return { total: edge.total, isEstimated: false };
  const perMs = (edge.total - far.total) / (edge.at - far.at);
  return { total: edge.total + perMs * (at - edge.at), isEstimated: false };
}

/** Readings nearer to each other say nothing about what is usual. */
const leastSlopeMs = toleranceDays * dayMs;

export interface PlotMeters {
  readonly parcelId: string;
  readonly uses: readonly MonthUse[];
}

export interface MonthLoss {
  /** Null: the main meter itself has no readings for the month. */
  readonly main: number | null;
  readonly plots: number;
  readonly loss: number | null;
  readonly counted: number;
  readonly missing: number;
  readonly estimated: number;
  /** Dwellings that share no meter with the board. */
  readonly unshared: number;
}

/** What the main meters counted less what the plots did, and everything that this leaves out. */
export function countLoss(
  main: readonly MonthUse[],
  plots: readonly PlotMeters[],
  dwellings: number,
): MonthLoss {
  const isMissing = (uses: readonly MonthUse[]) => uses.some(({ used }) => used === null);
  const sum = (uses: readonly MonthUse[]) => uses.reduce((all, { used }) => all + (used ?? 0), 0);
  const complete = plots.filter(({ uses }) => !isMissing(uses));
  const known = main.length > 0 && !isMissing(main) ? sum(main) : null;
  const used = sum(complete.flatMap(({ uses }) => uses));
  return {
    main: known,
    plots: used,
    loss: known === null ? null : known - used,
    counted: complete.length,
    missing: plots.length - complete.length,
    estimated: [...complete.flatMap(({ uses }) => uses), ...main].filter(
      (use) => use.used !== null && use.isEstimated,
    ).length,
    unshared: Math.max(0, dwellings - plots.length),
  };
}
