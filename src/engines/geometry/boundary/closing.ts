import { areaOf, buffer, difference, drop, enter, type Handle, leave, union } from '../rings/geos.ts';
import type { Part } from '../rings/pack.ts';
import type { Ends } from '../rings/segments.ts';
import { findNarrows, findPinches } from './narrows.ts';
import type { Centres } from './strangers.ts';

/** Neighbours surveyed at different times stand up to half a metre apart on paper only. */
const reach = 0.25;

/** Land that hangs together by less than this would come apart when coordinates are rounded. */
const thread = 0.02;

export interface Closed {
  parts: Part[];
  pinches: Ends[];
}

/**
 * Closes hairline gaps and gives the parts. `partsOf` gives the land of a stranger. Where the closing ran over the
 * centre of a strip that belongs to somebody else, that strip is taken out again; where the members' own land already
 * covers a stranger's centre the parcels overlap, and cutting would take away from a member, so the gate lists it.
 */
export function closeGaps(land: Handle, strangers: Centres, partsOf: (stranger: number) => Part[]): Closed {
  const open = leave(land);
  const { narrow, clear } = findNarrows(open, 2 * reach);
  // A buffer takes more than twice as long for twice as much, so groups go one by one.
  const changed = narrow.flatMap(closeGroup);
  const closed = [...clear, ...changed];
  const covered = strangers.covered(closed.flat());
  if (covered.length === 0) return { parts: closed, pinches: findPinches(changed, thread) };
  const own = new Set(strangers.covered(open.flat()));
  const swallowed = covered.filter((i) => !own.has(i));
  if (swallowed.length === 0) return { parts: closed, pinches: findPinches(changed, thread) };
  const foreign = enter(swallowed.flatMap(partsOf));
  const sound = buffer(foreign, 0);
  const whole = enter(closed);
  const cut = difference(whole, sound);
  const kept = union(cut, land);
  const parts = leave(kept);
  drop(foreign, sound, whole, cut, kept);
  return { parts, pinches: findPinches(parts, thread) };
}

function closeGroup(parts: Part[]): Part[] {
  const land = enter(parts);
  const wide = buffer(land, reach);
  const closed = buffer(wide, -reach);
  // Closing only adds, but for the tips of the sharpest corners.
  const result = areaOf(closed) >= 0.995 * areaOf(land) ? leave(closed) : parts;
  drop(land, wide, closed);
  return result;
}
