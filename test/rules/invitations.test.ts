import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Invitee, invitationStates, planInvitations } from '../../src/domain/rules/invitations.ts';
import { describeInvitation, isPersonName } from '../../src/domain/rules/plot-invitation.ts';
import { maxInvitationsPerAddress } from '../../src/domain/rules/residency.ts';

const person: Invitee = {
  hasAccount: false,
  isOver: false,
  emailKey: 'a@example.org',
  sentToday: 0,
  state: null,
};
const plansOf = (people: readonly Invitee[], sendsEmail = true) =>
  planInvitations(people, { sendsEmail }).map(({ plan }) => plan);

describe('inviting everybody', () => {
  it('sends a letter to who has an address, and prints a sheet for the others', () => {
    assert.deepEqual(plansOf([person, { ...person, emailKey: null }]), ['letter', 'sheet']);
    assert.deepEqual(plansOf([person], false), ['sheet'], 'no mail server');
  });

  it('leaves out who is there, who is gone and who was invited; an invitation that did not arrive is made again', () => {
    assert.deepEqual(plansOf([{ ...person, hasAccount: true, isOver: true }]), ['account']);
    assert.deepEqual(plansOf([{ ...person, isOver: true, state: 'sent' }]), ['gone']);
    const again = invitationStates.filter((state) => plansOf([{ ...person, state }])[0] !== 'invited');
    assert.deepEqual(again, ['console', 'refused', 'failed', 'used', 'over', 'withdrawn']);
  });

  it('sends an address that several share only so many a day', () => {
    const family = Array<Invitee>(maxInvitationsPerAddress + 1).fill(person);
    assert.deepEqual(plansOf(family), [...Array(maxInvitationsPerAddress).fill('letter'), 'limited']);
    const sentToday = maxInvitationsPerAddress - 1;
    const late = { ...person, emailKey: 'b@example.org', sentToday };
    assert.deepEqual(plansOf([late, late, person]), ['letter', 'limited', 'letter']);
  });
});

describe('the letter of an invitation', () => {
  it('repeats a name only if it can be nothing else', () => {
    const names = ['Анна', 'Анна К.', 'Анна-Мария О’Нил', 'Пётр Ильич де Сад'];
    for (const name of names) assert.equal(isPersonName(name), true, name);
    const others = [
      '',
      'Анна 2',
      'a@b.ru',
      'www.x.ru',
      'Вы выиграли приз у нас',
      'Анна  К',
      'А'.repeat(61),
      '-Анна',
    ];
    for (const name of others) assert.equal(isPersonName(name), false, name);
  });

  it('says who invites, to which plot and as what', () => {
    const invitation = { inviter: 'Анна К.', plot: '7', village: 'Берёзка', role: 'tenant' } as const;
    assert.match(
      describeInvitation(invitation).en,
      /^Анна К\. invites you to plot 7 in Берёзка, as a tenant\./,
    );
    const other = describeInvitation({ ...invitation, inviter: 'http://x.ru', role: 'family' });
    assert.match(other.en, /^The owner invites .* as family\./);
    assert.match(other.ru, /^Собственник .* члена семьи\.$/);
  });
});
