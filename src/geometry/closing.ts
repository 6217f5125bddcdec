import { buffer, difference, drop, enter, type Handle, leave, union } from './geos.ts';
import type { Part } from './pack.ts';
import type { Centres } from './strangers.ts';

/** Neighbours surveyed at different times stand up to half a metre apart on paper only. */
const reach = 0.25;

/**
 * Closes hairline gaps and gives the parts. `partsOf` gives the land of a stranger. Where the closing ran over the
 * centre of a strip that belongs to somebody else, that strip is taken out again; where the members' own land already
 * covers a stranger's centre the parcels overlap, and cutting would take away from a member, so the gate lists it.
 */
export function closeGaps(land: Handle, strangers: Centres, partsOf: (stranger: number) => Part[]): Part[] {
  const wide = buffer(land, reach);
  const closed = buffer(wide, -reach);
  drop(wide);
  const parts = leave(closed);
  const covered = strangers.covered(parts.flat());
  if (covered.length > 0) {
    const own = new Set(strangers.covered(leave(land).flat()));
    const swallowed = covered.filter((i) => !own.has(i));
    if (swallowed.length > 0) {
      const foreign = enter(swallowed.flatMap(partsOf));
      const widened = buffer(foreign, 0);
      const cut = difference(closed, widened);
      const kept = union(cut, land);
      const result = leave(kept);
      drop(closed, foreign, widened, cut, kept);
      return result;
    }
  }
  drop(closed);
  return parts;
}
