import Flatbush from 'flatbush';
import { orient2d } from 'robust-predicates';
import type { Position } from '../types.ts';
import type { Ring } from './packed-shapes.ts';

/** Side i runs from point i to the next. */
export interface SelfIntersection {
  kind: 'spike' | 'crossing' | 'touch';
  first: number;
  second: number;
  point: Position;
}

/**
 * The first self-intersection of a ring, by exact arithmetic; null if it is simple. Needs a ring without repeated
 * points.
 */
export function findSelfIntersection(ring: Ring): SelfIntersection | null {
  const count = ring.length / 2;
  const x = (i: number) => ring[2 * (i % count)] as number;
  const y = (i: number) => ring[2 * (i % count) + 1] as number;
  const side = (a: number, b: number, c: number) => orient2d(x(a), y(a), x(b), y(b), x(c), y(c));

  // A spike also touches itself along its length; its tip is the more useful point to report.
  for (let i = 0; i < count; i++) {
    if (turnsBack(x(i), y(i), x(i + 1), y(i + 1), x(i + 2), y(i + 2)) && side(i, i + 1, i + 2) === 0) {
      return { kind: 'spike', first: i, second: (i + 1) % count, point: [x(i + 1), y(i + 1)] };
    }
  }

  const index = new Flatbush(count);
  for (let i = 0; i < count; i++) {
    index.add(
      Math.min(x(i), x(i + 1)),
      Math.min(y(i), y(i + 1)),
      Math.max(x(i), x(i + 1)),
      Math.max(y(i), y(i + 1)),
    );
  }
  index.finish();

  for (let i = 0; i < count; i++) {
    const near = index.search(
      Math.min(x(i), x(i + 1)),
      Math.min(y(i), y(i + 1)),
      Math.max(x(i), x(i + 1)),
      Math.max(y(i), y(i + 1)),
      (j) => j > i + 1 && !(i === 0 && j === count - 1),
    );
    near.sort((a, b) => a - b);
    for (const j of near) {
      const c = Math.sign(side(i, i + 1, j));
      const d = Math.sign(side(i, i + 1, j + 1));
      if (c * d > 0) continue;
      const a = Math.sign(side(j, j + 1, i));
      const b = Math.sign(side(j, j + 1, i + 1));
      if (a * b > 0) continue;
      if (c * d < 0 && a * b < 0) {
        return { kind: 'crossing', first: i, second: j, point: crossingPoint(ring, i, j) };
      }
      const touching = [i, i + 1, j, j + 1].find((p) =>
        p === i || p === i + 1
          ? isOnSegment(x, y, p, j, p === i ? a : b)
          : isOnSegment(x, y, p, i, p === j ? c : d),
      );
      if (touching !== undefined) {
        return { kind: 'touch', first: i, second: j, point: [x(touching), y(touching)] };
      }
    }
  }
  return null;
}

/** Whether point p, known to be on the line of side s where `sign` is 0, lies between its ends. */
function isOnSegment(
  x: (i: number) => number,
  y: (i: number) => number,
  p: number,
  s: number,
  sign: number,
): boolean {
  if (sign !== 0) return false;
  return (
    Math.min(x(s), x(s + 1)) <= x(p) &&
    x(p) <= Math.max(x(s), x(s + 1)) &&
    Math.min(y(s), y(s + 1)) <= y(p) &&
    y(p) <= Math.max(y(s), y(s + 1))
  );
}

function turnsBack(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): boolean {
  return (bx - ax) * (cx - bx) + (by - ay) * (cy - by) < 0;
}

function crossingPoint(ring: Ring, i: number, j: number): Position {
  const count = ring.length / 2;
  const at = (k: number): Position => [ring[2 * (k % count)] as number, ring[2 * (k % count) + 1] as number];
  const [a, b, c, d] = [at(i), at(i + 1), at(j), at(j + 1)];
  const denominator = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]);
  if (denominator === 0) return b;
  const t = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0])) / denominator;
  return [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])];
}
