import { createHash } from 'node:crypto';
import type { Packed, Ring } from '../rings/pack.ts';
import { outlineOf } from './outline.ts';

/** Users preview a shape a few times before they apply it. */
const mostOutlines = 8;
const known = new Map<string, Ring>();

/**
 * Computes the outline, or returns it from an LRU cache. It depends only on the parcels, so a hash of them is the
 * key.
 */
export function recallOutline(shapes: Packed, centres: Float64Array, members: Uint8Array): Ring {
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
  const outline = known.get(key) ?? outlineOf(shapes, centres, members);
  known.delete(key);
  known.set(key, outline);
  const [oldest] = known.keys();
  if (known.size > mostOutlines && oldest !== undefined) known.delete(oldest);
  return outline;
}
