import type { Segments } from '../rings/segments.ts';

export interface SideGrid {
  /** Calls `visit` for every side at most `width` away from the point. */
  visitNear(x: number, y: number, pageRequest: (side: number) => void): void;
}

/**
 * Spatial hash of sides. Cells are about as large as the mean side, and each side is entered only into the cells it
 * passes. A hash collision only costs one more distance check.
 */
export function createSideGrid(sides: Segments, width: number): SideGrid {
  const cell = Math.max(4 * width, 1e-3, meanLength(sides));
  const { marks, owners, count } = listCellsOfSides(sides, cell, width);
  const size = 1 << Math.ceil(Math.log2(count + 2));
  const starts = new Uint32Array(size + 1);
  for (let i = 0; i < count; i++) {
    const place = ((marks[i] as number) & (size - 1)) + 1;
    starts[place] = (starts[place] as number) + 1;
  }
  for (let i = 0; i < size; i++) starts[i + 1] = (starts[i + 1] as number) + (starts[i] as number);
  const fill = starts.slice(0, size);
  const held = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const place = (marks[i] as number) & (size - 1);
    const at = fill[place] as number;
    held[at] = owners[i] as number;
    fill[place] = at + 1;
  }
  const square = width * width;
  return {
    visitNear(x, y, pageRequest) {
      const place = hashCell(Math.floor(x / cell), Math.floor(y / cell)) & (size - 1);
      const end = starts[place + 1] as number;
      for (let at = starts[place] as number; at < end; at++) {
        const side = held[at] as number;
        if (squaredDistance(sides, 4 * side, x, y) <= square) pageRequest(side);
      }
    },
  };
}

function hashCell(column: number, row: number): number {
  const mixed = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

function meanLength(sides: Segments): number {
  let sum = 0;
  for (let i = 0; i < sides.length; i += 4) {
    const dx = (sides[i + 2] as number) - (sides[i] as number);
    const dy = (sides[i + 3] as number) - (sides[i + 1] as number);
    sum += Math.sqrt(dx * dx + dy * dy);
  }
  return sum / Math.max(1, sides.length / 4);
}

/** Hashes of the cells within `width` of each side, column by column, with the side of each entry. */
function listCellsOfSides(sides: Segments, cell: number, width: number) {
  let marks = new Int32Array(sides.length);
  let owners = new Uint32Array(sides.length);
  let count = 0;
  for (let at = 0; at < sides.length; at += 4) {
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
      const high = Math.floor((Math.max(from, to) + width) / cell);
      for (let row = Math.floor((Math.min(from, to) - width) / cell); row <= high; row++) {
        if (count === marks.length) {
          marks = copyInto(marks, new Int32Array(2 * count));
          owners = copyInto(owners, new Uint32Array(2 * count));
        }
        marks[count] = hashCell(column, row);
        owners[count++] = at / 4;
      }
    }
  }
  return { marks, owners, count };
}

function copyInto<A extends Int32Array | Uint32Array>(old: A, larger: A): A {
  larger.set(old);
  return larger;
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
