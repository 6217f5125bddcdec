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
  readonly trend: Trend | null;
}

export type Trend = 'rising' | 'falling' | 'steady';

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
  const mean = hasMean ? roundTo(total / weight, decimalsOf(sensor.kind) + 1) : null;
  return { count, low, high, mean, trend: hasMean ? findTrend(points, decimalsOf(sensor.kind)) : null };
}

const enoughPoints = 4;

/** Which way the best line through the points goes; what a sensor cannot tell apart, or a tenth of the range, is none. */
function findTrend(points: readonly SummedPoint[], decimals: number): Trend | null {
  const known = points.flatMap(([at, , number]) => (number === null ? [] : [[at, number] as const]));
  const [first, last] = [known[0], known.at(-1)];
  if (known.length < enoughPoints || first === undefined || last === undefined) return null;
  const middle = (place: 0 | 1) => known.reduce((sum, point) => sum + point[place], 0) / known.length;
  const [at, value] = [middle(0), middle(1)];
  const slope =
    known.reduce((sum, point) => sum + (point[0] - at) * (point[1] - value), 0) /
    known.reduce((sum, point) => sum + (point[0] - at) ** 2, 0);
  const change = slope * (last[0] - first[0]);
  const values = known.map((point) => point[1]);
  const range = Math.max(...values) - Math.min(...values);
  if (Math.abs(change) < Math.max(10 ** -decimals, range / 10)) return 'steady';
  return change > 0 ? 'rising' : 'falling';
}
