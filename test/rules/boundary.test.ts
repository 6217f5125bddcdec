import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decideMoves, findListError, mayDrawBoundary } from '../../src/domain/rules/boundary.ts';
import { noSettlementRole } from '../../src/domain/rules/settlement-role.ts';

describe('boundary rules', () => {
  it('lets the board and moderators draw', () => {
    assert.equal(mayDrawBoundary({ ...noSettlementRole, isEditor: true }, false), true);
    assert.equal(mayDrawBoundary(noSettlementRole, true), true);
    assert.notEqual(mayDrawBoundary({ ...noSettlementRole, isResident: true, isRelated: true }, false), true);
  });

  it('reports the first list error with its index', () => {
    const known = new Map([
      ['1', { settlementId: null }],
      ['2', { settlementId: 's' }],
      ['3', { settlementId: 'other' }],
    ]);
    const cases: [string[], string[], string | null][] = [
      [[], [], null],
      [['1'], ['2'], null],
      [['1', '9'], [], 'parcels.1'],
      [['1', '2', '1'], [], 'parcels.2'],
      [['3'], [], 'parcels.0'],
      [[], ['3'], 'exclude.0'],
      [[], ['1', '1'], 'exclude.1'],
      [['1'], ['2', '1'], 'exclude.1'],
      [[], ['9'], 'exclude.0'],
    ];
    for (const [parcels, exclude, field] of cases)
      assert.equal(
        findListError({ parcels, exclude }, known, 's')?.field ?? null,
        field,
        `${parcels} / ${exclude}`,
      );
  });

  it('links plots inside and unlinks those outside; a plot without an outline only when listed', () => {
    const own = [
      { id: 'stays', centre: [0, 0] },
      { id: 'goes', centre: [0, 0] },
      { id: 'unplaced', centre: null },
      { id: 'cut', centre: null },
    ];
    assert.deepEqual(decideMoves(own, ['stays', 'comes'], ['cut']), {
      link: ['comes'],
      unlink: ['goes', 'cut'],
    });
    assert.deepEqual(decideMoves(own.slice(0, 1), ['stays'], []), { link: [], unlink: [] });
  });
});
