import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { areAxesSwapped, findLandWarnings, type PlotChange } from '../../src/domain/rules/land-warnings.ts';

const around = [37, 55, 38, 56] as const;
const at = (x: number, y: number, areaM2: number | null = null) => ({ centre: [x, y] as const, areaM2 });
const warningsOf = (change: Partial<PlotChange>) =>
  findLandWarnings({
    was: null,
    will: at(37.5, 55.5),
    plotNumber: '7',
    around,
    isOutlineExpected: true,
    ...change,
  });

describe('warnings of a plot of a file', () => {
  it('say that it lies outside of the surroundings, whose edges belong to them', () => {
    for (const [x, y] of [
      [37, 55.5],
      [38, 55.5],
      [37.5, 55],
      [37.5, 56],
    ] as const)
      assert.deepEqual(warningsOf({ will: at(x, y) }), [], `${x} ${y}`);
    for (const [x, y] of [
      [36.9, 55.5],
      [38.1, 55.5],
      [37.5, 54.9],
      [37.5, 56.1],
    ] as const)
      assert.deepEqual(warningsOf({ will: at(x, y) }), ['outside'], `${x} ${y}`);
    assert.deepEqual(warningsOf({ will: at(55.5, 37.5) }), ['swapped']);
  });

  it('say where nothing is known of the settlement that axes look swapped: in the inhabited north they would not', () => {
    const cases: readonly [number, number, boolean][] = [
      [55.7, 37.6, true],
      [37.6, 55.7, false],
      [41, 30, false],
      [82, 30, false],
      [60, 19, false],
      [60, 41, false],
      [60, 20, true],
    ];
    for (const [x, y, isSwapped] of cases) assert.equal(areAxesSwapped([x, y], null), isSwapped, `${x} ${y}`);
  });

  it('say that it moves more than twenty metres, or that its area differs by more than a tenth', () => {
    const was = at(37.5, 55.5, 1000);
    assert.deepEqual(warningsOf({ was, will: at(37.5, 55.50017, 1100) }), []);
    assert.deepEqual(warningsOf({ was, will: at(37.5, 55.50019, 900) }), ['moved']);
    assert.deepEqual(warningsOf({ was, will: at(37.5, 55.5, 1101) }), ['area']);
    assert.deepEqual(warningsOf({ was, will: at(37.5, 55.5) }), [], 'nothing is known of its area');
  });

  it('say what is wrong about its number, and that an outline is missing where one is expected', () => {
    const bare = { will: { centre: null, areaM2: null } };
    assert.deepEqual(warningsOf({ plotNumber: '—' }), ['number']);
    assert.deepEqual(warningsOf(bare), ['no_outline']);
    assert.deepEqual(warningsOf({ ...bare, isOutlineExpected: false }), []);
    assert.deepEqual(warningsOf({ ...bare, was: at(37.5, 55.5) }), [], 'it keeps the one it has');
  });
});
