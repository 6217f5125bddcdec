import { freeHandles } from '../rings/geos.ts';
import { boxOf, createProjectionForBox, type LocalProjection, toMetres } from '../rings/local-projection.ts';
import {
  coordinatesBetween,
  type PackedShapes,
  type Part,
  partsAt,
  type Ring,
} from '../rings/packed-shapes.ts';
import { findLargestPart } from '../rings/planar.ts';
import { roundRing } from '../rings/rounding.ts';
import type { Box } from '../types.ts';
import { indexCentres } from './centre-index.ts';
import { joinBlocks } from './corridors.ts';
import { closeGaps } from './gap-closing.ts';
import { fillHoles } from './hole-filling.ts';
import { cutKeyholes } from './keyholes.ts';
import { unionAll } from './union.ts';

/**
 * One simple ring around the members, in degrees. It depends only on the members and the parcels near them, not on
 * the drawn line, so shaping the result again gives the same ring.
 */
export function computeOutline(shapes: PackedShapes, centres: Float64Array, members: Uint8Array): Ring {
  const box = boxOfMembers(shapes, members);
  const frame = createProjectionForBox(box);
  // Converted as one array: thousands of small allocations would cost more than the arithmetic.
  const metric: PackedShapes = { ...shapes, coordinates: toMetres(frame, shapes.coordinates) };
  const land: Part[] = [];
  for (let i = 0; i < members.length; i++) if (members[i]) land.push(...partsAt(metric, i));
  const strangerIds = listNonMembersIn(box, frame, centres, members);
  const strangers = indexCentres(projectCentres(strangerIds, centres, frame));

  const whole = unionAll(land);
  const { parts, pinches } = closeGaps(whole, strangers, (i) => partsAt(metric, strangerIds[i] as number));
  freeHandles(whole);
  const joined = joinBlocks(fillHoles(parts, strangers), pinches, strangers);
  const [main] = findLargestPart(fillHoles(joined, strangers));
  if (main.length === 1) return roundRing(main, frame);
  const own = indexCentres(projectCentres(listMemberIndices(members), centres, frame));
  return roundRing(cutKeyholes(main, own), frame);
}

function boxOfMembers(shapes: PackedShapes, members: Uint8Array): Box {
  // Consecutive members are contiguous in the coordinate array.
  let box: Box = boxOf(new Float64Array());
  for (let from = 0; from < members.length; from++) {
    if (!members[from]) continue;
    let to = from;
    while (to + 1 < members.length && members[to + 1]) to++;
    box = boxOf(coordinatesBetween(shapes, from, to), box);
    from = to;
  }
  return box;
}

function listMemberIndices(members: Uint8Array): number[] {
  const out: number[] = [];
  members.forEach((taken, i) => {
    if (taken) out.push(i);
  });
  return out;
}

/** Only non-members in the members' own box; passing more candidates must not change the outline. */
function listNonMembersIn(
  box: Box,
  frame: LocalProjection,
  centres: Float64Array,
  members: Uint8Array,
): number[] {
  const marginX = 1 / frame.metresX;
  const marginY = 1 / frame.metresY;
  const out: number[] = [];
  for (let i = 0; i < members.length; i++) {
    const x = centres[2 * i] as number;
    const y = centres[2 * i + 1] as number;
    const near =
      x >= box[0] - marginX && x <= box[2] + marginX && y >= box[1] - marginY && y <= box[3] + marginY;
    if (!members[i] && near) out.push(i);
  }
  return out;
}

function projectCentres(ids: readonly number[], centres: Float64Array, frame: LocalProjection): Float64Array {
  const degrees = new Float64Array(ids.length * 2);
  ids.forEach((id, i) => {
    degrees[2 * i] = centres[2 * id] as number;
    degrees[2 * i + 1] = centres[2 * id + 1] as number;
  });
  return toMetres(frame, degrees);
}
