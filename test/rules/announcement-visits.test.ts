import assert from 'node:assert/strict';
import { it } from 'node:test';
import { decideVisit } from '../../src/domain/rules/announcement-visits.ts';

it('a tick of the door list: who was told stays told, and only what its sender saw is taken back', () => {
  const at = new Date('2026-11-01T10:00:00Z');
  const [told, nobody] = [{ outcome: 'told', at } as const, { outcome: 'nobody', at } as const];
  assert.equal(decideVisit(undefined, { outcome: 'nobody' }), 'save');
  assert.equal(decideVisit(nobody, { outcome: 'told' }), 'save');
  assert.equal(decideVisit(told, { outcome: 'nobody' }), 'keep');
  assert.equal(decideVisit(told, { outcome: 'told' }), 'keep');
  assert.equal(decideVisit(told, { takesBack: new Date(at) }), 'delete');
  assert.equal(decideVisit(told, { takesBack: new Date(at.getTime() - 1) }), 'keep', 'somebody ticked since');
  assert.equal(decideVisit(undefined, { takesBack: at }), 'keep');
});
