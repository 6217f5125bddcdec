import Flatbush from 'flatbush';
import { boxOf } from '../rings/local-projection.ts';
import type { Ring } from '../rings/packed-shapes.ts';
import { createPointLocator } from '../rings/point-in-polygon.ts';

/** Spatial index of parcel centres, in metres. */
export interface CentreIndex {
  readonly count: number;
  x(i: number): number;
  y(i: number): number;
  /** Indices of centres inside the ring or on it. */
  inside(ring: Ring): number[];
  /** Indices of centres inside the rings by the even-odd rule, or on an edge. */
  covered(rings: readonly Ring[]): number[];
}

export function indexCentres(centres: Float64Array): CentreIndex {
  const count = centres.length / 2;
  const index = count > 0 ? new Flatbush(count) : null;
  for (let i = 0; i < count; i++) index?.add(centres[2 * i] as number, centres[2 * i + 1] as number);
  index?.finish();
  const x = (i: number) => centres[2 * i] as number;
  const y = (i: number) => centres[2 * i + 1] as number;

  const covered = (rings: readonly Ring[]) => {
    if (!index || rings.length === 0) return [];
    const box = rings.reduce((sum, ring) => boxOf(ring, sum), boxOf(new Float64Array()));
    const near = index.search(box[0], box[1], box[2], box[3]);
    if (near.length === 0) return [];
    const locate = createPointLocator(rings);
    return near.filter((i) => locate(x(i), y(i)) >= 0).sort((a, b) => a - b);
  };
  return { count, x, y, covered, inside: (ring) => covered([ring]) };
}
