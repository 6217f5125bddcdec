import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePurpose } from '../../src/domain/rules/building-purpose.ts';
import {
  decideClaim,
  decideConfirmation,
  decideEnding,
  isUncontestedClaim,
  maxPendingClaims,
} from '../../src/domain/rules/residency.ts';

describe('residency rules', () => {
  it('decides a claim', () => {
    const kind = (state: Parameters<typeof decideClaim>[0], waiting: number) => {
      const decision = decideClaim(state, waiting);
      return typeof decision === 'string' ? decision : 'refused';
    };
    assert.equal(kind(undefined, 0), 'new');
    assert.equal(kind('claimed', maxPendingClaims), 'existing');
    assert.equal(kind('confirmed', 0), 'refused');
    assert.equal(kind(undefined, maxPendingClaims), 'refused');
  });

  it('decides a confirmation', () => {
    assert.equal(decideConfirmation('claimed'), 'confirm');
    assert.equal(decideConfirmation('confirmed'), 'set_role');
    assert.equal(typeof decideConfirmation('ended'), 'object');
  });

  it('tells a claim that contradicts nothing', () => {
    const claim = (role: 'owner' | 'family' | null, hasOwner: boolean | null, hasRival: boolean | null) =>
      isUncontestedClaim({ role, hasOwner, hasRival });
    assert.deepEqual([claim('owner', false, false), claim('owner', true, false)], [true, false]);
    assert.deepEqual([claim('owner', false, true), claim('family', false, false)], [false, false]);
    assert.deepEqual([claim('family', true, false), claim('family', null, null)], [true, false]);
  });

  it('decides how a membership ends by its state and by who ends it', () => {
    const cases: [Parameters<typeof decideEnding>, string][] = [
      [['claimed', true, null], 'withdrawn'],
      [['confirmed', true, null], 'left'],
      [['claimed', false, 'because'], 'refused'],
      [['confirmed', false, 'because'], 'ended'],
      [['claimed', false, null], 'reason'],
      [['confirmed', false, ' '], 'reason'],
      [['claimed', false, 'because', 'sold'], 'reason_kind'],
      [['claimed', true, null, 'sold'], 'reason_kind'],
      [['confirmed', false, null, 'sold'], 'ended'],
      [['confirmed', false, null, 'other'], 'reason'],
      [['ended', true, null], 'resident'],
      [['ended', false, 'because'], 'resident'],
    ];
    for (const [given, expected] of cases) {
      const decision = decideEnding(...given);
      assert.equal(typeof decision === 'string' ? decision : decision.field, expected, JSON.stringify(given));
    }
  });
});

describe('readPurpose', () => {
  it('understands the values of registers and maps', () => {
    const cases: [unknown, string][] = [
      ['Жилой дом', 'dwelling'],
      ['house', 'dwelling'],
      ['dwelling', 'dwelling'],
      ['Садовый дом', 'garden_house'],
      ['garden_house', 'garden_house'],
      ['Нежилое здание', 'non_residential'],
      ['non_residential', 'non_residential'],
      ['Гараж', 'garage'],
      ['Хозяйственная постройка', 'outbuilding'],
      ['outbuilding', 'outbuilding'],
      ['Сооружение', 'structure'],
      ['structure', 'structure'],
      ['01', 'unknown'],
      ['', 'unknown'],
      [7, 'unknown'],
    ];
    for (const [given, expected] of cases) assert.equal(parsePurpose(given), expected, String(given));
  });
});
