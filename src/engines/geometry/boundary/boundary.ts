import { distanceBetween, ringArea } from '../rings/ellipsoid.ts';
import { ShapeRefusal } from '../rings/geometry-errors.ts';
import { boxOf } from '../rings/local-projection.ts';
import type { PackedShapes, Ring } from '../rings/packed-shapes.ts';
import { createPointLocator } from '../rings/point-in-polygon.ts';
import * as texts from '../rings/refusal-texts.ts';
import { checkExtent, checkLine, refuseTooManyPoints, ringLimits } from '../rings/ring-check.ts';
import type { Box, Position } from '../types.ts';
import { computeOutlineCached } from './outline-cache.ts';

/** Input of the worker thread. Parcels are referred to by their index among the candidates, sorted by id. */
export interface BoundaryTask {
  ring: Position[] | null;
  snap: boolean;
  shapes: PackedShapes;
  centres: Float64Array;
  taken: Uint32Array;
  excluded: Uint32Array;
  settlementBox: Box | null;
}

export interface BoundaryResult {
  ring: Float64Array;
  /** Members whose centre is outside the ring, and other parcels whose centre is inside it. */
  missed: Uint32Array;
  covered: Uint32Array;
  members: Uint32Array;
}

/** Computed outlines may exceed the limit for drawn rings; longer input is refused without comparing. */
const maxOutlinePoints = 200_000;

export function shapeBoundary(task: BoundaryTask): BoundaryResult {
  const { ring: drawn, shapes, centres } = task;
  if (!drawn) {
    const members = selectMembers(null, task);
    return createBoundaryResult(
      checkOutline(computeOutlineCached(shapes, centres, members), 'parcels'),
      members,
      task,
    );
  }
  const clean = checkExtent(drawn, 'ring');
  const count = clean.origin.length;
  if (count > ringLimits.points) {
    // A computed outline of a large settlement exceeds that limit; sent back unchanged, it is accepted.
    const own = count <= maxOutlinePoints ? acceptComputedOutline(clean.ring, task) : null;
    if (!own) throw refuseTooManyPoints(count, 'ring');
    return own;
  }
  checkLine(clean, 'ring');
  refuseFarAway(clean.ring, task.settlementBox);
  const members = selectMembers(clean.ring, task);
  const ring = task.snap ? checkOutline(computeOutlineCached(shapes, centres, members), 'ring') : clean.ring;
  return createBoundaryResult(ring, members, task);
}

function acceptComputedOutline(ring: Ring, task: BoundaryTask): BoundaryResult | null {
  try {
    const members = selectMembers(ring, task);
    const outline = computeOutlineCached(task.shapes, task.centres, members);
    const same = outline.length === ring.length && outline.every((value, i) => value === ring[i]);
    return same ? createBoundaryResult(outline, members, task) : null;
  } catch (error) {
    if (error instanceof ShapeRefusal) return null;
    throw error;
  }
}

/** ((centre in ring) or listed) and not excluded. */
function selectMembers(ring: Ring | null, { centres, taken, excluded }: BoundaryTask): Uint8Array {
  const members = ring ? flagInside(ring, centres) : new Uint8Array(centres.length / 2);
  for (const i of taken) members[i] = 1;
  if (!members.includes(1)) throw new ShapeRefusal('ring', texts.nothingSelected);
  for (const i of excluded) members[i] = 0;
  if (!members.includes(1)) throw new ShapeRefusal('exclude', texts.nothingLeft);
  return members;
}

export function flagInside(ring: Ring, centres: Float64Array): Uint8Array {
  const locate = createPointLocator([ring]);
  const inside = new Uint8Array(centres.length / 2);
  for (let i = 0; i < inside.length; i++) {
    // A centre exactly on the line counts as inside.
    if (locate(centres[2 * i] as number, centres[2 * i + 1] as number) >= 0) inside[i] = 1;
  }
  return inside;
}

/** Recomputes membership from the final ring; deviations go into the `parcels` and `exclude` lists. */
function createBoundaryResult(ring: Ring, members: Uint8Array, { centres }: BoundaryTask): BoundaryResult {
  const inside = flagInside(ring, centres);
  const missed: number[] = [];
  const covered: number[] = [];
  const all: number[] = [];
  members.forEach((member, i) => {
    if (member) all.push(i);
    if (member && !inside[i]) missed.push(i);
    if (!member && inside[i]) covered.push(i);
  });
  return {
    ring,
    missed: Uint32Array.from(missed),
    covered: Uint32Array.from(covered),
    members: Uint32Array.from(all),
  };
}

/** An outline must itself be acceptable as a ring, or it could not be sent back. */
function checkOutline(ring: Ring, field: string): Ring {
  if (Math.abs(ringArea(ring)) < ringLimits.areaM2) throw new ShapeRefusal(field, texts.areaTooSmall);
  const [west, south, east, north] = boxOf(ring);
  const middle = (south + north) / 2;
  const width = distanceBetween(west, middle, east, middle);
  const height = distanceBetween(west, south, west, north);
  if (Math.max(width, height) > ringLimits.boxMetres)
    throw new ShapeRefusal(field, texts.boxTooLarge(width, height));
  return ring;
}

function refuseFarAway(ring: Ring, settlement: Box | null): void {
  if (!settlement) return;
  const box = boxOf(ring);
  const metres = boxGap(box, settlement);
  if (metres <= ringLimits.boxMetres) return;
  const exchanged = boxGap([box[1], box[0], box[3], box[2]], settlement);
  throw new ShapeRefusal('ring', exchanged <= ringLimits.boxMetres ? texts.swapped : texts.farAway(metres), {
    point: [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2],
  });
}

function boxGap(a: Box, b: Box): number {
  const dx = Math.max(0, a[0] - b[2], b[0] - a[2]);
  const dy = Math.max(0, a[1] - b[3], b[1] - a[3]);
  const latitude = Math.max(-90, Math.min(90, (a[1] + a[3] + b[1] + b[3]) / 4));
  return distanceBetween(0, latitude - dy / 2, dx, latitude + dy / 2);
}
