import Flatbush from 'flatbush';
import { boxOf } from '../rings/local-projection.ts';
import type { Part, Ring } from '../rings/packed-shapes.ts';
import { createPointLocator } from '../rings/point-in-polygon.ts';
import type { CentreIndex } from './centre-index.ts';

/** Fills every hole that contains no non-member's centre, such as a road or a pond inside the settlement. */
export function fillHoles(parts: readonly Part[], strangers: CentreIndex): Part[] {
  const filled: Ring[] = [];
  const left = parts.map((part) =>
    part.filter((ring, i) => {
      if (i === 0 || strangers.inside(ring).length > 0) return true;
      filled.push(ring);
      return false;
    }),
  );
  return filled.length === 0 ? left : dropEnclosedParts(left, filled);
}

/** Removes parts that lie inside a filled hole. */
function dropEnclosedParts(parts: readonly Part[], filled: readonly Ring[]): Part[] {
  const index = new Flatbush(filled.length);
  for (const ring of filled) index.add(...boxOf(ring));
  index.finish();
  return parts.filter((part) => {
    const shell = part[0] as Ring;
    const [west, south, east, north] = boxOf(shell);
    const around = index.search(west, south, east, north, (_i, x0, y0, x1, y1) => {
      return x0 <= west && y0 <= south && x1 >= east && y1 >= north;
    });
    return !around.some((i) => encloses(filled[i] as Ring, shell));
  });
}

/** Parts may touch a hole's edge but not cross it, so the first corner off the edge decides. */
function encloses(hole: Ring, shell: Ring): boolean {
  const locate = createPointLocator([hole]);
  for (let i = 0; i < shell.length; i += 2) {
    const side = locate(shell[i] as number, shell[i + 1] as number);
    if (side !== 0) return side > 0;
  }
  return false;
}
