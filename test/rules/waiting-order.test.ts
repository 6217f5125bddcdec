import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rankWaiting, reportReasons } from '../../src/domain/rules/waiting-order.ts';

it('danger comes first, then people who wait to get in, then the rest', () => {
  const ranks = reportReasons.map((reason) => [reason, rankWaiting({ kind: 'report', reason })]);
  assert.deepEqual(Object.fromEntries(ranks), { rude: 2, threat: 0, spam: 2, fraud: 2 });
  assert.equal(rankWaiting({ kind: 'claim' }), 1);
  assert.equal(rankWaiting({ kind: 'claim', reason: null }), 1);
  assert.equal(rankWaiting({ kind: 'task', reason: 'threat' }), 2, 'of a report alone');
});
