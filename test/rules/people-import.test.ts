import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PeopleListLine } from '../../src/domain/kernel/ports.ts';
import { planPeopleImport, type RegisteredPerson, type Steps } from '../../src/domain/rules/people-import.ts';
import { countWork } from '../land-import/work-counter.ts';

const writeLine = (line: number, more: Partial<PeopleListLine>): PeopleListLine => ({
  line,
  cells: [],
  plot: '1',
  numberKey: '1',
  name: '',
  emailKey: '',
  hasNoEmail: false,
  phones: [],
  postalAddress: '',
  role: null,
  isMember: null,
  since: null,
  fault: null,
  ...more,
});
const register = (personId: string, more: Partial<RegisteredPerson>): RegisteredPerson => ({
  personId,
  membershipId: null,
  parcelId: '9',
  recordedAt: null,
  accountEmailKey: null,
  name: '',
  role: 'owner',
  emailKey: null,
  hasNoEmail: false,
  phones: [],
  postalAddress: '',
  isMember: null,
  since: null,
  ...more,
});
const plots = new Map([['1', '9']]);

function finish<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

describe('planning what a list of people changes', () => {
  it('finds whom a line is about by address, then by name those without one, then by name, each person once', () => {
    const people = [
      register('first', { name: 'Анна Котова', emailKey: 'anna@example.org' }),
      register('second', { name: 'Анна Котова' }),
      register('third', { name: 'Пётр', accountEmailKey: 'petr@example.org', membershipId: '5' }),
    ];
    const lines = [
      writeLine(2, { name: 'анна  котова', phones: ['+79161234567'] }),
      writeLine(3, { emailKey: 'petr@example.org', name: 'Пётр Иванов' }),
      writeLine(4, { name: 'Другая', emailKey: 'anna@example.org' }),
      writeLine(5, { name: 'Петр', phones: ['+79161234568'] }),
    ];
    const plan = finish(planPeopleImport(lines, { plots, people, claims: [], owners: new Map() }));
    assert.deepEqual(
      plan.people.map(({ personId, name }) => [personId, name]),
      [
        ['second', 'анна  котова'],
        ['third', 'Пётр Иванов'],
        ['first', 'Другая'],
        [null, 'Петр'],
      ],
    );
  });

  it('leaves the name where a line has none, and takes the address for one of somebody new', () => {
    const people = [register('anna', { name: 'Анна', emailKey: 'anna@example.org' })];
    const lines = ['anna@example.org', 'new@example.org'].map((emailKey, place) =>
      writeLine(place + 2, { emailKey, phones: ['+79161234567'] }),
    );
    const plan = finish(planPeopleImport(lines, { plots, people, claims: [], owners: new Map() }));
    assert.deepEqual(
      plan.people.map(({ personId, name }) => [personId, name]),
      [
        ['anna', 'Анна'],
        [null, 'new@example.org'],
      ],
    );
  });

  it('replaces what a line says, and keeps the rest of what is recorded', () => {
    const recorded = { name: 'Анна', phones: ['+79161234567'], postalAddress: 'Лесная, 1', isMember: true };
    const people = [register('anna', recorded)];
    const planOf = (line: Partial<PeopleListLine>) => {
      const plan = planPeopleImport([writeLine(2, { name: 'Анна', ...line })], {
        plots,
        people,
        claims: [],
        owners: new Map(),
      });
      return finish(plan).people.map(({ phones, postalAddress, isMember }) => ({
        phones,
        postalAddress,
        isMember,
      }));
    };
    const { name: _, ...before } = recorded;
    assert.deepEqual(planOf({ postalAddress: 'Садовая, 2' }), [{ ...before, postalAddress: 'Садовая, 2' }]);
    assert.deepEqual(planOf({ isMember: false }), [{ ...before, isMember: false }]);
    assert.deepEqual(planOf({ phones: ['+79160000000'] }), [{ ...before, phones: ['+79160000000'] }]);
  });

  it('does not take somebody with two addresses for two people', () => {
    const people = [
      register('anna', { name: 'Анна', emailKey: 'anna@example.org', accountEmailKey: 'a@example.org' }),
      register('ivan', { name: 'Иван', emailKey: 'a@example.org' }),
    ];
    const lines = ['anna@example.org', 'a@example.org', 'a@example.org'].map((emailKey, place) =>
      writeLine(place + 2, { emailKey, name: `Имя ${place}` }),
    );
    const plan = finish(planPeopleImport(lines, { plots, people, claims: [], owners: new Map() }));
    assert.deepEqual(
      plan.people.map(({ personId }) => personId),
      ['anna', 'ivan'],
    );
  });

  it('confirms the first claim of an owner on a plot, and leaves the next to the board', () => {
    const history = { endedAt: null, isRecorded: false };
    const claimOf = (id: string, emailKey: string) => ({
      ...history,
      id,
      emailKey,
      name: id,
      parcelId: '9',
      plotNumber: '1',
      hasOwner: false,
    });
    const decide = (role: 'owner' | 'family') => {
      const people = ['anna@example.org', 'petr@example.org'].map((emailKey) =>
        register(emailKey, { emailKey, role }),
      );
      const claims = people.map(({ emailKey }, index) => claimOf(String(index), String(emailKey)));
      const plan = finish(planPeopleImport([], { plots, people, claims, owners: new Map() }));
      return plan.claims.map(({ outcome }) => outcome);
    };
    assert.deepEqual(decide('owner'), ['join', 'wait']);
    assert.deepEqual(decide('family'), ['join', 'join']);
  });

  it('does not bring back who left after the address was recorded, also where the line is written again', () => {
    const decide = (recorded: string) => {
      const anna = { name: 'Анна', emailKey: 'anna@example.org', role: 'family' } as const;
      const people = [register('anna', { ...anna, recordedAt: new Date(recorded) })];
      const claim = {
        id: '1',
        name: 'Анна',
        emailKey: 'anna@example.org',
        parcelId: '9',
        plotNumber: '1',
        hasOwner: false,
        endedAt: new Date('2026-06-01'),
        isRecorded: false,
      };
      return [[], [writeLine(2, { ...anna, postalAddress: 'Лесная, 1' })]].map((lines) => {
        const plan = finish(planPeopleImport(lines, { plots, people, claims: [claim], owners: new Map() }));
        return plan.claims.map(({ outcome }) => outcome);
      });
    };
    assert.deepEqual(decide('2026-01-01'), [[], []]);
    assert.deepEqual(decide('2026-07-01'), [['join'], ['join']]);
  });

  it('costs as much as the list and the register are long, also when all stand on one plot', async () => {
    const count = 1_500;
    const people = Array.from({ length: count }, (_, at) => register(String(at), { name: `Житель ${at}` }));
    const lines = Array.from({ length: count }, (_, at) => writeLine(at + 2, { name: `Новый ${at}` }));
    const work = await countWork(async () => {
      const plan = finish(planPeopleImport(lines, { plots, people, claims: [], owners: new Map() }));
      assert.equal(plan.people.length, count);
    });
    assert.ok(work < 1_000 * count, String(work));
  });
});
