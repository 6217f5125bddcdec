import type { Extent } from './extent.ts';

/**
 * Rectangles of grid squares that contain plots, for maps with too many plots to draw. `squares` along the longer
 * side bound the size of the result, however many plots there are.
 */
export function findBlocks(extents: Iterable<Extent>, within: Extent, squares = 96): Extent[] {
  const [west, south, east, north] = within;
  const narrowing = Math.max(Math.cos((((south + north) / 2) * Math.PI) / 180), 0.01);
  const up = Math.max((east - west) * narrowing, north - south) / squares;
  const aside = up / narrowing;
  const columns = Math.max(1, Math.ceil((east - west) / aside - 1e-9));
  const rows = Math.max(1, Math.ceil((north - south) / up - 1e-9));
  const taken = new Uint8Array(columns * rows);
  const column = (x: number) => Math.min(Math.max(Math.floor((x - west) / aside), 0), columns - 1);
  const row = (y: number) => Math.min(Math.max(Math.floor((y - south) / up), 0), rows - 1);
  for (const [left, bottom, right, top] of extents) {
    if (right < west || left > east || top < south || bottom > north) continue;
    // A plot smaller than a square counts only where its middle is, so that lanes between plots stay empty.
    const isWide = right - left > aside;
    const isHigh = top - bottom > up;
    const [x, y] = [(left + right) / 2, (bottom + top) / 2];
    for (let at = row(isHigh ? bottom : y); at <= row(isHigh ? top : y); at += 1)
      taken.fill(1, at * columns + column(isWide ? left : x), at * columns + column(isWide ? right : x) + 1);
  }
  return mergeSquares(taken, columns, rows).map(([x1, y1, x2, y2]) => [
    west + x1 * aside,
    south + y1 * up,
    west + x2 * aside,
    south + y2 * up,
  ]);
}

/** Merges runs within a row, then runs of consecutive rows with the same start and end. */
function mergeSquares(taken: Uint8Array, columns: number, rows: number): [number, number, number, number][] {
  const done: [number, number, number, number][] = [];
  let open = new Map<number, [number, number, number, number]>();
  for (let row = 0; row < rows; row += 1) {
    const next = new Map<number, [number, number, number, number]>();
    for (let from = 0; from < columns; from += 1) {
      if (!taken[row * columns + from]) continue;
      let to = from;
      while (to < columns && taken[row * columns + to]) to += 1;
      const block = open.get(from * columns + to) ?? [from, row, to, row];
      block[3] = row + 1;
      if (block[1] === row) done.push(block);
      next.set(from * columns + to, block);
      from = to;
    }
    open = next;
  }
  return done;
}
