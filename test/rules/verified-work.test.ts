import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  findDoneSides,
  findMissingSides,
  markDone,
  noDoneMarks,
} from '../../src/domain/rules/verified-work.ts';

const [earlier, now] = [new Date('2026-05-01'), new Date('2026-05-02')];

describe('work that is confirmed by both sides', () => {
  const sides = (
    addressee: 'company' | 'board' | 'contact',
    accountId: string,
    { isEditor = false, isRepresentative = false } = {},
  ) => findDoneSides({ addressee, authorId: 'author' }, { accountId, isEditor, isRepresentative });

  it('nobody confirms for both', () => {
    assert.deepEqual(sides('company', 'author'), ['author']);
    assert.deepEqual(sides('company', 'author', { isRepresentative: true }), []);
    assert.deepEqual(sides('board', 'author', { isRepresentative: true }), ['author']);
    assert.deepEqual(sides('company', 'author', { isEditor: true }), ['author']);
  });

  it('others speak for the company that was asked and for the board', () => {
    assert.deepEqual(sides('company', 'other'), []);
    assert.deepEqual(sides('company', 'other', { isRepresentative: true }), ['doer']);
    assert.deepEqual(sides('contact', 'other', { isRepresentative: true }), []);
    assert.deepEqual(sides('contact', 'other', { isEditor: true }), ['board']);
    assert.deepEqual(sides('company', 'other', { isEditor: true, isRepresentative: true }), [
      'doer',
      'board',
    ]);
  });

  it('lacks who may confirm it and has not, once it is done', () => {
    const task = { ...noDoneMarks, addressee: 'company', status: 'done' } as const;
    const all = ['doer', 'author', 'board'] as const;
    assert.deepEqual(findMissingSides(task, all), ['doer', 'author']);
    assert.deepEqual(findMissingSides({ ...task, doneByDoerAt: now }, all), ['author']);
    assert.deepEqual(findMissingSides(task, ['author']), ['author']);
    assert.deepEqual(findMissingSides({ ...task, addressee: 'contact' }, all), ['board']);
    assert.deepEqual(findMissingSides({ ...task, addressee: 'neighbour' }, all), []);
    assert.deepEqual(findMissingSides({ ...task, status: 'open' }, all), []);
  });

  it('keeps the first day of each side', () => {
    const marks = { ...noDoneMarks, doneByDoerAt: earlier };
    assert.deepEqual(markDone(marks, ['doer', 'author'], now), {
      ...{ doneByDoerAt: earlier, doneByAuthorAt: now, doneByBoardAt: null },
    });
    assert.deepEqual(marks, { ...noDoneMarks, doneByDoerAt: earlier }, 'and changes nothing given');
  });
});
