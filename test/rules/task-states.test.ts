import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  checkAddressee,
  listReminderRecipients,
  mayChangeField,
} from '../../src/domain/rules/task-fields.ts';
import { formatLeadTime, parseLeadTime } from '../../src/domain/rules/task-reminder.ts';
import { findNextDueDay, taskRepeats } from '../../src/domain/rules/task-repeats.ts';
import {
  checkTransition,
  isCompanyAlone,
  listNextStatuses,
  listTaskParties,
  mayChangeStatus,
  maySeeTask,
  type TaskAddressee,
  type TaskParty,
  type TaskStatus,
  taskAddressees,
  taskStatuses,
} from '../../src/domain/rules/task-states.ts';

describe('task status changes', () => {
  it('are permitted to exactly these roles', () => {
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
      ['contact', 'open', 'witness', ['done']],
      ['neighbour', 'open', 'author', ['cancelled']],
      ['neighbour', 'open', 'invited', ['in_progress', 'done']],
      ['neighbour', 'open', 'member', []],
      ['neighbour', 'in_progress', 'assignee', ['open', 'done']],
      ['neighbour', 'done', 'author', ['open']],
    ];
    for (const [addressee, from, party, wanted] of rows)
      assert.deepEqual(listNextStatuses(addressee, from, [party]), wanted, `${addressee} ${from} ${party}`);
  });

  it('never lead to the same status or between closed ones, and each is permitted to some role', () => {
    for (const addressee of taskAddressees) {
      for (const from of taskStatuses) {
        assert.notEqual(checkTransition(addressee, from, from), true);
        for (const to of taskStatuses) {
          const anybody = mayChangeStatus(addressee, from, to, [
            'author',
            'assignee',
            'handler',
            'member',
            'invited',
          ]);
          assert.equal(checkTransition(addressee, from, to) === true, anybody === true);
          assert.notEqual(mayChangeStatus(addressee, from, to, []), true, 'an onlooker moves nothing');
        }
      }
      assert.notEqual(checkTransition(addressee, 'done', 'cancelled'), true);
    }
  });
});

