import {
  areaOf,
  buffer,
  createCollection,
  disjointUnion,
  freeHandles,
  type Handle,
  isValid,
  toGeos,
  unaryUnion,
  union,
  unionOnGrid,
} from '../rings/geos.ts';
import { boxOf } from '../rings/local-projection.ts';
import type { Part } from '../rings/packed-shapes.ts';
import { areaOfParts } from '../rings/planar.ts';
import { clusterByCorners } from './clusters.ts';
import { dissolve } from './dissolve.ts';

/** Up to this many parts the robust union is cheaper than trying to dissolve them. */
const smallGroupSize = 4;

/** Square metres by which neighbours of one group may overlap before the robust union is used. */
const maxSliverArea = 1;

/**
 * Union of many parcels. Neighbours in a clean cadastre share their corners, and dissolving shared sides is six times
 * as fast; with overlapping parcels it is silently wrong. So each group of touching parcels is dissolved separately,
 * checked, and halved while the check fails, until only the overlapping ones need the robust union.
 */
export function unionAll(parts: readonly Part[]): Handle {
  const pieces = clusterByCorners(parts).map((group) => unionGroup(group.map((i) => parts[i] as Part)));
  const all = createCollection(pieces);
  const whole = disjointUnion(all);
  if (whole && isValid(whole) && areaOf(whole) >= 0.999 * areaOf(all)) return replaceHandle(all, whole);
  freeHandles(whole);
  return replaceHandle(all, unaryUnion(all));
}

function unionGroup(parts: Part[]): Handle {
  if (parts.length <= smallGroupSize) {
    const whole = toGeos(parts);
    if (parts.length === 1 && isValid(whole)) return whole;
    return replaceHandle(whole, unaryUnion(whole));
  }
  const quick = tryDissolve(parts);
  if (quick) return quick;
  const [left, right] = splitInHalf(parts);
  const a = unionGroup(left);
  const b = unionGroup(right);
  const joined = unionHalves(a, b);
  freeHandles(a, b);
  return joined;
}

/** The halves overlap by slivers at most; a larger loss of area suggests that the overlay dropped a piece. */
function unionHalves(a: Handle, b: Handle): Handle {
  const joined = union(a, b);
  const [first, second] = [areaOf(a), areaOf(b)];
  if (first + second - areaOf(joined) <= 0.01 * Math.min(first, second)) return joined;
  return replaceHandle(joined, unionOnGrid(a, b));
}

/**
 * Dissolves the parts; null where the area shows that it failed. Slivers and corners that touch a side leave
 * self-touching rings, which a zero-width buffer repairs. The loss is bounded by the area check and thinner than the
 * gaps that are closed next.
 */
function tryDissolve(parts: Part[]): Handle | null {
  const outlines = dissolve(parts);
  if (!outlines) return null;
  const quick = toGeos(outlines);
  const sound = isValid(quick);
  const result = sound ? quick : replaceHandle(quick, buffer(quick, 0));
  const sum = areaOfParts(parts);
  const allowed = 1e-9 * sum + (sound ? 1e-3 : maxSliverArea);
  if (Math.abs(sum - areaOf(result)) <= allowed && (sound || isValid(result))) return result;
  freeHandles(result);
  return null;
}

function replaceHandle(old: Handle, by: Handle): Handle {
  freeHandles(old);
  return by;
}

function splitInHalf(parts: Part[]): [Part[], Part[]] {
  const boxes = parts.map((part) => boxOf(part[0] as Float64Array));
  const total = boxes.reduce((a, b) => [
    Math.min(a[0], b[0]),
    Math.min(a[1], b[1]),
    Math.max(a[2], b[2]),
    Math.max(a[3], b[3]),
  ]);
  const axis = total[2] - total[0] >= total[3] - total[1] ? 0 : 1;
  const middle = boxes.map((box) => (axis === 0 ? box[0] + box[2] : box[1] + box[3]));
  const order = parts.map((_, i) => i).sort((a, b) => (middle[a] as number) - (middle[b] as number) || a - b);
  const half = order.length >> 1;
  return [order.slice(0, half).map((i) => parts[i] as Part), order.slice(half).map((i) => parts[i] as Part)];
}
