import { freshnessWindow } from '../../../../domain/rules/freshness.ts';
import type { Point, Stretch } from '../../ui/chart-scale.ts';

/** A point in time with the number of readings it stands for. */
export interface Told {
  readonly at: number;
  readonly count: number;
}

/**
 * Gaps longer than the usual interval of the sensor. That is the 90th percentile, not the median: a door that was
 * opened five times in a minute does not have to report every minute.
 */
export function findSilences(
  told: readonly Told[],
  { span, until, bucketMs, isFresh }: { span: Stretch; until: number; bucketMs: number; isFresh: boolean },
): Stretch[] {
  const [first] = told;
  const last = told.at(-1);
  if (!first || !last) return isFresh ? [] : [{ from: span.from, to: until }];
  const gaps = told.slice(1).map(({ at }, index) => at - (told[index]?.at ?? at));
  const usual = pick(gaps, 0.9);
  const perPoint =
    pick(
      told.map(({ count }) => count),
      0.5,
    ) ?? 1;
  const longest = Math.max(
    freshnessWindow(usual === null ? null : usual / Math.max(1, perPoint)),
    1.5 * bucketMs,
  );
  const silences: Stretch[] = [];
  if (first.at - span.from > longest) silences.push({ from: span.from, to: first.at });
  for (const [index, gap] of gaps.entries()) {
    const before = told[index];
    if (before && gap > longest) silences.push({ from: before.at + bucketMs, to: before.at + gap });
  }
  if (!isFresh && until - last.at > longest) silences.push({ from: last.at + bucketMs, to: until });
  return silences.filter(({ from, to }) => to > from);
}

function pick(numbers: readonly number[], share: number): number | null {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? null;
}

/** Splits points into runs at the gaps. */
export function splitRuns(points: readonly Point[], silences: readonly Stretch[]): Point[][] {
  const runs: Point[][] = [];
  let before: Point | undefined;
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
export function leaveOut(stretches: readonly Stretch[], silences: readonly Stretch[]): Stretch[] {
  return silences.reduce<Stretch[]>(
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
export function joinSteps(steps: readonly number[], bucketMs: number): Stretch[] {
  const joined: Stretch[] = [];
  for (const at of steps) {
    const last = joined.at(-1);
    if (last && last.to === at) joined[joined.length - 1] = { from: last.from, to: at + bucketMs };
    else joined.push({ from: at, to: at + bucketMs });
  }
  return joined;
}

export const longestOf = (stretches: readonly Stretch[]) =>
  stretches.reduce<Stretch | null>(
    (longest, one) => (longest && longest.to - longest.from >= one.to - one.from ? longest : one),
    null,
  );
