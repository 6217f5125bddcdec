import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  checkAddress,
  chooseReportDecider,
  type MessageAddress,
  mayWriteMessage,
  memberKey,
} from '../../src/domain/rules/messaging.ts';

describe('addressing a message', () => {
  const cases: [MessageAddress, string[]][] = [
    [{ conversation: '1' }, []],
    [{ conversation: '1', to: 'board', settlement: 'x' }, ['settlement', 'to']],
    [{ conversation: '1', as_board: true }, ['as_board']],
    [{}, ['to']],
    [{ settlement: 'x' }, ['to']],
    [{ to: 'board', settlement: 'x' }, []],
    [{ to: 'board' }, ['settlement']],
    [{ to: 'board', settlement: 'x', account: '2' }, ['account']],
    [{ to: 'company', company: 'c' }, []],
    [{ to: 'company' }, ['company']],
    [{ to: 'company', company: 'c', settlement: 'x' }, ['settlement']],
    [{ to: 'person', account: '2' }, []],
    [{ to: 'person', account: '2', settlement: 'x' }, []],
    [{ to: 'person', settlement: 'x', parcel: '9' }, []],
    [{ to: 'person', parcel: '9' }, ['settlement']],
    [{ to: 'person', settlement: 'x' }, ['account']],
    [{ to: 'person', settlement: 'x', parcel: '9', account: '2' }, ['account']],
    [{ to: 'person', settlement: 'x', parcel: '9', as_board: true }, ['as_board']],
    [{ to: 'person', account: '2', as_board: true }, ['settlement']],
    [{ to: 'person', account: '2', settlement: 'x', as_board: true }, []],
    [{ to: 'person', account: '2', as_board: false }, []],
  ];
  for (const [address, faults] of cases) {
    it(`${JSON.stringify(address)} → ${faults.join(', ') || 'fits'}`, () => {
      assert.deepEqual(Object.keys(checkAddress(address)).sort(), faults);
    });
  }

  it('gives the same participants the same key, whoever writes first', () => {
    const key = (a: string, b: string) => memberKey({ kind: 'person', accounts: [a, b] });
    assert.equal(key('9', '10'), key('10', '9'));
    assert.notEqual(key('1', '23'), key('12', '3'));
    const plot = (writer: string, members: string[]) =>
      memberKey({ kind: 'plot', parcelId: '5', writer, members });
    assert.equal(plot('1', ['3', '2']), plot('1', ['2', '3']));
    assert.notEqual(
      plot('1', ['2']),
      plot('1', ['2', '3']),
      'new people on a plot do not read what the old ones got',
    );
  });
});

describe('permission to write into a conversation', () => {
  const free = {
    areNeighbours: true,
    isRelated: true,
    isAnswered: true,
    isBlocking: false,
    isBlocked: false,
  } as const;
  const cases: [string, Parameters<typeof mayWriteMessage>[0], boolean][] = [
    ['neighbours', { ...free, kind: 'person', side: 'person' }, true],
    ['no longer neighbours', { ...free, kind: 'person', side: 'person', areNeighbours: false }, false],
    ['a plot answers', { ...free, kind: 'person', side: 'plot' }, true],
    ['blocked', { ...free, kind: 'person', side: 'person', isBlocked: true }, false],
    ['blocking oneself', { ...free, kind: 'person', side: 'person', isBlocking: true }, false],
    ['somebody tied to the board', { ...free, kind: 'board', side: 'person', areNeighbours: false }, true],
    ['somebody who left to the board', { ...free, kind: 'board', side: 'person', isRelated: false }, false],
    ['the board to anybody in its thread', { ...free, kind: 'board', side: 'board', isRelated: false }, true],
    [
      'a stranger to a company',
      { ...free, kind: 'company', side: 'person', areNeighbours: false, isRelated: false },
      true,
    ],
    [
      'to a company that nobody speaks for',
      { ...free, kind: 'company', side: 'person', isAnswered: false },
      false,
    ],
    ['a company that was blocked', { ...free, kind: 'company', side: 'company', isBlocked: true }, false],
  ];
  for (const [name, thread, may] of cases)
    it(name, () => assert.equal(mayWriteMessage(thread) === true, may));
});

describe('who decides a report', () => {
  const cases: [Parameters<typeof chooseReportDecider>[0], string][] = [
    [{ kind: 'person', settlementId: '1', isReview: false, isBoardConcerned: false }, 'board'],
    [{ kind: 'person', settlementId: '1', isReview: false, isBoardConcerned: true }, 'platform'],
    [{ kind: 'board', settlementId: '1', isReview: false, isBoardConcerned: true }, 'platform'],
    [{ kind: 'board', settlementId: '1', isReview: false, isBoardConcerned: false }, 'platform'],
    [{ kind: 'company', settlementId: null, isReview: false, isBoardConcerned: false }, 'platform'],
    [{ kind: 'person', settlementId: '1', isReview: true, isBoardConcerned: false }, 'platform'],
  ];
  for (const [reported, decides] of cases)
    it(`${JSON.stringify(reported)} goes to the ${decides}`, () =>
      assert.equal(chooseReportDecider(reported), decides));
});
