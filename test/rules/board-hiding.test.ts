import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type BoardHiding,
  decideBoardHiding,
  decideOwnVisibility,
} from '../../src/domain/rules/board-hiding.ts';
import type { Visibility } from '../../src/domain/rules/settlement-role.ts';

const [earlier, now] = [new Date('2026-05-01'), new Date('2026-05-02')];
const hidden = (widest: Visibility, wanted: Visibility, reason = 'Спор'): BoardHiding => ({
  ...{ widest, wanted, reason },
  at: earlier,
});

describe('what the board hides of somebody’s own', () => {
  const decide = (
    visibility: Visibility,
    hiding: BoardHiding | null,
    to: Visibility,
    reason = 'Спор',
    isReasonNeeded = true,
  ) => decideBoardHiding({ visibility, hiding }, to, { reason, isReasonNeeded }, now);
  const field = (outcome: object) => ('field' in outcome ? outcome.field : null);

  it('is narrowed with a reason, which is asked for where it is needed', () => {
    assert.deepEqual(decide('public', null, 'residents'), {
      ...{ visibility: 'residents', done: 'hidden' },
      hiding: { widest: 'residents', wanted: 'public', reason: 'Спор', at: now },
    });
    assert.equal(field(decide('public', null, 'residents', '')), 'reason');
    assert.equal(field(decide('public', null, 'residents', '', false)), null);
  });

  it('is not hidden from those who do not see it', () => {
    assert.equal(field(decide('residents', null, 'residents')), 'visibility');
  });

  it('never shows more than its author chose', () => {
    assert.deepEqual(decide('residents', null, 'public'), {
      ...{ visibility: 'residents', hiding: null, done: 'shown' },
    });
    const step = decide('private', hidden('private', 'public'), 'residents');
    assert.deepEqual(step, {
      ...{ visibility: 'residents', done: 'shown' },
      hiding: hidden('residents', 'public'),
    });
    assert.deepEqual(decide('private', hidden('private', 'residents'), 'residents'), {
      ...{ visibility: 'residents', hiding: null, done: 'shown' },
    });
    assert.deepEqual(decide('private', hidden('private', 'residents'), 'public'), {
      ...{ visibility: 'residents', hiding: null, done: 'shown' },
    });
  });

  it('is hidden further, and what the author wanted before is kept', () => {
    assert.deepEqual(decide('residents', hidden('residents', 'public'), 'private', 'Ещё'), {
      ...{ visibility: 'private', done: 'hidden' },
      hiding: { widest: 'private', wanted: 'public', reason: 'Ещё', at: now },
    });
    // Narrower than the board asked for, by its author.
    const outcome = decide('private', hidden('settlement', 'private'), 'residents');
    assert.equal('visibility' in outcome && outcome.visibility, 'private');
  });

  it('the same again changes nothing, but a reason that was not given is added', () => {
    const standing = hidden('residents', 'public');
    assert.deepEqual(decide('residents', standing, 'residents', 'Другое'), {
      ...{ visibility: 'residents', hiding: standing, done: null },
    });
    const silent = hidden('residents', 'public', '');
    assert.deepEqual(decide('residents', silent, 'residents', ''), {
      ...{ visibility: 'residents', hiding: silent, done: null },
    });
    assert.deepEqual(decide('residents', silent, 'residents', 'Спор'), {
      ...{ visibility: 'residents', done: 'hidden' },
      hiding: { ...silent, reason: 'Спор', at: now },
    });
  });
});

describe('who sees what the author shows', () => {
  it('is theirs to choose while nothing is hidden', () => {
    assert.deepEqual(decideOwnVisibility({ visibility: 'private', hiding: null }, 'public'), {
      ...{ visibility: 'public', hiding: null, done: null },
    });
  });

  it('goes no further than the board lets it, and is remembered', () => {
    const hiding = hidden('residents', 'public');
    const choose = (to: Visibility) => decideOwnVisibility({ visibility: 'residents', hiding }, to);
    const refused = choose('public');
    assert.match('refusal' in refused ? refused.refusal.ru : '', /«Спор»/);
    assert.deepEqual(choose('private'), {
      ...{ visibility: 'private', done: null },
      hiding: { ...hiding, wanted: 'private' },
    });
    assert.deepEqual(choose('residents'), { visibility: 'residents', hiding, done: null });
  });
});
