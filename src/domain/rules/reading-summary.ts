import { decimalsOf, roundTo } from './sensor-decimals.ts';

/** A chart point: its start, its number of readings and their aggregate. */
export type ChartPoint = readonly [
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

/**
 * Summary of a chart. Without a mean for sensors aggregated by maximum, sum or last value: it would be meaningless.
 */
export function summarizeReadings(
  points: readonly ChartPoint[],
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
  // One digit more than a single reading: a mean is more precise.
  const mean = hasMean ? roundTo(total / weight, decimalsOf(sensor.kind) + 1) : null;
  return { count, low, high, mean, trend: hasMean ? findTrend(points, decimalsOf(sensor.kind)) : null };
}

const minTrendPoints = 4;

/** Sign of the least-squares slope; a change below the sensor's resolution or a tenth of the range is steady. */
function findTrend(points: readonly ChartPoint[], decimals: number): Trend | null {
  const known = points.flatMap(([at, , number]) => (number === null ? [] : [[at, number] as const]));
  const [first, last] = [known[0], known.at(-1)];
  if (known.length < minTrendPoints || first === undefined || last === undefined) return null;
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
