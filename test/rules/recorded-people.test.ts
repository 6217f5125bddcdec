import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { decideJoining, isSamePerson, type Joining } from '../../src/domain/rules/recorded-people.ts';
import { decideCode } from '../../src/domain/rules/residency.ts';

const [early, late] = [new Date('2026-01-01'), new Date('2026-02-01')];
const byAddress = (more: Partial<Extract<Joining, { by: 'address' }>> = {}): Joining => ({
  by: 'address',
  recordedAt: early,
  hasOwner: false,
  isRecorded: false,
  endedAt: null,
  ...more,
});

describe('joining an account to a recorded person', () => {
  const open = { isOver: false, isJoined: false };
  const cases: [string, Joining, Parameters<typeof decideJoining>[1], ReturnType<typeof decideJoining>][] = [
    ['by a code made for them', { by: 'code' }, open, 'join'],
    ['by a code, when another account came first', { by: 'code' }, { ...open, isJoined: true }, 'no'],
    ['by a code, after they left', { by: 'code' }, { ...open, isOver: true }, 'no'],
    ['by the editor’s hand', { by: 'editor' }, open, 'join'],
    ['by the editor’s hand, when it is joined', { by: 'editor' }, { ...open, isJoined: true }, 'no'],
    ['by the editor’s hand, after they left', { by: 'editor' }, { ...open, isOver: true }, 'no'],
    ['by the recorded address', byAddress(), open, 'join'],
    ['by an address recorded now', byAddress({ recordedAt: null, endedAt: late }), open, 'join'],
    ['by an address where the plot has an owner', byAddress({ hasOwner: true }), open, 'wait'],
    ['by an address of a member', byAddress({ isRecorded: true }), open, 'no'],
    ['by an address, after being let go', byAddress({ endedAt: late }), open, 'no'],
    [
      'by an address recorded after being let go',
      byAddress({ recordedAt: late, endedAt: early }),
      open,
      'join',
    ],
    ['by an address that is joined', byAddress(), { ...open, isJoined: true }, 'no'],
    ['by an address of who left', byAddress(), { ...open, isOver: true }, 'no'],
    [
      'by the address of who left, with an owner',
      byAddress({ hasOwner: true }),
      { ...open, isOver: true },
      'no',
    ],
  ];
  for (const [name, joining, record, expected] of cases)
    it(`${name}: ${expected}`, () => assert.equal(decideJoining(joining, record), expected));
});

describe('a code of the board', () => {
  const plain = { role: null, isVouched: true };
  const made = (role: 'owner' | 'tenant', more = {}) => ({
    ...plain,
    record: { role, isOver: false, isJoined: false, ...more },
  });
  const cases: [string, Parameters<typeof decideCode>, unknown][] = [
    ['for a household: an owner where none has an account', [plain, 'owner', false], 'owner'],
    ['for a household: a second owner waits', [plain, 'owner', true], null],
    ['for a household: family at once', [plain, 'family', true], 'family'],
    ['for a recorded owner, beside another owner', [made('owner'), 'owner', true], 'owner'],
    ['for a recorded tenant who claims more', [made('tenant'), 'owner', false], 'tenant'],
    ['for a record that is joined', [made('owner', { isJoined: true }), 'owner', false], 'refused'],
    ['for a record that is over', [made('owner', { isOver: true }), 'owner', false], 'refused'],
  ];
  for (const [name, given, expected] of cases)
    it(`${name}: ${expected}`, () => {
      const verdict = decideCode(...given);
      assert.equal('en' in verdict ? 'refused' : verdict.confirm, expected);
    });
});

describe('two records of one plot', () => {
  it('are of one person by the address, without one by the name', () => {
    const person = (name: string, emailKey: string | null = null) => ({ name, emailKey });
    assert.ok(isSamePerson(person('Анна', 'a@x'), person('Анна Ильина', 'a@x')));
    assert.ok(!isSamePerson(person('Анна', 'a@x'), person('Анна', 'b@x')));
    assert.ok(!isSamePerson(person('Анна', 'a@x'), person('Анна')));
    assert.ok(isSamePerson(person('Семён  Ёлкин'), person('семен елкин ')));
  });
});
