/** Flat array with four numbers per segment: x, y of one end, x, y of the other. */
export type Segments = Float64Array;

/** Two points: x, y on the first shape, x, y on the second. */
export type Ends = [number, number, number, number];

/** Distance between two segments, 0 where they cross; the nearest points go into `out`. */
export function nearestPoints(p: Segments, i: number, q: Segments, j: number, out: Ends): number {
  if (crosses(p, i, q, j)) {
    out[0] = out[2] = q[j] as number;
    out[1] = out[3] = q[j + 1] as number;
    return 0;
  }
  let best = updateNearest(p, i, q, j, Infinity, out, 0);
  best = updateNearest(p, i + 2, q, j, best, out, 0);
  best = updateNearest(q, j, p, i, best, out, 2);
  best = updateNearest(q, j + 2, p, i, best, out, 2);
  return Math.sqrt(best);
}

/**
 * Squared distance from the point at `at` of s to the segment at `k` of t, if it is less than `best`; updates `out`.
 */
function updateNearest(
  s: Segments,
  at: number,
  t: Segments,
  k: number,
  best: number,
  out: Ends,
  own: 0 | 2,
): number {
  const x = s[at] as number;
  const y = s[at + 1] as number;
  const ax = t[k] as number;
  const ay = t[k + 1] as number;
  const dx = (t[k + 2] as number) - ax;
  const dy = (t[k + 3] as number) - ay;
  const square = dx * dx + dy * dy;
  const along = square > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square)) : 0;
  const nx = ax + along * dx;
  const ny = ay + along * dy;
  const distance = (x - nx) * (x - nx) + (y - ny) * (y - ny);
  if (!(distance < best)) return best;
  out[own] = x;
  out[own + 1] = y;
  out[2 - own] = nx;
  out[3 - own] = ny;
  return distance;
}

/** Gap between the boxes of two segments along the axis where it is larger: a lower bound of the distance. */
export function measureBoxGap(p: Segments, i: number, q: Segments, j: number): number {
  return Math.max(measureAxisGap(p, i, q, j), measureAxisGap(p, i + 1, q, j + 1));
}

/** The same between a segment and a box of west, south, east and north. */
export function measureGapToBox(
  p: Segments,
  i: number,
  box: readonly [number, number, number, number],
): number {
  const ax = p[i] as number;
  const ay = p[i + 1] as number;
  const bx = p[i + 2] as number;
  const by = p[i + 3] as number;
  return Math.max(
    Math.min(ax, bx) - box[2],
    box[0] - Math.max(ax, bx),
    Math.min(ay, by) - box[3],
    box[1] - Math.max(ay, by),
    0,
  );
}

function measureAxisGap(p: Segments, i: number, q: Segments, j: number): number {
  const a = p[i] as number;
  const b = p[i + 2] as number;
  const c = q[j] as number;
  const d = q[j + 2] as number;
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  const otherLow = Math.min(c, d);
  const otherHigh = Math.max(c, d);
  return Math.max(0, low - otherHigh, otherLow - high);
}

function crosses(p: Segments, i: number, q: Segments, j: number): boolean {
  return (
    side(p, i, q[j] as number, q[j + 1] as number) * side(p, i, q[j + 2] as number, q[j + 3] as number) < 0 &&
    side(q, j, p[i] as number, p[i + 1] as number) * side(q, j, p[i + 2] as number, p[i + 3] as number) < 0
  );
}

function side(s: Segments, k: number, x: number, y: number): number {
  return (
    ((s[k + 2] as number) - (s[k] as number)) * (y - (s[k + 1] as number)) -
    ((s[k + 3] as number) - (s[k + 1] as number)) * (x - (s[k] as number))
  );
}

/** Segments of a line of interleaved points; a single point gives a segment of length zero. */
export function sidesOf(points: Float64Array, closed: boolean): Segments {
  const count = points.length / 2;
  if (count === 1) return Float64Array.from([...points, ...points]);
  const sides = closed ? count : count - 1;
  const out = new Float64Array(sides * 4);
  for (let i = 0; i < sides; i++) {
    const next = i + 1 < count ? i + 1 : 0;
    out[4 * i] = points[2 * i] as number;
    out[4 * i + 1] = points[2 * i + 1] as number;
    out[4 * i + 2] = points[2 * next] as number;
    out[4 * i + 3] = points[2 * next + 1] as number;
  }
  return out;
}
