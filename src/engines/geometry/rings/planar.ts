import type { Part, Ring } from './packed-shapes.ts';

/** Signed area in the units of the coordinates, positive counter-clockwise. */
export function planarArea(ring: Ring): number {
  const x0 = ring[0] as number;
  const y0 = ring[1] as number;
  let twice = 0;
  for (let i = 2; i + 3 < ring.length; i += 2) {
    const ax = (ring[i] as number) - x0;
    const ay = (ring[i + 1] as number) - y0;
    const bx = (ring[i + 2] as number) - x0;
    const by = (ring[i + 3] as number) - y0;
    twice += ax * by - bx * ay;
  }
  return twice / 2;
}

export function reverseRing(ring: Ring): Ring {
  const out = new Float64Array(ring.length);
  for (let i = 0; i < ring.length; i += 2) {
    out[i] = ring[ring.length - 2 - i] as number;
    out[i + 1] = ring[ring.length - 1 - i] as number;
  }
  return out;
}

/** Area of shells minus holes, whatever their orientation. */
export function areaOfParts(parts: readonly Part[]): number {
  let sum = 0;
  for (const part of parts)
    for (let i = 0; i < part.length; i++) sum += Math.abs(planarArea(part[i] as Ring)) * (i === 0 ? 1 : -1);
  return sum;
}

/** Counter-clockwise from the westernmost, then southernmost point, so that equal outlines compare equal. */
export function canonicalizeRing(ring: Ring): Ring {
  const turned = planarArea(ring) < 0 ? reverseRing(ring) : ring;
  let first = 0;
  for (let i = 2; i < turned.length; i += 2) {
    const dx = (turned[i] as number) - (turned[first] as number);
    if (dx < 0 || (dx === 0 && (turned[i + 1] as number) < (turned[first + 1] as number))) first = i;
  }
  const out = new Float64Array(turned.length);
  out.set(turned.subarray(first), 0);
  out.set(turned.subarray(0, first), turned.length - first);
  return out;
}

/** The part with the largest shell, and the summed shell area of all others. */
export function findLargestPart(parts: readonly Part[]): [Part, number] {
  let main: Part = [];
  let mainArea = -1;
  let total = 0;
  for (const part of parts) {
    const area = Math.abs(planarArea(part[0] as Ring));
    total += area;
    if (area > mainArea) {
      main = part;
      mainArea = area;
    }
  }
  return [main, total - Math.max(0, mainArea)];
}
