import type { Db } from '../../base/db/connect.ts';
import { extendByOutline } from '../../engines/geometry/rings/packed-shapes.ts';
import type { Box, Parcel, ReadOutline } from '../../engines/geometry/types.ts';
import { listParcelsInBox } from '../../store/land/land-import.ts';

/** Margin for plots whose centre is outside the box but whose land is not. */
const marginDegrees = 0.03;
const maxCachedDegrees = 0.6;
const maxParcels = 200_000;

/** To the millimetre; more digits are noise. */
export const roundSetback = (metres: number | null): number | null =>
  metres === null ? null : Math.round(metres * 1000) / 1000;

/** Caches the plots around recent boxes, as consecutive features of a file are close to each other. */
export function createParcelCache(pool: Db): (box: Box) => Promise<readonly Parcel[]> {
  let loaded: Box | null = null;
  let parcels: readonly Parcel[] = [];
  return async (box) => {
    const wide = expandBox(box, marginDegrees);
    if (loaded !== null && contains(loaded, wide)) return parcels;
    const joined = loaded === null ? wide : joinBoxes(loaded, wide);
    loaded = Math.max(joined[2] - joined[0], joined[3] - joined[1]) > maxCachedDegrees ? wide : joined;
    parcels = await listParcelsInBox(pool, loaded, maxParcels);
    return parcels;
  };
}

const expandBox = ([w, s, e, n]: Box, by: number): Box => [w - by, s - by, e + by, n + by];
export const joinBoxes = (a: Box, b: Box): Box => [
  Math.min(a[0], b[0]),
  Math.min(a[1], b[1]),
  Math.max(a[2], b[2]),
  Math.max(a[3], b[3]),
];
const contains = (a: Box, b: Box) => a[0] <= b[0] && a[1] <= b[1] && a[2] >= b[2] && a[3] >= b[3];

/** Box of all valid coordinate pairs; the geometry engine reports the invalid ones. */
export function boxOfGeometries(entries: readonly { geometry: unknown }[]): Box | null {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  const pageRequest = (value: unknown, depth: number): void => {
    if (!Array.isArray(value) || depth > 5) return;
    const [x, y] = value as unknown[];
    if (typeof x === 'number' && typeof y === 'number') {
      if (Math.abs(x) <= 180 && Math.abs(y) <= 90) {
        box[0] = Math.min(box[0], x);
        box[1] = Math.min(box[1], y);
        box[2] = Math.max(box[2], x);
        box[3] = Math.max(box[3], y);
      }
      return;
    }
    for (const part of value) pageRequest(part, depth + 1);
  };
  for (const { geometry } of entries) pageRequest((geometry as { coordinates?: unknown })?.coordinates, 0);
  return box[0] <= box[2] ? box : null;
}

export function boxOfOutlines(entries: readonly { outline: ReadOutline }[]): Box | null {
  const box: [number, number, number, number] = [180, 90, -180, -90];
  for (const { outline } of entries) if ('shape' in outline) extendByOutline(box, outline.shape);
  return box[0] <= box[2] ? box : null;
}
