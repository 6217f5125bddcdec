import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decideReachWay, listContactsReachedBy, reachWays } from '../../src/domain/rules/plot-reach.ts';

const nobody = { inApp: false, byEmail: false, hasPeople: false };
const member = { ...nobody, hasPeople: true };

describe('how a plot is reached', () => {
  it('takes the quickest way that somebody there has', () => {
    const mail = { sendsEmail: true };
    assert.equal(decideReachWay({ ...member, inApp: true, byEmail: true }, mail), 'app');
    assert.equal(decideReachWay({ ...member, byEmail: true }, mail), 'letter');
    assert.equal(decideReachWay(member, mail), 'paper');
    assert.equal(decideReachWay(nobody, mail), 'nothing');
  });

  it('takes paper instead of letters that nothing would send', () => {
    assert.equal(decideReachWay({ ...member, byEmail: true }, { sendsEmail: false }), 'paper');
  });

  it('puts every kind of plot under exactly one way', () => {
    for (const sendsEmail of [true, false]) {
      const kinds = reachWays.flatMap((way) => listContactsReachedBy([way], { sendsEmail }));
      assert.equal(kinds.length, 8);
      assert.equal(new Set(kinds.map((kind) => JSON.stringify(kind))).size, 8);
    }
  });
});
