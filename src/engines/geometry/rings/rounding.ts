import {
  buffer,
  convexHull,
  freeHandles,
  fromGeos,
  type Handle,
  isValid,
  snapToGrid,
  toGeos,
} from './geos.ts';
import { type LocalProjection, toDegrees } from './local-projection.ts';
import type { Part, Ring } from './packed-shapes.ts';
import { canonicalizeRing, findLargestPart } from './planar.ts';

const perDegree = 1e8;
const round = (value: number) => Math.round(value * perDegree) / perDegree;

/** Rounds to about a millimetre and drops points that become equal. */
function roundCoordinates(ring: Ring): Ring {
  const out: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const x = round(ring[i] as number);
    const y = round(ring[i + 1] as number);
    if (out.length === 0 || out[out.length - 2] !== x || out[out.length - 1] !== y) out.push(x, y);
  }
  while (out.length > 2 && out[0] === out[out.length - 2] && out[1] === out[out.length - 1]) out.length -= 2;
  return Float64Array.from(out);
}

function isSimple(ring: Ring): boolean {
  if (ring.length < 6) return false;
  const handle = toGeos([[ring]]);
  const valid = isValid(handle);
  freeHandles(handle);
  return valid;
}

/**
 * The shell as one simple ring in rounded degrees. Rounding may make the ring touch itself; then increasingly coarse
 * simplifications are tried. The convex hull at the end always works; wrong memberships are corrected by the lists.
 */
export function roundRing(part: Part, frame: LocalProjection): Ring {
  const shell = part[0] as Ring;
  const direct = roundCoordinates(toDegrees(frame, shell));
  if (isSimple(direct)) return canonicalizeRing(direct);
  for (const attempt of [
    (land: Handle) => land,
    (land: Handle) => applyOpening(land, 0.01),
    (land: Handle) => applyOpening(land, 0.05),
    (land: Handle) => applyOpening(land, 0.25),
    convexHull,
  ]) {
    const [main] = findLargestPart(fromGeos(attempt(toGeos([[shell]]))));
    if (main.length === 0) continue;
    const [snapped] = findLargestPart(
      fromGeos(snapToGrid(toGeos([[toDegrees(frame, main[0] as Ring)]]), 1 / perDegree)),
    );
    if (snapped.length === 0) continue;
    const ring = roundCoordinates(snapped[0] as Ring);
    if (isSimple(ring)) return canonicalizeRing(ring);
  }
  throw new Error('The outline could not be rounded to a simple ring.');
}

function applyOpening(land: Handle, metres: number): Handle {
  return buffer(buffer(land, -metres), metres);
}
