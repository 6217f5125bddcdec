import type { Box, Position } from '../../engines/geometry/types.ts';

/** Area that a settlement's board may edit: its land and unclaimed land around it. */
export interface ImportBounds {
  readonly settlementId: string;
  /** Bounding box of its plots; null while none has an outline. */
  readonly around: Box | null;
}

const metresPerDegree = 111_195;
/** Maximum distance of new land from existing plots. */
export const maxDistanceM = 5_000;
/** Without existing plots, maximum distance from the first outline of the file. */
const maxFirstDistanceM = 20_000;

/**
 * Returns a test whether a position is within bounds. It is stateful: without plots the first position sets the box.
 * Without bounds all positions pass.
 */
export function createBoundsCheck(bounds: ImportBounds | undefined): (place: Position) => boolean {
  let box = bounds?.around ? expandBox(bounds.around, maxDistanceM) : null;
  return ([x, y]) => {
    if (bounds === undefined) return true;
    box ??= expandBox([x, y, x, y], maxFirstDistanceM);
    return x >= box[0] && x <= box[2] && y >= box[1] && y <= box[3];
  };
}

/** New plots further away from the existing ones get a warning. */
const surroundingsM = 1_000;

export const findSurroundings = (around: Box | null): Box | null =>
  around === null ? null : expandBox(around, surroundingsM);

function expandBox([west, south, east, north]: Box, metres: number): Box {
  const high = metres / metresPerDegree;
  const wide = high / Math.max(0.01, Math.cos((((south + north) / 2) * Math.PI) / 180));
  return [west - wide, south - high, east + wide, north + high];
}
