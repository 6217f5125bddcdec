import type { Segments } from './segments.ts';

export interface SideGrid {
  /** Calls for every side at most `width` away from the point. */
  near(x: number, y: number, visit: (side: number) => void): void;
}

/**
 * Sides laid out on squares about as long as they are, each in the squares it passes and no others, so a point meets
 * only what runs by it. Squares are found by a hash: two that share a place only cost a look too many.
 */
export function layOut(sides: Segments, width: number): SideGrid {
  const count = sides.length / 4;
  const cell = Math.max(4 * width, 1e-3, meanLength(sides));
  let entries = 0;
  for (let side = 0; side < count; side++) {
    eachSquare(sides, 4 * side, cell, width, () => {
      entries++;
    });
  }
  const size = 1 << Math.ceil(Math.log2(entries + 2));
  const placeOf = (column: number, row: number) => {
    const mixed = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b);
    return (mixed ^ (mixed >>> 15)) & (size - 1);
  };
  const starts = new Uint32Array(size + 1);
  for (let side = 0; side < count; side++) {
    eachSquare(sides, 4 * side, cell, width, (column, row) => {
      const place = placeOf(column, row) + 1;
      starts[place] = (starts[place] as number) + 1;
    });
  }
  for (let i = 0; i < size; i++) starts[i + 1] = (starts[i + 1] as number) + (starts[i] as number);
  const fill = starts.slice(0, size);
  const held = new Uint32Array(entries);
  for (let side = 0; side < count; side++) {
    eachSquare(sides, 4 * side, cell, width, (column, row) => {
      const place = placeOf(column, row);
      held[fill[place] as number] = side;
      fill[place] = (fill[place] as number) + 1;
    });
  }
  const square = width * width;
  return {
    near(x, y, visit) {
      const place = placeOf(Math.floor(x / cell), Math.floor(y / cell));
      const end = starts[place + 1] as number;
      for (let at = starts[place] as number; at < end; at++) {
        const side = held[at] as number;
        if (squaredDistance(sides, 4 * side, x, y) <= square) visit(side);
      }
    },
  };
}

function meanLength(sides: Segments): number {
  let sum = 0;
  for (let i = 0; i < sides.length; i += 4)
    sum += Math.hypot(
      (sides[i + 2] as number) - (sides[i] as number),
      (sides[i + 3] as number) - (sides[i + 1] as number),
    );
  return sum / Math.max(1, sides.length / 4);
}

/** The squares within `width` of a side, column by column. */
function eachSquare(
  sides: Segments,
  at: number,
  cell: number,
  width: number,
  visit: (column: number, row: number) => void,
): void {
  const ax = sides[at] as number;
  const ay = sides[at + 1] as number;
  const bx = sides[at + 2] as number;
  const by = sides[at + 3] as number;
  const west = Math.min(ax, bx);
  const east = Math.max(ax, bx);
  const slope = east > west ? (by - ay) / (bx - ax) : 0;
  const last = Math.floor((east + width) / cell);
  for (let column = Math.floor((west - width) / cell); column <= last; column++) {
    let from = ay;
    let to = by;
    if (slope !== 0) {
      from = ay + (Math.max(west, column * cell - width) - ax) * slope;
      to = ay + (Math.min(east, (column + 1) * cell + width) - ax) * slope;
    }
    const low = Math.floor((Math.min(from, to) - width) / cell);
    const high = Math.floor((Math.max(from, to) + width) / cell);
    for (let row = low; row <= high; row++) visit(column, row);
  }
}

function squaredDistance(sides: Segments, at: number, x: number, y: number): number {
  const ax = sides[at] as number;
  const ay = sides[at + 1] as number;
  const dx = (sides[at + 2] as number) - ax;
  const dy = (sides[at + 3] as number) - ay;
  const length = dx * dx + dy * dy;
  const along = length > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length)) : 0;
  const gapX = ax + along * dx - x;
  const gapY = ay + along * dy - y;
  return gapX * gapX + gapY * gapY;
}
