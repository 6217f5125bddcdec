import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mayInviteToBoard } from '../../src/domain/rules/board.ts';

it('twenty invitations to a board wait at once, and three letters a day go to one address', () => {
  assert.equal(mayInviteToBoard({ ofSettlement: 19, toAddress: 2 }), true);
  assert.notEqual(mayInviteToBoard({ ofSettlement: 20, toAddress: 0 }), true);
  assert.notEqual(mayInviteToBoard({ ofSettlement: 0, toAddress: 3 }), true);
});
