import Flatbush from 'flatbush';
import { boxOf } from './frame.ts';
import { drop, enter, type Handle, type Prepared, prepare } from './geos.ts';
import type { Ring } from './pack.ts';
import type { Box } from './types.ts';

export interface Link {
  from: number;
  to: number;
  length: number;
  /** The nearest points: x, y on `from`, x, y on `to`. */
  ends: [number, number, number, number];
}

/**
 * The shortest links that tie shapes together, each at most `longest`: Kruskal's algorithm in bands of growing
 * distance. A later band only looks from shapes outside the largest group, so scattered parcels by the thousand stay
 * affordable.
 */
export function spanningTree(shapes: readonly Ring[][], longest: number): Link[] {
  if (shapes.length < 2) return [];
  const boxes = shapes.map((rings) => boxOf(rings[0] as Ring));
  const index = new Flatbush(shapes.length);
  for (const box of boxes) index.add(...box);
  index.finish();
  const groups = groupsOf(shapes.length);
  const nearest = nearestFinder(shapes);
  const links: Link[] = [];
  const waiting: Link[] = [];
  try {
    for (const band of bandsUpTo(longest)) {
      const found = waiting.splice(0);
      const main = groups.largest();
      for (let i = 0; i < shapes.length; i++) {
        const group = groups.find(i);
        if (group === main && groups.count() < shapes.length) continue;
        const box = boxes[i] as Box;
        index.search(box[0] - band, box[1] - band, box[2] + band, box[3] + band, (j) => {
          if (j === i || groups.find(j) === group) return false;
          // Both ends look around; the smaller number keeps the pair unless the other end is in the main group.
          if (j < i && groups.find(j) !== main) return false;
          // A pair once measured is either used already or waits for its band.
          if (boxDistance(box, boxes[j] as Box) <= band && !nearest.knows(i, j)) {
            found.push(nearest.between(Math.min(i, j), Math.max(i, j)));
          }
          return false;
        });
      }
      found.sort((a, b) => a.length - b.length || a.from - b.from || a.to - b.to);
      for (const link of found) {
        if (link.length > band) {
          if (link.length <= longest) waiting.push(link);
        } else if (groups.join(link.from, link.to)) {
          links.push(link);
        }
      }
      if (groups.count() === 1) break;
    }
    return links;
  } finally {
    nearest.free();
  }
}

function bandsUpTo(longest: number): number[] {
  const bands: number[] = [];
  for (let band = 8; band < longest; band *= 3) bands.push(band);
  return [...bands, longest];
}

function boxDistance(a: Box, b: Box): number {
  return Math.hypot(Math.max(0, a[0] - b[2], b[0] - a[2]), Math.max(0, a[1] - b[3], b[1] - a[3]));
}

function nearestFinder(shapes: readonly Ring[][]) {
  const handles = new Map<number, Handle>();
  const prepared = new Map<number, Prepared>();
  const preparedOf = (i: number): Prepared => {
    const known = prepared.get(i);
    if (known) return known;
    const ready = prepare(handleOf(i));
    prepared.set(i, ready);
    return ready;
  };
  const measured = new Set<number>();
  const key = (i: number, j: number) => Math.min(i, j) * shapes.length + Math.max(i, j);
  const size = (i: number) => (shapes[i] as Ring[]).reduce((sum, ring) => sum + ring.length, 0);
  const handleOf = (i: number): Handle => {
    const known = handles.get(i);
    if (known !== undefined) return known;
    const handle = enter([shapes[i] as Ring[]]);
    handles.set(i, handle);
    return handle;
  };
  return {
    knows: (i: number, j: number) => measured.has(key(i, j)),
    between(from: number, to: number): Link {
      measured.add(key(from, to));
      // The index is built on the larger shape once; the smaller one is walked each time.
      const [large, small] = size(from) >= size(to) ? [from, to] : [to, from];
      const [ax, ay, bx, by] = preparedOf(large).nearest(handleOf(small));
      const ends: Link['ends'] = large === from ? [ax, ay, bx, by] : [bx, by, ax, ay];
      return { from, to, ends, length: Math.hypot(ax - bx, ay - by) };
    },
    free() {
      for (const ready of prepared.values()) ready.free();
      for (const handle of handles.values()) drop(handle);
    },
  };
}

function groupsOf(size: number) {
  const parent = Int32Array.from({ length: size }, (_, i) => i);
  let left = size;
  const find = (i: number): number => {
    let root = i;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root] as number] as number;
      root = parent[root] as number;
    }
    return root;
  };
  return {
    find,
    count: () => left,
    join(a: number, b: number): boolean {
      const x = find(a);
      const y = find(b);
      if (x === y) return false;
      parent[Math.max(x, y)] = Math.min(x, y);
      left--;
      return true;
    },
    largest(): number {
      const sizes = new Int32Array(size);
      let best = 0;
      for (let i = 0; i < size; i++) {
        const root = find(i);
        sizes[root] = (sizes[root] as number) + 1;
        if ((sizes[root] as number) > (sizes[best] as number)) best = root;
      }
      return best;
    },
  };
}
