import Flatbush from 'flatbush';
import { ringArea } from '../rings/ellipsoid.ts';
import { boxOf } from '../rings/local-projection.ts';
import { coordinatesBetween, type PackedShapes, type Part, partsAt } from '../rings/packed-shapes.ts';
import { measureCommonArea } from './buildings.ts';

/** Less is the inaccuracy of surveys: a strip along a border. */
const leastM2 = 4;
const leastPart = 0.01;
/** About a decimetre: neighbours that merely touch are not looked at. */
const marginDegrees = 1e-6;

/** Pairs of shapes that cover the same land, the wanted one first. */
export function findOverlaps(shapes: PackedShapes, wanted: Uint32Array): [number, number][] {
  const count = shapes.shapeEnds.length;
  if (count === 0) return [];
  const boxes = Array.from({ length: count }, (_, at) => boxOf(coordinatesBetween(shapes, at, at)));
  const index = new Flatbush(count);
  for (const box of boxes) index.add(...box);
  index.finish();
  const pairs: [number, number][] = [];
  for (const one of wanted) {
    const [west, south, east, north] = boxes[one] as (typeof boxes)[number];
    const near = index.search(
      west + marginDegrees,
      south + marginDegrees,
      east - marginDegrees,
      north - marginDegrees,
    );
    const parts = partsAt(shapes, one);
    for (const other of near.sort((a, b) => a - b)) {
      if (other === one) continue;
      const others = partsAt(shapes, other);
      const common = measureCommonArea(parts, others);
      if (common > leastM2 && common > leastPart * Math.min(areaOf(parts), areaOf(others)))
        pairs.push([one, other]);
    }
  }
  return pairs;
}

/** Whichever way the rings go. */
const areaOf = (parts: readonly Part[]): number =>
  parts
    .flatMap((rings) => rings.map((ring, at) => Math.abs(ringArea(ring)) * (at === 0 ? 1 : -1)))
    .reduce((sum, area) => sum + area, 0);
