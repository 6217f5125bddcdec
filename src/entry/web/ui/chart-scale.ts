/** Time in milliseconds and value; `low` and `high` are the minimum and maximum around it. */
export type ChartPoint = {
  readonly at: number;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
};
export type TimeRange = { readonly from: number; readonly to: number };

/** Round numbers that enclose all values, in descending order. */
export function chooseTicks(least: number, most: number): number[] {
  const span = most - least || Math.abs(most) || 1;
  const rough = span / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? power * 10;
  const first = Math.floor(least / step);
  const last = Math.max(Math.ceil(most / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) =>
    // Without the error of the multiplication, as in 0.30000000000000004.
    Number(((last - index) * step).toPrecision(15)),
  );
}

export type Scale = { x(at: number): number; y(value: number): number };

const round = (number: number) => Math.round(number * 10) / 10;

export function createScale(span: TimeRange, ticks: readonly number[], width: number, height: number): Scale {
  const top = ticks[0] ?? 1;
  const bottom = ticks.at(-1) ?? 0;
  return {
    x: (at) => round(((at - span.from) / (span.to - span.from)) * width),
    y: (value) => round(((top - value) / (top - bottom)) * height),
  };
}

/** SVG path of a run without gaps; a single point is a zero-length line, which round caps make a dot. */
export function drawLine(run: readonly ChartPoint[], { x, y }: Scale): string {
  const [only] = run;
  if (only && run.length === 1) return `M${x(only.at)} ${y(only.value)}h0`;
  return run.map(({ at, value }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(value)}`).join('');
}

/** Closed SVG path: along the maxima and back along the minima. */
export function drawBand(run: readonly ChartPoint[], { x, y }: Scale): string {
  const over = run.map(({ at, value, high }) => `${x(at)} ${y(high ?? value)}`);
  const under = run.map(({ at, value, low }) => `${x(at)} ${y(low ?? value)}`).reverse();
  return `M${[...over, ...under].join('L')}Z`;
}

/** Position of a range in per cent of the span, clipped to it. */
export function toPercentRange(span: TimeRange, { from, to }: TimeRange): { start: number; length: number } {
  const whole = span.to - span.from;
  const start = Math.max(0, (from - span.from) / whole);
  const end = Math.min(1, (to - span.from) / whole);
  const percent = (share: number) => Math.round(share * 10_000) / 100;
  return { start: percent(start), length: percent(Math.max(0, end - start)) };
}
