import { orient2d } from 'robust-predicates';
import type { Ring } from './packed-shapes.ts';

/** 1 inside, 0 exactly on an edge, -1 outside; even-odd rule over all rings. */
export type PointLocator = (x: number, y: number) => -1 | 0 | 1;

/**
 * Exact point-in-polygon test for many points: edges are sorted into strips by y, so a point is tested only against
 * the edges of its strip. Ten thousand points against 28,000 edges take tens of milliseconds instead of seconds.
 */
export function createPointLocator(rings: readonly Ring[]): PointLocator {
  let count = 0;
  let south = Infinity;
  let north = -Infinity;
  for (const ring of rings) {
    count += ring.length / 2;
    for (let i = 1; i < ring.length; i += 2) {
      const y = ring[i] as number;
      if (y < south) south = y;
      if (y > north) north = y;
    }
  }
  if (count === 0) return () => -1;
  const edges = new Float64Array(count * 4);
  let at = 0;
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const next = i + 2 < ring.length ? i + 2 : 0;
      edges[at++] = ring[i] as number;
      edges[at++] = ring[i + 1] as number;
      edges[at++] = ring[next] as number;
      edges[at++] = ring[next + 1] as number;
    }
  }
  const { starts, entries, strips, scale } = sortIntoStrips(edges, south, north);

  return (x, y) => {
    if (y < south || y > north) return -1;
    const strip = Math.min(strips - 1, Math.floor((y - south) * scale));
    let inside = false;
    for (let e = starts[strip] as number; e < (starts[strip + 1] as number); e++) {
      const i = entries[e] as number;
      const ax = edges[i] as number;
      const ay = edges[i + 1] as number;
      const bx = edges[i + 2] as number;
      const by = edges[i + 3] as number;
      if (ay > y === by > y) {
        // No crossing; a touch only if an end lies on the ray.
        if ((ay === y && ax === x) || (by === y && bx === x)) return 0;
        if (ay === y && by === y && x >= Math.min(ax, bx) && x <= Math.max(ax, bx)) return 0;
        continue;
      }
      if (x < ax && x < bx) {
        inside = !inside;
        continue;
      }
      if (x > ax && x > bx) continue;
      const side = orient2d(ax, ay, bx, by, x, y);
      if (side === 0) return 0;
      if (side < 0 === by > ay) inside = !inside;
    }
    return inside ? 1 : -1;
  };
}

function sortIntoStrips(edges: Float64Array, south: number, north: number) {
  const count = edges.length / 4;
  let strips = Math.max(1, Math.min(4096, count >> 1));
  for (;;) {
    const scale = north > south ? strips / (north - south) : 0;
    const stripAt = (y: number) => Math.min(strips - 1, Math.floor((y - south) * scale));
    const starts = new Uint32Array(strips + 1);
    let total = 0;
    for (let i = 0; i < edges.length; i += 4) {
      const a = stripAt(edges[i + 1] as number);
      const b = stripAt(edges[i + 3] as number);
      total += Math.abs(a - b) + 1;
    }
    // Long vertical edges are in many strips; fewer strips keep the table proportional to the ring.
    if (total > 8 * count + 64 && strips > 1) {
      strips = strips >> 1;
      continue;
    }
    const eachStrip = (pageRequest: (strip: number, edge: number) => void) => {
      for (let i = 0; i < edges.length; i += 4) {
        const a = stripAt(edges[i + 1] as number);
        const b = stripAt(edges[i + 3] as number);
        for (let s = Math.min(a, b); s <= Math.max(a, b); s++) pageRequest(s, i);
      }
    };
    eachStrip((s) => {
      starts[s + 1] = (starts[s + 1] as number) + 1;
    });
    for (let s = 0; s < strips; s++) starts[s + 1] = (starts[s + 1] as number) + (starts[s] as number);
    const fill = starts.slice(0, strips);
    const entries = new Uint32Array(total);
    eachStrip((s, i) => {
      entries[fill[s] as number] = i;
      fill[s] = (fill[s] as number) + 1;
    });
    return { starts, entries, strips, scale };
  }
}
