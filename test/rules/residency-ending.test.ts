import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isTimeToTakeBack } from '../../src/domain/rules/residency-ending.ts';

it('an ending can be taken back for seven days to the millisecond', () => {
  const endedAt = new Date('2026-11-01T10:00:00Z');
  assert.equal(isTimeToTakeBack(endedAt, new Date('2026-11-08T09:59:59.999Z')), true);
  assert.equal(isTimeToTakeBack(endedAt, new Date('2026-11-08T10:00:00Z')), false);
});
