import { freshnessWindow } from '../../../../domain/rules/sensor-freshness.ts';
import type { ChartPoint, TimeRange } from '../../ui/chart-scale.ts';

/** A point in time with the number of readings it stands for. */
export interface ReadingPoint {
  readonly at: number;
  readonly count: number;
}

/**
 * Gaps longer than the usual interval of the sensor. That is the 90th percentile, not the median: a door that was
 * opened five times in a minute does not have to report every minute.
 */
export function findGaps(
  readings: readonly ReadingPoint[],
  { span, until, bucketMs, isFresh }: { span: TimeRange; until: number; bucketMs: number; isFresh: boolean },
): TimeRange[] {
  const [first] = readings;
  const last = readings.at(-1);
  if (!first || !last) return isFresh ? [] : [{ from: span.from, to: until }];
  const gaps = readings.slice(1).map(({ at }, index) => at - (readings[index]?.at ?? at));
  const usual = pickPercentile(gaps, 0.9);
  const perPoint =
    pickPercentile(
      readings.map(({ count }) => count),
      0.5,
    ) ?? 1;
  const longest = Math.max(
    freshnessWindow(usual === null ? null : usual / Math.max(1, perPoint)),
    1.5 * bucketMs,
  );
  const silences: TimeRange[] = [];
  if (first.at - span.from > longest) silences.push({ from: span.from, to: first.at });
  for (const [index, gap] of gaps.entries()) {
    const before = readings[index];
    if (before && gap > longest) silences.push({ from: before.at + bucketMs, to: before.at + gap });
  }
  if (!isFresh && until - last.at > longest) silences.push({ from: last.at + bucketMs, to: until });
  return silences.filter(({ from, to }) => to > from);
}

function pickPercentile(numbers: readonly number[], share: number): number | null {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? null;
}

/** Splits points into runs at the gaps. */
export function splitAtGaps(points: readonly ChartPoint[], silences: readonly TimeRange[]): ChartPoint[][] {
  const runs: ChartPoint[][] = [];
  let before: ChartPoint | undefined;
  for (const point of points) {
    const last = before?.at ?? Number.NEGATIVE_INFINITY;
    const isParted = silences.some(({ from, to }) => from >= last && to <= point.at);
    const run = runs.at(-1);
    if (run && !isParted) run.push(point);
    else runs.push([point]);
    before = point;
  }
  return runs;
}

/** Subtracts gaps from intervals: the state is unknown during a gap. */
export function subtractIntervals(
  stretches: readonly TimeRange[],
  silences: readonly TimeRange[],
): TimeRange[] {
  return silences.reduce<TimeRange[]>(
    (left, silence) =>
      left.flatMap((one) => {
        if (silence.to <= one.from || silence.from >= one.to) return [one];
        return [
          { from: one.from, to: silence.from },
          { from: silence.to, to: one.to },
        ].filter(({ from, to }) => to > from);
      }),
    [...stretches],
  );
}

/** Merges adjacent buckets in which it was on. */
export function mergeBuckets(steps: readonly number[], bucketMs: number): TimeRange[] {
  const joined: TimeRange[] = [];
  for (const at of steps) {
    const last = joined.at(-1);
    if (last && last.to === at) joined[joined.length - 1] = { from: last.from, to: at + bucketMs };
    else joined.push({ from: at, to: at + bucketMs });
  }
  return joined;
}

export const findLongest = (stretches: readonly TimeRange[]) =>
  stretches.reduce<TimeRange | null>(
    (longest, one) => (longest && longest.to - longest.from >= one.to - one.from ? longest : one),
    null,
  );
