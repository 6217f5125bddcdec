import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type Cell,
  clipLandToCell,
  extentOfCell,
  packCell,
  parseCell,
  unpackCell,
} from '../../src/engines/geometry/land-cells.ts';
import type { LandDocument } from '../../src/engines/geometry/land-document.ts';

/** Rows of a hundred plots from 37.5, 56.3, each with a house. */
function landOf(count: number): LandDocument {
  const frame = (x: number, y: number, size: number): [number, number][] => [
    [x, y],
    [x + size, y],
    [x + size, y + size],
    [x, y + size],
  ];
  const at = (index: number) =>
    [37.5 + (index % 100) * 0.0004, 56.3 + Math.floor(index / 100) * 0.0004] as const;
  const exact = (points: [number, number][]) =>
    points.map(([x, y]): [number, number] => [Math.round(x * 1e7) / 1e7, Math.round(y * 1e7) / 1e7]);
  return {
    settlement: { id: '1', slug: 'v', name: 'V', dwellingSetbackM: 3, otherSetbackM: 1 },
    boundary: null,
    plots: Array.from({ length: count }, (_, index) => ({
      id: String(1000 + index),
      number: String(index + 1),
      listing: null,
      outline: [[exact(frame(...at(index), 0.0003))]],
    })),
    buildings: Array.from({ length: count }, (_, index) => ({
      plot: index,
      purpose: 'dwelling',
      setbackM: 4,
      outline: [[exact(frame(...at(index), 0.0001))]],
    })),
  };
}

describe('land in cells', () => {
  it('parses canonical cell names only', () => {
    assert.deepEqual(parseCell('6/3750/5630'), { level: 6, x: 3750, y: 5630 });
    assert.deepEqual(
      extentOfCell({ level: 6, x: 3750, y: 5630 }).map((value) => value.toFixed(6)),
      ['37.500000', '56.300000', '37.510000', '56.310000'],
    );
    assert.deepEqual(parseCell('0/-1/0'), { level: 0, x: -1, y: 0 });
    for (const bad of [
      '',
      '6/3750',
      '6/03750/5630',
      '11/1/1',
      '6/18001/0',
      '6/-0/1',
      '6/1.5/1',
      '6/1/1,6/1/2',
      'x',
    ])
      assert.equal(parseCell(bad), null, bad);
  });

  it('contains every plot in the cells it intersects, with its buildings', () => {
    const land = landOf(2000);
    const found = new Map<string, string>();
    for (let x = 3750; x <= 3754; x += 1)
      for (let y = 5630; y <= 5631; y += 1) {
        const cell: Cell = { level: 6, x, y };
        const cut = unpackCell(JSON.parse(JSON.stringify(packCell(clipLandToCell(land, cell, 2000)))));
        assert.equal(cut.leftOut, 0);
        assert.equal(cut.land.buildings.length, cut.land.plots.length);
        for (const { plot, outline } of cut.land.buildings)
          assert.deepEqual(outline[0]?.[0]?.[0], cut.land.plots[plot]?.outline[0]?.[0]?.[0], 'on its plot');
        for (const { id, number } of cut.land.plots) found.set(id, number);
      }
    assert.deepEqual([...found].sort(), land.plots.map(({ id, number }) => [id, number]).sort());
    assert.deepEqual(
      clipLandToCell(land, { level: 6, x: 0, y: 0 }, 2000).land.plots,
      [],
      'nothing elsewhere',
    );
  });

  it('gives the number of plots and blocks instead of too many plots', () => {
    const land = landOf(6000);
    const cell: Cell = { level: 4, x: 937, y: 1407 };
    const { land: none, leftOut, blocks } = unpackCell(packCell(clipLandToCell(land, cell, 500)));
    assert.deepEqual([none.plots, none.buildings], [[], []]);
    assert.ok(leftOut > 500);
    assert.ok(blocks.length > 0 && blocks.length <= 64 * 64);
    const [west, south, east, north] = extentOfCell(cell);
    for (const [left, bottom, right, top] of blocks)
      assert.ok(left >= west - 1e-6 && right <= east + 0.01 && bottom >= south - 1e-6 && top <= north + 0.01);
    const isCovered = ([x, y]: readonly [number, number]) =>
      blocks.some(([left, bottom, right, top]) => x >= left && x <= right && y >= bottom && y <= top);
    const inside = land.plots
      .map(({ outline }) => outline[0]?.[0]?.[0] ?? ([0, 0] as const))
      .map(([x, y]) => [x + 0.00015, y + 0.00015] as const)
      .filter(([x, y]) => x > west && x < east && y > south && y < north);
    assert.ok(inside.length > 500 && inside.every(isCovered), 'each plot lies in a block');
  });
});
