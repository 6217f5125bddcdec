import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '../../src/domain/kernel/refusal.ts';
import { findConflicts, findReplaced, refuseConflicts } from '../../src/domain/rules/edit-conflicts.ts';

describe('fields that somebody else changed meanwhile', () => {
  it('conflict where both changed them, and differently', () => {
    const seen = { title: 'Насос', due: null, tags: ['вода'] };
    const conflicts = (change: object, present: object) =>
      findConflicts(change as Record<string, unknown>, seen, { ...seen, ...present });
    assert.deepEqual(conflicts({ title: 'Помпа' }, {}), [], 'nobody else changed anything');
    assert.deepEqual(conflicts({ title: 'Помпа' }, { due: '2026-12-01' }), [], 'another field');
    assert.deepEqual(conflicts({ title: 'Помпа' }, { title: 'Помпа' }), [], 'the same change');
    assert.deepEqual(conflicts({ title: 'Помпа' }, { title: 'Колодец' }), ['title']);
    assert.deepEqual(conflicts({ due: '2026-12-02' }, { due: '2026-12-01' }), ['due'], 'from nothing');
    assert.deepEqual(conflicts({ title: undefined }, { title: 'Колодец' }), [], 'not written');
    assert.deepEqual(conflicts({ body: 'x' }, { body: 'y' }), [], 'was not said to be seen');
    assert.deepEqual(conflicts({ tags: ['сад'] }, { tags: ['вода', 'забор'] }), ['tags']);
    assert.deepEqual(conflicts({ tags: ['сад'] }, { tags: ['вода'] }), []);
  });

  it('are refused at their place in the form, with what is there now', () => {
    const [change, seen, now] = [{ title: 'Помпа' }, { title: 'Насос' }, { title: 'Колодец' }];
    assert.doesNotThrow(() => refuseConflicts(change, seen, seen));
    assert.throws(
      () => refuseConflicts(change, seen, now, (field) => `task.${field}`),
      (error) => {
        assert.ok(error instanceof Refusal);
        assert.deepEqual(error.details?.now, now);
        assert.match(JSON.stringify(error.fields), /"task\.title"/);
        return true;
      },
    );
  });

  it('are told of when a write replaced what its caller did not name', () => {
    const before = { title: 'Насос', body: '', tags: [], due: '2026-12-01' };
    assert.equal(findReplaced(before, before), null);
    assert.equal(findReplaced(before, { ...before, body: 'Новое', tags: ['вода'] }), null, 'were empty');
    assert.deepEqual(findReplaced(before, { ...before, title: 'Помпа' }), { title: 'Насос' });
    assert.equal(findReplaced(before, { ...before, title: 'Помпа' }, { title: 'Насос' }), null, 'seen');
    assert.deepEqual(findReplaced({ ...before, due: null }, { ...before, due: '2026-12-02' }), null);
    assert.deepEqual(findReplaced(before, { title: 'Насос' }), { due: '2026-12-01' }, 'taken away');
  });
});
