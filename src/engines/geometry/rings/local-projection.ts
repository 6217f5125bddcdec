import type { Box } from '../types.ts';
import { degreeLengths } from './ellipsoid.ts';

/** Local flat projection in metres; accurate to a few parts in a thousand at 25 km, to microns at 100 m. */
export interface LocalProjection {
  readonly longitude: number;
  readonly latitude: number;
  readonly metresX: number;
  readonly metresY: number;
}

export function createProjectionAt(longitude: number, latitude: number): LocalProjection {
  const scale = degreeLengths(latitude);
  return { longitude, latitude, metresX: scale.longitude, metresY: scale.latitude };
}

export function createProjectionForBox(box: Box): LocalProjection {
  return createProjectionAt((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
}

export function toMetres(frame: LocalProjection, degrees: Float64Array): Float64Array {
  const out = new Float64Array(degrees.length);
  for (let i = 0; i < degrees.length; i += 2) {
    out[i] = ((degrees[i] as number) - frame.longitude) * frame.metresX;
    out[i + 1] = ((degrees[i + 1] as number) - frame.latitude) * frame.metresY;
  }
  return out;
}

export function toDegrees(frame: LocalProjection, metres: Float64Array): Float64Array {
  const out = new Float64Array(metres.length);
  for (let i = 0; i < metres.length; i += 2) {
    out[i] = frame.longitude + (metres[i] as number) / frame.metresX;
    out[i + 1] = frame.latitude + (metres[i + 1] as number) / frame.metresY;
  }
  return out;
}

/** Bounding box of interleaved coordinates, extending `into`; without coordinates it is inverted (empty). */
export function boxOf(coordinates: Float64Array, into?: Box): Box {
  let west = into ? into[0] : Infinity;
  let south = into ? into[1] : Infinity;
  let east = into ? into[2] : -Infinity;
  let north = into ? into[3] : -Infinity;
  for (let i = 0; i < coordinates.length; i += 2) {
    const x = coordinates[i] as number;
    const y = coordinates[i + 1] as number;
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < south) south = y;
    if (y > north) north = y;
  }
  return [west, south, east, north];
}