describe('roles in a task', () => {
  const task = {
    authorId: '1',
    assigneeIds: ['2', '3'],
    addressee: 'board',
    visibility: 'private',
    acceptedAt: null,
    kind: 'work',
    reportedId: null,
  } as const;
  const who = {
    accountId: '9',
    isEditor: false,
    isModerator: false,
    isRepresentative: false,
    isMember: false,
    isOfParcelAsked: false,
    isAskable: false,
    isParty: false,
  };
  const nobody = { isEditor: false, readsAsBoard: false, isResident: true, isRelated: true };

  it('know an order through the company alone only where nothing else tells of it', () => {
    const order = { addressee: 'company', authorId: '1' } as const;
    const representative = { ...who, isRepresentative: true };
    assert.equal(isCompanyAlone(order, representative), true);
    assert.equal(isCompanyAlone({ ...order, addressee: 'board' }, representative), false);
    assert.equal(isCompanyAlone({ ...order, authorId: '9' }, representative), false);
    assert.equal(isCompanyAlone(order, who), false);
    for (const also of ['isMember', 'isEditor'] as const)
      assert.equal(isCompanyAlone(order, { ...representative, [also]: true }), false, also);
  });

  it('follow from authorship, assignment, addressee and residence', () => {
    assert.deepEqual(listTaskParties(task, { ...who, accountId: '1' }), ['author']);
    assert.deepEqual(listTaskParties(task, { ...who, accountId: '2' }), ['assignee']);
    assert.deepEqual(listTaskParties(task, { ...who, accountId: '3' }), ['assignee'], 'each of several');
    assert.deepEqual(listTaskParties({ ...task, addressee: 'company' }, { ...who, accountId: '2' }), []);
    assert.deepEqual(listTaskParties(task, { ...who, isEditor: true }), ['handler']);
    assert.deepEqual(listTaskParties({ ...task, addressee: 'self' }, { ...who, isEditor: true }), []);
    assert.deepEqual(listTaskParties(task, { ...who, isRepresentative: true }), []);
    assert.deepEqual(listTaskParties({ ...task, addressee: 'company' }, { ...who, isRepresentative: true }), [
      'handler',
    ]);
    assert.deepEqual(listTaskParties(task, { ...who, isMember: true }), ['member']);
  });

  it('of a neighbour’s plot follow acceptance, and end with the membership', () => {
    const offered = { ...task, addressee: 'neighbour', assigneeIds: [] } as const;
    const asked = { ...who, isOfParcelAsked: true, isAskable: true };
    assert.deepEqual(listTaskParties(offered, asked), ['invited']);
    assert.deepEqual(listTaskParties(offered, { ...asked, isAskable: false }), [], 'declined or blocked');
    assert.deepEqual(listTaskParties(offered, { ...asked, accountId: '1' }), ['author']);
    const given = { ...offered, acceptedAt: new Date(0) };
    assert.deepEqual(listTaskParties(given, asked), ['handler'], 'the board’s need no acceptance');
    const taken = { ...given, assigneeIds: ['9'] };
    assert.deepEqual(listTaskParties(taken, asked), ['assignee']);
    assert.deepEqual(listTaskParties(taken, { ...asked, isAskable: false }), ['assignee']);
    assert.deepEqual(listTaskParties(taken, who), [], 'moved away');
    assert.deepEqual(listTaskParties({ ...taken, assigneeIds: ['2'] }, asked), ['member']);
  });

  it('in a report exclude the reporter and the reported from deciding', () => {
    const report = { ...task, kind: 'report', assigneeIds: [], reportedId: '4' } as const;
    const editor = { ...who, isEditor: true };
    assert.deepEqual(listTaskParties(report, editor), ['handler']);
    assert.deepEqual(listTaskParties(report, { ...editor, accountId: '4' }), []);
    assert.deepEqual(listTaskParties(report, { ...editor, accountId: '1' }), ['author']);
    assert.deepEqual(listTaskParties(report, { ...who, isModerator: true }), []);
    const above = { ...report, addressee: 'platform' } as const;
    assert.deepEqual(listTaskParties(above, { ...who, isModerator: true }), ['handler']);
    assert.deepEqual(listTaskParties(above, { ...who, isModerator: true, accountId: '4' }), []);
    assert.deepEqual(listTaskParties(above, editor), []);
  });

  it('lead times of reminders are parsed and formatted', () => {
    const rows: [string, number | null][] = [
      ['1h', 1],
      ['12h', 12],
      ['2d', 48],
      ['30d', 720],
      ['720h', 720],
      ['31d', null],
      ['721h', null],
      ['0d', null],
      ['d', null],
      ['1w', null],
      ['01d', null],
    ];
    for (const [written, hours] of rows) assert.equal(parseLeadTime(written), hours, written);
    for (const hours of [1, 12, 24, 25, 48, 720]) assert.equal(parseLeadTime(formatLeadTime(hours)), hours);
  });

  it('let participants see a task; others see it by its visibility', () => {
    assert.equal(maySeeTask(task, ['member'], nobody), true);
    assert.equal(maySeeTask(task, [], { ...nobody, isEditor: true, readsAsBoard: true }), false);
    assert.equal(maySeeTask({ ...task, visibility: 'residents' }, [], nobody), true);
    assert.equal(
      maySeeTask({ ...task, visibility: 'residents' }, [], { ...nobody, isResident: false }),
      false,
    );
  });

  it('decide who may change which field', () => {
    assert.equal(mayChangeField('board', 'title', ['author']), true);
    assert.notEqual(mayChangeField('board', 'title', ['handler']), true);
    assert.equal(mayChangeField('board', 'assignees', ['handler']), true);
    assert.notEqual(mayChangeField('board', 'assignees', ['author']), true);
    assert.notEqual(mayChangeField('neighbour', 'assignees', ['author', 'handler', 'assignee']), true);
    assert.equal(mayChangeField('self', 'assignees', ['author']), true);
    assert.equal(mayChangeField('self', 'due_on', ['member']), true);
    assert.notEqual(mayChangeField('board', 'due_on', ['member']), true);
    assert.notEqual(mayChangeField('board', 'comment', []), true);
  });

  it('decide who is reminded', () => {
    const due = { authorId: '1', assigneeIds: [], handlerIds: ['5', '6'] };
    assert.deepEqual(listReminderRecipients({ ...due, addressee: 'self' }), ['1']);
    assert.deepEqual(listReminderRecipients({ ...due, addressee: 'contact' }), ['1']);
    assert.deepEqual(listReminderRecipients({ ...due, addressee: 'board' }), ['5', '6']);
    assert.deepEqual(listReminderRecipients({ ...due, addressee: 'company', assigneeIds: ['7', '8'] }), [
      '7',
      '8',
    ]);
  });

  it('restrict reminders to oneself and requests to others', () => {
    assert.notEqual(checkAddressee('reminder', 'board'), true);
    assert.notEqual(checkAddressee('request', 'self'), true);
    assert.equal(checkAddressee('work', 'self'), true);
    assert.equal(checkAddressee('request', 'contact'), true);
  });
});

describe('the next due day of a series', () => {
  it('keeps the day it began on', () => {
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
      assert.equal(findNextDueDay(from, repeats, due, today), wanted, `${from} ${repeats} ${due} ${today}`);
  });

  it('is in the future, and no day of the series is before it', () => {
    const day = fc
      .integer({ min: 0, max: 20_000 })
      .map((days) => new Date(Date.UTC(2000, 0, 1) + days * 86_400_000).toISOString().slice(0, 10));
    fc.assert(
      fc.property(day, fc.constantFrom(...taskRepeats), day, (from, repeats, other) => {
        const [start, today] = from < other ? [from, other] : [other, from];
        const next = findNextDueDay(start, repeats, start, today);
        assert.ok(next > today);
        const longest = { daily: 1, weekly: 7, monthly: 31, yearly: 366 }[repeats];
        assert.ok(Date.parse(next) - Date.parse(today) <= longest * 86_400_000);
      }),
      { numRuns: 500 },
    );
  });
});
