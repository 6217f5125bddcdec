import type { Ring } from '../rings/packed-shapes.ts';

/** Directed sides by corner index, with the land on their left. */
export interface Sides {
  x: Float64Array;
  y: Float64Array;
  from: Int32Array;
  to: Int32Array;
  count: number;
}

/**
 * Follows sides from corner to corner into simple rings. Where several meet in a corner, each ring keeps to its own
 * land; a ring that returns to a corner is split there. Every corner has as many incoming as outgoing sides.
 */
export function traceRings({ x, y, from, to, count }: Sides): Ring[] {
  /** Linked lists of the sides that start at each corner; entries are index + 1, 0 is the end. */
  const leaving = new Int32Array(x.length);
  const another = new Int32Array(count);
  for (let side = 0; side < count; side++) {
    const corner = from[side] as number;
    another[side] = leaving[corner] as number;
    leaving[corner] = side + 1;
  }

  const isUsed = new Uint8Array(count);
  const directions = new Float64Array(count).fill(Number.NaN);
  const directionOf = (side: number) => {
    if (Number.isNaN(directions[side])) directions[side] = angle(from[side] as number, to[side] as number);
    return directions[side] as number;
  };
  const angle = (a: number, b: number) =>
    Math.atan2((y[b] as number) - (y[a] as number), (x[b] as number) - (x[a] as number));

  /** Of the sides starting at the end of this one, the next in turning order over the land on its left. */
  const follow = (side: number, first: number): number => {
    const corner = to[side] as number;
    const only = (leaving[corner] as number) - 1;
    if (another[only] === 0) return only;
    const back = angle(corner, from[side] as number);
    let best = first;
    let least = Infinity;
    for (let next = only; next >= 0; next = (another[next] as number) - 1) {
      if (isUsed[next] && next !== first) continue;
      let turn = back - directionOf(next);
      if (turn <= 0) turn += 2 * Math.PI;
      if (turn < least) {
        least = turn;
        best = next;
      }
    }
    return best;
  };

  const rings: Ring[] = [];
  const path: number[] = [];
  /** Position of each corner in the current path, + 1; 0 if absent. */
  const standsAt = new Int32Array(x.length);
  const cutOff = (start: number) => {
    const ring = new Float64Array(2 * (path.length - start));
    for (let i = start; i < path.length; i++) {
      const corner = path[i] as number;
      ring[2 * (i - start)] = x[corner] as number;
      ring[2 * (i - start) + 1] = y[corner] as number;
      standsAt[corner] = 0;
    }
    path.length = start;
    rings.push(ring);
  };
  for (let first = 0; first < count; first++) {
    if (isUsed[first]) continue;
    let side = first;
    do {
      isUsed[side] = 1;
      const corner = from[side] as number;
      if (standsAt[corner]) cutOff((standsAt[corner] as number) - 1);
      standsAt[corner] = path.push(corner);
      side = follow(side, first);
    } while (side !== first);
    cutOff(0);
  }
  return rings;
}
