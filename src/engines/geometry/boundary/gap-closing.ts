import {
  areaOf,
  buffer,
  difference,
  freeHandles,
  fromGeos,
  type Handle,
  toGeos,
  union,
} from '../rings/geos.ts';
import type { Part } from '../rings/packed-shapes.ts';
import type { Ends } from '../rings/segments.ts';
import type { CentreIndex } from './centre-index.ts';
import { findNarrowGaps, findPinches } from './narrow-gaps.ts';

/** Metres. Parcels surveyed at different times show gaps of up to half a metre that do not exist on the ground. */
const closingDistance = 0.25;

/** Metres. Narrower necks may come apart when coordinates are rounded. */
const minNeckWidth = 0.02;

export interface GapClosingResult {
  parts: Part[];
  pinches: Ends[];
}

/**
 * Closes narrow gaps by buffering out and in. `partsOf` returns the parts of a non-member parcel. Where closing
 * covered a non-member's centre, that parcel is cut out again; where the members' own land already covers it, the
 * parcels overlap, nothing is cut, and the parcel ends up in the exclude list.
 */
export function closeGaps(
  land: Handle,
  strangers: CentreIndex,
  partsOf: (stranger: number) => Part[],
): GapClosingResult {
  const open = fromGeos(land);
  const { narrow, clear } = findNarrowGaps(open, 2 * closingDistance);
  // The cost of a buffer grows faster than linearly, so each group is buffered separately.
  const changed = narrow.flatMap(closeGroup);
  const closed = [...clear, ...changed];
  const covered = strangers.covered(closed.flat());
  if (covered.length === 0) return { parts: closed, pinches: findPinches(changed, minNeckWidth) };
  const own = new Set(strangers.covered(open.flat()));
  const swallowed = covered.filter((i) => !own.has(i));
  if (swallowed.length === 0) return { parts: closed, pinches: findPinches(changed, minNeckWidth) };
  const foreign = toGeos(swallowed.flatMap(partsOf));
  const sound = buffer(foreign, 0);
  const whole = toGeos(closed);
  const cut = difference(whole, sound);
  const kept = union(cut, land);
  const parts = fromGeos(kept);
  freeHandles(foreign, sound, whole, cut, kept);
  return { parts, pinches: findPinches(parts, minNeckWidth) };
}

function closeGroup(parts: Part[]): Part[] {
  const land = toGeos(parts);
  const wide = buffer(land, closingDistance);
  const closed = buffer(wide, -closingDistance);
  // Closing must not lose area, except at the tips of very sharp corners.
  const result = areaOf(closed) >= 0.995 * areaOf(land) ? fromGeos(closed) : parts;
  freeHandles(land, wide, closed);
  return result;
}
