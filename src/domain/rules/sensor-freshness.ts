/**
 * Whether a sensor still reports: the time since its last report (not its last change) against its own usual
 * interval, so that a thermometer silent for an hour is stale and a leak sensor is not.
 */
export interface SensorReporting {
  readonly lastReportAt: number | null;
  /** Usual time between two reports in milliseconds; null while it is not known. */
  readonly rhythmMs: number | null;
}

const minute = 60_000;
const hour = 60 * minute;

const missedReports = 3;
const shortestWindow = 10 * minute;
const longestWindow = 72 * hour;
const defaultWindow = hour;
const longestInterval = 24 * hour;
/** Of what people type once a month: no device has so long an interval. */
export const typedRhythmS = 31 * 24 * 3600;
/** Several values of one message arrive within a second; they are one report. */
const shortestInterval = 1000;

export function freshnessWindow(rhythmMs: number | null): number {
  if (rhythmMs === null) return defaultWindow;
  if (rhythmMs > longestInterval) return 1.5 * rhythmMs;
  return Math.min(longestWindow, Math.max(shortestWindow, missedReports * rhythmMs));
}

export function isFresh({ lastReportAt, rhythmMs }: SensorReporting, now: number): boolean {
  return lastReportAt !== null && now - lastReportAt <= freshnessWindow(rhythmMs);
}

/**
 * The usual interval after one more report. It grows fast and shrinks slowly, so that a door opened five times in a
 * minute is not expected to report every minute; one long outage cannot stretch it far.
 */
export function updateReporting(previous: SensorReporting, reportAt: number): SensorReporting {
  const { lastReportAt, rhythmMs } = previous;
  if (lastReportAt === null) return { lastReportAt: reportAt, rhythmMs };
  const interval = Math.min(reportAt - lastReportAt, longestInterval);
  if (interval <= 0) return previous;
  if (interval < shortestInterval) return { lastReportAt: reportAt, rhythmMs };
  if (rhythmMs === null) return { lastReportAt: reportAt, rhythmMs: interval };
  const bounded = Math.min(interval, 4 * rhythmMs);
  const weight = bounded > rhythmMs ? 0.5 : 0.1;
  return { lastReportAt: reportAt, rhythmMs: Math.round(rhythmMs + weight * (bounded - rhythmMs)) };
}

/** The usual interval of a sensor that comes with a history: the median. */
export function medianReportInterval(reportTimes: readonly number[]): number | null {
  const sorted = [...reportTimes].sort((a, b) => a - b);
  const intervals = sorted
    .slice(1)
    .map((time, index) => time - (sorted[index] as number))
    .filter((interval) => interval >= shortestInterval)
    .sort((a, b) => a - b);
  const middle = intervals[Math.floor((intervals.length - 1) / 2)];
  return middle === undefined ? null : Math.min(middle, longestInterval);
}
