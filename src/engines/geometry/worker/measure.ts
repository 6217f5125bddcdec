import { lineLength, ringArea } from '../rings/ellipsoid.ts';
import { ShapeRefusal } from '../rings/geometry-errors.ts';
import type { Part, Ring } from '../rings/packed-shapes.ts';
import { createPointLocator } from '../rings/point-in-polygon.ts';
import { flatten } from '../rings/points.ts';
import {
  checkCoordinates,
  checkExtent,
  checkLine,
  refuseTooManyPoints,
  ringLimits,
} from '../rings/ring-check.ts';
import type { DrawnShape, ShapeMeasurement } from '../types.ts';
import { distanceToBorders } from './setback.ts';

const tooFew = {
  point: { en: 'A point needs its place.', ru: 'У точки должно быть место.' },
  line: { en: 'A line needs at least two points.', ru: 'В линии должно быть не меньше двух точек.' },
};

/** `parcel` is in degrees. Field paths of refusals start at `shapes`. */
export function measureShapes(
  shapes: readonly DrawnShape[],
  parcel: readonly Part[] | null,
): ShapeMeasurement[] {
  const borders = parcel?.flat() ?? null;
  const locate = borders ? createPointLocator(borders) : null;
  return shapes.map((shape, index) => {
    const line = readDrawnShape(shape, `shapes.${index}.points`);
    const closed = shape.kind === 'ring';
    const measured: ShapeMeasurement = {
      kind: shape.kind,
      lengthM: shape.kind === 'line' ? lineLength(line, false) : null,
      perimeterM: closed ? lineLength(line, true) : null,
      areaM2: closed ? Math.abs(ringArea(line)) : null,
      setbackM: null,
      within: null,
    };
    if (borders && locate) {
      measured.setbackM = distanceToBorders(
        [{ coordinates: line, closed }],
        borders.map((coordinates) => ({ coordinates, closed: true })),
      );
      const inside = locate(line[0] as number, line[1] as number) > 0;
      measured.within = measured.setbackM === 0 ? 'across' : inside ? 'inside' : 'outside';
    }
    return measured;
  });
}

function readDrawnShape(shape: DrawnShape, path: string): Ring {
  if (shape.kind === 'ring') {
    const clean = checkExtent(shape.points, path);
    if (clean.origin.length > ringLimits.points) throw refuseTooManyPoints(clean.origin.length, path);
    checkLine(clean, path);
    return clean.ring;
  }
  checkCoordinates(shape.points, path);
  if (shape.points.length < (shape.kind === 'point' ? 1 : 2))
    throw new ShapeRefusal(path, tooFew[shape.kind]);
  if (shape.points.length > ringLimits.points) throw refuseTooManyPoints(shape.points.length, path);
  return flatten(shape.kind === 'point' ? shape.points.slice(0, 1) : shape.points);
}
