import { decimalsOf, roundTo } from './sensor-decimals.ts';

/** When it begins, how many readings it stands for, and what they come to. */
export type SummedPoint = readonly [
  at: number,
  count: number,
  number: number | null,
  low: number | null,
  high: number | null,
  text: string | null,
];

export interface ReadingSummary {
  readonly count: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly mean: number | null;
}

/** The points of a chart as one. A mean of maxima, of counters or of states means nothing and is not given. */
export function summarise(
  points: readonly SummedPoint[],
  sensor: { readonly aggregation: string; readonly kind: string },
): ReadingSummary {
  let [count, weight, total] = [0, 0, 0];
  let low: number | null = null;
  let high: number | null = null;
  for (const [, readings, number, lowest, highest] of points) {
    count += readings;
    if (lowest !== null && (low === null || lowest < low)) low = lowest;
    if (highest !== null && (high === null || highest > high)) high = highest;
    if (number === null) continue;
    weight += readings;
    total += number * readings;
  }
  const hasMean = sensor.aggregation === 'mean' && weight > 0;
  // One digit more than a single value has: a mean knows it.
  return { count, low, high, mean: hasMean ? roundTo(total / weight, decimalsOf(sensor.kind) + 1) : null };
}
