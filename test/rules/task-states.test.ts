import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nextDue, taskRepeats } from '../../src/rules/task-repeats.ts';
import {
  checkAddressee,
  checkMove,
  mayChangeField,
  mayMove,
  maySeeTask,
  nextStatuses,
  partiesOf,
  type TaskAddressee,
  type TaskParty,
  type TaskStatus,
  taskAddressees,
  taskStatuses,
  whoIsReminded,
} from '../../src/rules/task-states.ts';

describe('statuses of a task', () => {
  it('are moved by exactly these', () => {
    const rows: [TaskAddressee, TaskStatus, TaskParty, TaskStatus[]][] = [
      ['self', 'open', 'author', ['in_progress', 'done', 'cancelled']],
      ['self', 'open', 'member', ['in_progress', 'done']],
      ['self', 'done', 'member', ['open']],
      ['self', 'cancelled', 'member', []],
      ['board', 'open', 'author', ['cancelled']],
      ['board', 'open', 'handler', ['in_progress', 'done', 'cancelled']],
      ['board', 'in_progress', 'assignee', ['open', 'done']],
      ['board', 'done', 'author', ['open']],
      ['board', 'done', 'assignee', []],
      ['board', 'open', 'member', []],
      ['company', 'open', 'author', ['cancelled']],
      ['company', 'in_progress', 'author', ['done', 'cancelled']],
      ['company', 'open', 'handler', ['in_progress', 'done', 'cancelled']],
      ['contact', 'open', 'author', ['in_progress', 'done', 'cancelled']],
      ['contact', 'open', 'member', []],
    ];
    for (const [addressee, from, party, wanted] of rows)
      assert.deepEqual(nextStatuses(addressee, from, [party]), wanted, `${addressee} ${from} ${party}`);
  });

  it('have no move to themselves nor between the two closed ones, and somebody for every move there is', () => {
    for (const addressee of taskAddressees) {
      for (const from of taskStatuses) {
        assert.notEqual(checkMove(addressee, from, from), true);
        for (const to of taskStatuses) {
          const anybody = mayMove(addressee, from, to, ['author', 'assignee', 'handler', 'member']);
          assert.equal(checkMove(addressee, from, to) === true, anybody === true);
          assert.notEqual(mayMove(addressee, from, to, []), true, 'an onlooker moves nothing');
        }
      }
      assert.notEqual(checkMove(addressee, 'done', 'cancelled'), true);
    }
  });
});

describe('parts in a task', () => {
  const task = { authorId: '1', assigneeId: '2', addressee: 'board', visibility: 'private' } as const;
  const who = { accountId: '9', isEditor: false, isRepresentative: false, isMember: false };
  const nobody = { isEditor: false, isResident: true, isTied: true };

  it('come from writing, having, answering for and living there', () => {
    assert.deepEqual(partiesOf(task, { ...who, accountId: '1' }), ['author']);
    assert.deepEqual(partiesOf(task, { ...who, accountId: '2' }), ['assignee']);
    assert.deepEqual(partiesOf(task, { ...who, isEditor: true }), ['handler']);
    assert.deepEqual(partiesOf({ ...task, addressee: 'self' }, { ...who, isEditor: true }), []);
    assert.deepEqual(partiesOf(task, { ...who, isRepresentative: true }), []);
    assert.deepEqual(partiesOf({ ...task, addressee: 'company' }, { ...who, isRepresentative: true }), [
      'handler',
    ]);
    assert.deepEqual(partiesOf(task, { ...who, isMember: true }), ['member']);
  });

  it('let it be seen; others see it by its visibility, and a private one not at all', () => {
    assert.equal(maySeeTask(task, ['member'], nobody), true);
    assert.equal(maySeeTask(task, [], { ...nobody, isEditor: true }), false);
    assert.equal(maySeeTask({ ...task, visibility: 'residents' }, [], nobody), true);
    assert.equal(
      maySeeTask({ ...task, visibility: 'residents' }, [], { ...nobody, isResident: false }),
      false,
    );
  });

  it('say who changes what', () => {
    assert.equal(mayChangeField('board', 'title', ['author']), true);
    assert.notEqual(mayChangeField('board', 'title', ['handler']), true);
    assert.equal(mayChangeField('board', 'assignee_id', ['handler']), true);
    assert.notEqual(mayChangeField('board', 'assignee_id', ['author']), true);
    assert.equal(mayChangeField('self', 'assignee_id', ['author']), true);
    assert.equal(mayChangeField('self', 'due_on', ['member']), true);
    assert.notEqual(mayChangeField('board', 'due_on', ['member']), true);
    assert.notEqual(mayChangeField('board', 'comment', []), true);
  });

  it('say who is reminded', () => {
    const due = { authorId: '1', assigneeId: null, handlerIds: ['5', '6'] };
    assert.deepEqual(whoIsReminded({ ...due, addressee: 'self' }), ['1']);
    assert.deepEqual(whoIsReminded({ ...due, addressee: 'contact' }), ['1']);
    assert.deepEqual(whoIsReminded({ ...due, addressee: 'board' }), ['5', '6']);
    assert.deepEqual(whoIsReminded({ ...due, addressee: 'company', assigneeId: '7' }), ['7']);
  });

  it('keep reminders to oneself and requests to others', () => {
    assert.notEqual(checkAddressee('reminder', 'board'), true);
    assert.notEqual(checkAddressee('request', 'self'), true);
    assert.equal(checkAddressee('work', 'self'), true);
    assert.equal(checkAddressee('request', 'contact'), true);
  });
});

describe('the next day of a series', () => {
  it('keeps to the day it began on', () => {
    const rows: [string, (typeof taskRepeats)[number], string, string, string][] = [
      ['2026-01-05', 'daily', '2026-01-05', '2026-01-05', '2026-01-06'],
      ['2026-01-05', 'weekly', '2026-01-05', '2026-01-05', '2026-01-12'],
      ['2026-01-05', 'weekly', '2026-01-12', '2026-02-03', '2026-02-09'],
      ['2026-01-05', 'weekly', '2026-01-12', '2026-01-06', '2026-01-19'],
      ['2026-01-31', 'monthly', '2026-01-31', '2026-01-31', '2026-02-28'],
      ['2026-01-31', 'monthly', '2026-02-28', '2026-02-28', '2026-03-31'],
      ['2024-02-29', 'yearly', '2024-02-29', '2024-03-01', '2025-02-28'],
      ['2024-02-29', 'yearly', '2027-02-28', '2027-03-01', '2028-02-29'],
      ['2026-12-31', 'monthly', '2026-12-31', '2026-12-31', '2027-01-31'],
    ];
    for (const [from, repeats, due, today, wanted] of rows)
      assert.equal(nextDue(from, repeats, due, today), wanted, `${from} ${repeats} ${due} ${today}`);
  });

  it('always lies ahead, and nothing of the series lies between', () => {
    const day = fc
      .integer({ min: 0, max: 20_000 })
      .map((days) => new Date(Date.UTC(2000, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.constantFrom(...taskRepeats), day, (from, repeats, other) => {
        const [start, today] = from < other ? [from, other] : [other, from];
        const next = nextDue(start, repeats, start, today);
        assert.ok(next > today);
        const longest = { daily: 1, weekly: 7, monthly: 31, yearly: 366 }[repeats];
        assert.ok(Date.parse(next) - Date.parse(today) <= longest * 86_400_000);
      }),
      { numRuns: 500 },
    );
  });
});
