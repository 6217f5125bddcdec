import Flatbush from 'flatbush';
import { boxOf } from '../rings/local-projection.ts';
import type { Ring } from '../rings/packed-shapes.ts';
import {
  type Ends,
  measureBoxGap,
  measureGapToBox,
  nearestPoints,
  type Segments,
  sidesOf,
} from '../rings/segments.ts';
import type { Box } from '../types.ts';
import { createDisjointSets } from './disjoint-sets.ts';
import { createHeap } from './heap.ts';

export interface Link {
  from: number;
  to: number;
  length: number;
  /** The nearest points of the two shapes. */
  ends: Ends;
}

/** A few consecutive sides of one shape, with their bounding box. */
interface SideRun {
  shape: number;
  sides: Segments;
  box: Box;
}

interface Pair {
  a: number;
  b: number;
  distance: number;
  /** Null until the sides were compared; until then `distance` is that of the boxes, a lower bound. */
  ends: Ends | null;
}

const sidesPerRun = 8;

/**
 * Minimum spanning forest with links of at most `longest`. Kruskal's algorithm over short runs of sides, whose
 * bounding boxes give a lower bound of the distance: sides are compared only while their shapes are in different
 * groups. Works in bands of growing distance; later bands search only from shapes outside the largest group, so that
 * thousands of scattered parcels stay affordable.
 */
export function buildSpanningTree(shapes: readonly Ring[][], longest: number): Link[] {
  const groups = createDisjointSets(shapes.length);
  const stretches = shapes.flatMap((rings, shape) => rings.flatMap((ring) => splitIntoRuns(ring, shape)));
  if (groups.count() < 2) return [];
  const outlines = indexBoxes(shapes.map((rings) => boxOf(rings[0] as Ring)));
  const index = indexBoxes(stretches.map(({ box }) => box));
  const links: Link[] = [];
  const heap = createHeap<Pair>((p, q) => (p.distance - q.distance || p.a - q.a || p.b - q.b) < 0);

  let reached = -1;
  for (const band of listDistanceBands(longest)) {
    const main = reached >= 0 ? groups.largest() : -1;
    const near = shapes.map((_, shape) => {
      const group = groups.find(shape);
      return group === main ? [] : outlines.within(shape, band, (other) => groups.find(other) !== group);
    });
    stretches.forEach(({ shape, box }, a) => {
      const around = near[shape] as number[];
      if (!around.some((other) => boxDistance(box, outlines.boxes[other] as Box) <= band)) return;
      const group = groups.find(shape);
      index.within(a, band, (b, distance) => {
        if (distance <= reached) return false;
        const other = groups.find((stretches[b] as SideRun).shape);
        // Two runs outside the main group find each other twice; only the pair with a < b is kept.
        if (other !== group && (a < b || other === main)) heap.push({ a, b, distance, ends: null });
        return false;
      });
    });
    reached = band;
    linkNearestPairs(heap, band, stretches, groups, links);
    if (groups.count() === 1) break;
  }
  return links;
}

function indexBoxes(boxes: readonly Box[]) {
  const index = new Flatbush(boxes.length);
  for (const box of boxes) index.add(...box);
  index.finish();
  return {
    boxes,
    /** The other boxes at most `reach` away that pass the filter. */
    within(i: number, reach: number, filter: (j: number, distance: number) => boolean): number[] {
      const box = boxes[i] as Box;
      return index.search(box[0] - reach, box[1] - reach, box[2] + reach, box[3] + reach, (j) => {
        if (j === i) return false;
        const distance = boxDistance(box, boxes[j] as Box);
        return distance <= reach && filter(j, distance);
      });
    },
  };
}

type Groups = ReturnType<typeof createDisjointSets>;
type Heap = ReturnType<typeof createHeap<Pair>>;

function linkNearestPairs(
  heap: Heap,
  band: number,
  stretches: SideRun[],
  groups: Groups,
  links: Link[],
): void {
  for (let pair = heap.pop(); pair; pair = heap.pop()) {
    if (pair.distance > band) {
      heap.push(pair);
      return;
    }
    const from = stretches[pair.a] as SideRun;
    const to = stretches[pair.b] as SideRun;
    if (groups.find(from.shape) === groups.find(to.shape)) continue;
    if (!pair.ends) {
      heap.push(measurePair(pair, from, to));
    } else if (groups.join(from.shape, to.shape)) {
      links.push({ from: from.shape, to: to.shape, length: pair.distance, ends: pair.ends });
    }
  }
}

function measurePair({ a, b }: Pair, from: SideRun, to: SideRun): Pair {
  const { sides: p } = from;
  const { sides: q, box } = to;
  let best = Infinity;
  const ends: Ends = [0, 0, 0, 0];
  const found: Ends = [0, 0, 0, 0];
  for (let i = 0; i < p.length; i += 4) {
    if (measureGapToBox(p, i, box) >= best) continue;
    for (let j = 0; j < q.length; j += 4) {
      if (measureBoxGap(p, i, q, j) >= best) continue;
      const distance = nearestPoints(p, i, q, j, ends);
      if (distance >= best) continue;
      best = distance;
      for (let k = 0; k < 4; k++) found[k] = ends[k] as number;
    }
  }
  return { a, b, distance: best, ends: found };
}

function splitIntoRuns(ring: Ring, shape: number): SideRun[] {
  const sides = sidesOf(ring, true);
  const stretches: SideRun[] = [];
  for (let start = 0; start < sides.length; start += 4 * sidesPerRun) {
    const some = sides.subarray(start, start + 4 * sidesPerRun);
    stretches.push({ shape, sides: some, box: boxOf(some) });
  }
  return stretches;
}

function listDistanceBands(longest: number): number[] {
  const bands: number[] = [];
  for (let band = 8; band < longest; band *= 3) bands.push(band);
  return [...bands, longest];
}

function boxDistance(a: Box, b: Box): number {
  const dx = Math.max(0, a[0] - b[2], b[0] - a[2]);
  const dy = Math.max(0, a[1] - b[3], b[1] - a[3]);
  return Math.sqrt(dx * dx + dy * dy);
}
