import type { Position, Shape, WirePoint } from '../types.ts';

export function fromWire(points: readonly WirePoint[]): Position[] {
  return points.map(({ latitude, longitude }) => [longitude, latitude]);
}

export function toWire(ring: readonly Position[]): WirePoint[] {
  return ring.map(([longitude, latitude]) => ({ latitude, longitude }));
}

export function flatten(points: readonly Position[]): Float64Array {
  const flat = new Float64Array(points.length * 2);
  for (let i = 0; i < points.length; i++) {
    const point = points[i] as Position;
    flat[2 * i] = point[0];
    flat[2 * i + 1] = point[1];
  }
  return flat;
}

export function unflatten(flat: Float64Array): Position[] {
  const points: Position[] = new Array(flat.length / 2);
  for (let i = 0; i < points.length; i++) points[i] = [flat[2 * i] as number, flat[2 * i + 1] as number];
  return points;
}

/** Parts of a shape, each a shell and its holes, with open rings (no repeated last point). */
export function openParts(shape: Shape): Position[][][] {
  const parts = shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates;
  return parts.map((rings) => rings.map((ring) => (isClosed(ring) ? ring.slice(0, -1) : ring)));
}

function isClosed(ring: readonly Position[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length > 1 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}
