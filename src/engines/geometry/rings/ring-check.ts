import type { Position } from '../types.ts';
import { distanceBetween, ringArea } from './ellipsoid.ts';
import { ShapeRefusal } from './geometry-errors.ts';
import { boxOf } from './local-projection.ts';
import type { Ring } from './packed-shapes.ts';
import * as texts from './refusal-texts.ts';
import { findSelfIntersection } from './self-intersection.ts';

export const ringLimits = { points: 5000, boxMetres: 50_000, areaM2: 1 } as const;

/** A drawn ring without repeated points, open; `origin` holds the index of each point as sent. */
export interface CleanRing {
  ring: Ring;
  origin: Uint32Array;
}

/** Checks coordinates; applies to drawn points and lines, too. */
export function checkCoordinates(points: readonly Position[], path: string): void {
  points.forEach(([longitude, latitude], index) => {
    if (!Number.isFinite(latitude) || Math.abs(latitude) > 90) {
      throw new ShapeRefusal(`${path}.${index}.latitude`, texts.badLatitude(index), { index });
    }
    if (!Number.isFinite(longitude) || Math.abs(longitude) > 180) {
      throw new ShapeRefusal(`${path}.${index}.longitude`, texts.badLongitude(index), { index });
    }
  });
}

export function dropRepeatedPoints(points: readonly Position[]): CleanRing {
  const kept: number[] = [];
  const same = (a: Position, b: Position) => a[0] === b[0] && a[1] === b[1];
  points.forEach((point, index) => {
    const last = kept.at(-1);
    if (last === undefined || !same(points[last] as Position, point)) kept.push(index);
  });
  while (
    kept.length > 1 &&
    same(points[kept[0] as number] as Position, points[kept.at(-1) as number] as Position)
  ) {
    kept.pop();
  }
  const ring = new Float64Array(kept.length * 2);
  kept.forEach((from, to) => {
    const point = points[from] as Position;
    ring[2 * to] = point[0];
    ring[2 * to + 1] = point[1];
  });
  return { ring, origin: Uint32Array.from(kept) };
}

/** Checks that precede the one of the point count, in the order they are reported. */
export function checkExtent(points: readonly Position[], path: string): CleanRing {
  checkCoordinates(points, path);
  const clean = dropRepeatedPoints(points);
  const distinct = new Set<string>();
  for (let i = 0; i < clean.ring.length && distinct.size < 3; i += 2) {
    distinct.add(`${clean.ring[i]} ${clean.ring[i + 1]}`);
  }
  if (distinct.size < 3) throw new ShapeRefusal(path, texts.tooFewPoints(distinct.size));
  const [west, south, east, north] = boxOf(clean.ring);
  if (east - west > 180) throw new ShapeRefusal(path, texts.spansTooWide);
  const middle = (south + north) / 2;
  const width = distanceBetween(west, middle, east, middle);
  const height = distanceBetween(west, south, west, north);
  if (Math.max(width, height) > ringLimits.boxMetres) {
    throw new ShapeRefusal(path, texts.boxTooLarge(width, height), { point: [(west + east) / 2, middle] });
  }
  return clean;
}

export function refuseTooManyPoints(count: number, path: string): ShapeRefusal {
  return new ShapeRefusal(path, texts.tooManyPoints(count, ringLimits.points), { index: ringLimits.points });
}

/** Checks for self-intersection and a minimal area. */
export function checkLine({ ring, origin }: CleanRing, path: string): void {
  const fault = findSelfIntersection(ring);
  if (fault) {
    const count = origin.length;
    const sent = (i: number) => origin[i % count] as number;
    const ends = [fault.first, fault.first + 1, fault.second, fault.second + 1].map(sent);
    const text =
      fault.kind === 'spike' ? texts.spike : fault.kind === 'crossing' ? texts.crossing : texts.touch;
    throw new ShapeRefusal(path, text(ends as [number, number, number, number], fault.point), {
      point: fault.point,
      index: fault.kind === 'spike' ? sent(fault.second) : sent(fault.first),
    });
  }
  const area = Math.abs(ringArea(ring));
  if (area < ringLimits.areaM2) {
    throw new ShapeRefusal(path, texts.areaTooSmall, { point: [ring[0] as number, ring[1] as number] });
  }
}
