import { mayInvite } from './residency.ts';

/** What became of a code or of the letter with it. */
export const invitationStates = [
  'waiting',
  'sent',
  'console',
  'refused',
  'failed',
  'paper',
  'used',
  'over',
  'withdrawn',
] as const;
export type InvitationState = (typeof invitationStates)[number];

/** It is on its way, or arrived, or was printed to be handed over: no second one is made. */
const standing: readonly InvitationState[] = ['waiting', 'sent', 'paper'];

export interface Invitee {
  hasAccount: boolean;
  /** Moved away, died: over. */
  isOver: boolean;
  emailKey: string | null;
  /** Invitations to that address within a day, whoever sent them. */
  sentToday: number;
  /** Of the last invitation; null: there was none. */
  state: InvitationState | null;
}

/** `limited`: the address has been sent enough for today. */
export const invitationPlans = ['letter', 'sheet', 'invited', 'account', 'gone', 'limited'] as const;
export type InvitationPlan = (typeof invitationPlans)[number];

/** How everybody is invited who was not yet, or whom the last invitation did not reach. Several may share an address. */
export function planInvitations<Person extends Invitee>(
  people: readonly Person[],
  { sendsEmail }: { sendsEmail: boolean },
): { person: Person; plan: InvitationPlan }[] {
  const sent = new Map<string, number>();
  return people.map((person) => {
    const { emailKey } = person;
    if (person.hasAccount) return { person, plan: 'account' };
    if (person.isOver) return { person, plan: 'gone' };
    if (person.state !== null && standing.includes(person.state)) return { person, plan: 'invited' };
    if (emailKey === null || !sendsEmail) return { person, plan: 'sheet' };
    const toAddress = sent.get(emailKey) ?? person.sentToday;
    if (mayInvite({ ofParcel: 0, toAddress }) !== true) return { person, plan: 'limited' };
    sent.set(emailKey, toAddress + 1);
    return { person, plan: 'letter' };
  });
}
