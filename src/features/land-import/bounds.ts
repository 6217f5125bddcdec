import type { Box, Position } from '../../engines/geometry/types.ts';

/** What a settlement's own board may touch: its land and what is nobody's around it. */
export interface Bounds {
  readonly settlementId: string;
  /** Where its plots are; null while none has an outline. */
  readonly around: Box | null;
}

const metresPerDegree = 111_195;
/** How far land may lie from the plots there are. */
export const reachM = 5_000;
/** Where there are none yet, the file's first outline says where the settlement is. */
const firstReachM = 20_000;

/** Whether a place is near enough, one after the other. Everything is where nothing bounds it. */
export function createFence(bounds: Bounds | undefined): (place: Position) => boolean {
  let box = bounds?.around ? grow(bounds.around, reachM) : null;
  return ([x, y]) => {
    if (bounds === undefined) return true;
    box ??= grow([x, y, x, y], firstReachM);
    return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
  };
}

function grow([west, south, east, north]: Box, metres: number): Box {
  const high = metres / metresPerDegree;
  const wide = high / Math.max(0.01, Math.cos((((south + north) / 2) * Math.PI) / 180));
  return [west - wide, south - high, east + wide, north + high];
}
