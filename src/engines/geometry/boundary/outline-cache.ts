import { createHash } from 'node:crypto';
import type { PackedShapes, Ring } from '../rings/packed-shapes.ts';
import { computeOutline } from './outline.ts';

/** Users preview a shape a few times before they apply it. */
const maxCachedOutlines = 8;
const outlineCache = new Map<string, Ring>();

/**
 * Computes the outline, or returns it from an LRU cache. It depends only on the parcels, so a hash of them is the
 * key.
 */
export function computeOutlineCached(shapes: PackedShapes, centres: Float64Array, members: Uint8Array): Ring {
  const hash = createHash('sha256');
  for (const array of [
    shapes.shapeEnds,
    shapes.partEnds,
    shapes.ringEnds,
    shapes.coordinates,
    centres,
    members,
  ]) {
    hash.update(`${array.length},`);
    hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  }
  const key = hash.digest('base64');
  const outline = outlineCache.get(key) ?? computeOutline(shapes, centres, members);
  outlineCache.delete(key);
  outlineCache.set(key, outline);
  const [oldest] = outlineCache.keys();
  if (outlineCache.size > maxCachedOutlines && oldest !== undefined) outlineCache.delete(oldest);
  return outline;
}
