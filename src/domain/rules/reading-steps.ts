/** Resolutions of a chart of readings. */
export const readingSteps = ['auto', 'raw', 'hour', 'day'] as const;
export type ReadingStep = Exclude<(typeof readingSteps)[number], 'auto'>;

export const maxPoints = 1000;

const hour = 3_600_000;
const day = 24 * hour;
/** Raw readings are counted one by one, and a sensor may report at any rate. */
export const maxRawPeriodMs = 7 * day;
export const maxPeriodMs = 10 * 366 * day;
const maxAutoRawMs = 3 * day;

export interface ReadingPlan {
  readonly step: ReadingStep;
  /** Width of one point; 0: raw readings, unless they are too many. */
  readonly bucketMs: number;
}

/** Divisors of a day, so that every day of a chart has the same points. */
const bucketHours = [1, 2, 3, 4, 6, 8, 12];

/** The finest step that fits; a step asked for that does not fit is widened to a multiple of itself. */
export function planReadings(
  spanMs: number,
  wanted: (typeof readingSteps)[number],
  most = maxPoints,
): ReadingPlan {
  const step =
    wanted !== 'auto'
      ? wanted
      : spanMs <= maxAutoRawMs
        ? 'raw'
        : spanMs <= (most - 1) * hour
          ? 'hour'
          : 'day';
  if (step === 'raw') return { step, bucketMs: 0 };
  // A period that begins inside a bucket touches one more.
  const fits = (width: number) => Math.ceil(spanMs / width) + 1 <= most;
  const hours = step === 'hour' ? bucketHours.find((count) => fits(count * hour)) : undefined;
  if (hours !== undefined) return { step, bucketMs: hours * hour };
  return { step, bucketMs: day * Math.ceil(spanMs / day / (most - 1)) };
}

/** Bucket width when the raw readings are too many. */
export function chooseRawBucketMs(spanMs: number, most = maxPoints): number {
  return Math.max(1000, Math.ceil(spanMs / (most - 1) / 1000) * 1000);
}
