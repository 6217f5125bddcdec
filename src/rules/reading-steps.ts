/** How a period of readings becomes what a chart can show. */
export const readingSteps = ['auto', 'raw', 'hour', 'day'] as const;
export type ReadingStep = Exclude<(typeof readingSteps)[number], 'auto'>;

export const mostPoints = 1000;

const hour = 3_600_000;
const day = 24 * hour;
/** Single readings are counted one by one, and there is no limit to how often a sensor speaks. */
export const longestRawMs = 7 * day;
export const longestPeriodMs = 10 * 366 * day;
const autoRawMs = 3 * day;

export interface ReadingPlan {
  readonly step: ReadingStep;
  /** The width of one point; 0: single readings, as long as they are no more than fit. */
  readonly bucketMs: number;
}

/** The finest step that fits; a step asked for that does not fit is widened to a multiple of itself. */
export function planReadings(spanMs: number, wanted: (typeof readingSteps)[number]): ReadingPlan {
  const step =
    wanted !== 'auto'
      ? wanted
      : spanMs <= autoRawMs
        ? 'raw'
        : spanMs <= (mostPoints - 1) * hour
          ? 'hour'
          : 'day';
  if (step === 'raw') return { step, bucketMs: 0 };
  const unit = step === 'hour' ? hour : day;
  // A period that begins within a unit touches one more.
  const units = Math.ceil(spanMs / unit) + 1;
  return { step, bucketMs: unit * Math.ceil(units / mostPoints) };
}

/** For single readings that turned out to be too many. */
export function rawBucket(spanMs: number): number {
  return Math.max(1000, Math.ceil(spanMs / (mostPoints - 1) / 1000) * 1000);
}
