import { distanceBetween } from './earth.ts';
import { boxOf, type Frame, frameOfBox, toDegrees, toMetres } from './frame.ts';
import type { Ring } from './pack.ts';

/** A line or a ring in degrees; a single point is a line of one. */
export interface Outline {
  coordinates: Ring;
  closed: boolean;
}

/**
 * The least distance between two sets of lines in metres, 0 where they meet. The search runs in a flat frame around
 * the first set; the distance found is then measured with the radii of its own middle, which takes out what the
 * frame adds at its edges.
 */
export function distanceToBorders(from: readonly Outline[], borders: readonly Outline[]): number {
  const box = from.reduce((sum, line) => boxOf(line.coordinates, sum), boxOf(new Float64Array()));
  const frame = frameOfBox(box);
  const a = from.map((line) => segmentsOf(line, frame));
  const b = borders.map((line) => segmentsOf(line, frame));
  let best = Infinity;
  let ends: Ends = [0, 0, 0, 0];
  for (const p of a) {
    for (const q of b) {
      for (let i = 0; i < p.length; i += 4) {
        for (let j = 0; j < q.length; j += 4) {
          if (boxesApart(p, i, q, j) >= best) continue;
          if (crosses(p, i, q, j)) return 0;
          for (const pair of [
            project(p, i, q, j),
            project(p, i + 2, q, j),
            turn(project(q, j, p, i)),
            turn(project(q, j + 2, p, i)),
          ]) {
            const length = Math.hypot(pair[0] - pair[2], pair[1] - pair[3]);
            if (length < best) {
              best = length;
              ends = pair;
            }
          }
          if (best === 0) return 0;
        }
      }
    }
  }
  if (best === Infinity) return Infinity;
  const [lon1 = 0, lat1 = 0, lon2 = 0, lat2 = 0] = toDegrees(frame, Float64Array.from(ends));
  return distanceBetween(lon1, lat1, lon2, lat2);
}

type Ends = [number, number, number, number];

function segmentsOf({ coordinates, closed }: Outline, frame: Frame): Float64Array {
  const metres = toMetres(frame, coordinates);
  const points = metres.length / 2;
  if (points === 1) return Float64Array.from([...metres, ...metres]);
  const count = closed ? points : points - 1;
  const out = new Float64Array(count * 4);
  for (let i = 0; i < count; i++) {
    const next = (i + 1) % points;
    out[4 * i] = metres[2 * i] as number;
    out[4 * i + 1] = metres[2 * i + 1] as number;
    out[4 * i + 2] = metres[2 * next] as number;
    out[4 * i + 3] = metres[2 * next + 1] as number;
  }
  return out;
}

function boxesApart(p: Float64Array, i: number, q: Float64Array, j: number): number {
  const [px, py, pX, pY] = [p[i] as number, p[i + 1] as number, p[i + 2] as number, p[i + 3] as number];
  const [qx, qy, qX, qY] = [q[j] as number, q[j + 1] as number, q[j + 2] as number, q[j + 3] as number];
  const dx = Math.max(0, Math.min(px, pX) - Math.max(qx, qX), Math.min(qx, qX) - Math.max(px, pX));
  const dy = Math.max(0, Math.min(py, pY) - Math.max(qy, qY), Math.min(qy, qY) - Math.max(py, pY));
  return Math.max(dx, dy);
}

function crosses(p: Float64Array, i: number, q: Float64Array, j: number): boolean {
  const side = (s: Float64Array, k: number, x: number, y: number) =>
    ((s[k + 2] as number) - (s[k] as number)) * (y - (s[k + 1] as number)) -
    ((s[k + 3] as number) - (s[k + 1] as number)) * (x - (s[k] as number));
  return (
    side(p, i, q[j] as number, q[j + 1] as number) * side(p, i, q[j + 2] as number, q[j + 3] as number) < 0 &&
    side(q, j, p[i] as number, p[i + 1] as number) * side(q, j, p[i + 2] as number, p[i + 3] as number) < 0
  );
}

/** The point at `at` of p and the nearest point to it on segment j of q. */
function project(p: Float64Array, at: number, q: Float64Array, j: number): Ends {
  const x = p[at] as number;
  const y = p[at + 1] as number;
  const ax = q[j] as number;
  const ay = q[j + 1] as number;
  const dx = (q[j + 2] as number) - ax;
  const dy = (q[j + 3] as number) - ay;
  const square = dx * dx + dy * dy;
  const t = square > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square)) : 0;
  return [x, y, ax + t * dx, ay + t * dy];
}

function turn([ax, ay, bx, by]: Ends): Ends {
  return [bx, by, ax, ay];
}
