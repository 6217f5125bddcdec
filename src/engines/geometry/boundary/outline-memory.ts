import { createHash } from 'node:crypto';
import type { Packed, Ring } from '../rings/pack.ts';
import { outlineOf } from './outline.ts';

/** Whoever draws looks at the shape first and then applies it, perhaps after two or three tries. */
const mostOutlines = 8;
const known = new Map<string, Ring>();

/**
 * The outline of these members, from memory when it was made a moment ago. It is a function of the land and of nothing
 * else, so the land itself, digested, is the key: whatever changes about a parcel makes another one.
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
