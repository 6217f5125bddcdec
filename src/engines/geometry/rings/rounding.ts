import { type Frame, toDegrees } from './frame.ts';
import { buffer, convexHull, drop, enter, type Handle, isValid, leave, snapToGrid } from './geos.ts';
import type { Part, Ring } from './pack.ts';
import { canonical, largest } from './planar.ts';

const perDegree = 1e8;
const round = (value: number) => Math.round(value * perDegree) / perDegree;

/** Rounds to about a millimetre and drops points that become equal. */
function rounded(ring: Ring): Ring {
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
  const handle = enter([[ring]]);
  const valid = isValid(handle);
  drop(handle);
  return valid;
}

/**
 * The shell as one simple ring in rounded degrees. Rounding may make the ring touch itself; then increasingly coarse
 * simplifications are tried. The convex hull at the end always works; wrong memberships are corrected by the lists.
 */
export function roundRing(part: Part, frame: Frame): Ring {
  const shell = part[0] as Ring;
  const direct = rounded(toDegrees(frame, shell));
  if (isSimple(direct)) return canonical(direct);
  for (const attempt of [
    (land: Handle) => land,
    (land: Handle) => opened(land, 0.01),
    (land: Handle) => opened(land, 0.05),
    (land: Handle) => opened(land, 0.25),
    convexHull,
  ]) {
    const [main] = largest(leave(attempt(enter([[shell]]))));
    if (main.length === 0) continue;
    const [snapped] = largest(leave(snapToGrid(enter([[toDegrees(frame, main[0] as Ring)]]), 1 / perDegree)));
    if (snapped.length === 0) continue;
    const ring = rounded(snapped[0] as Ring);
    if (isSimple(ring)) return canonical(ring);
  }
  throw new Error('The outline could not be rounded to a simple ring.');
}

function opened(land: Handle, metres: number): Handle {
  return buffer(buffer(land, -metres), metres);
}
