import type { Permission } from '../kernel/refusal.ts';

/** joined: to another company, under whose name its reviews and works go on. */
export const companyStates = ['waiting', 'refused', 'verified', 'joined', 'closed'] as const;
export type CompanyState = (typeof companyStates)[number];

/** last: the only one who speaks for the company. */
export type CompanyParty = 'representative' | 'last' | 'moderator';

/** Who may bring a company from one state into another. Whoever speaks for it among several steps down instead of closing it. */
export const companyTransitions: Readonly<
  Record<CompanyState, Partial<Record<CompanyState, readonly CompanyParty[]>>>
> = {
  waiting: {
    verified: ['moderator'],
    refused: ['moderator'],
    joined: ['moderator'],
    closed: ['last', 'moderator'],
  },
  refused: {
    waiting: ['representative'],
    verified: ['moderator'],
    joined: ['moderator'],
    closed: ['last', 'moderator'],
  },
  verified: { waiting: ['moderator'], joined: ['moderator'], closed: ['last', 'moderator'] },
  joined: {},
  closed: {},
};

/** How often a refused company may ask again. */
export const maxAskedAgain = 3;

/** Reviews, orders, conversations and pictures that go over to another company in one transaction: a double has few. */
export const maxJoinedAtOnce = 10_000;

/** Who may speak for a company and ask to at the same time, so that an end tells all of them. */
export const maxRepresentatives = 100;

/** Where a company that waits may work: those who speak for it are not known yet. */
export const settlementsOfWaiting = 1;

export const takesOrders = (state: CompanyState) => state === 'verified';

/** Nothing can be done with it any more. */
export const isEnded = (state: CompanyState) => state === 'joined' || state === 'closed';

export function listCompanyParties(who: {
  isModerator: boolean;
  isRepresentative: boolean;
  representatives: number;
}): CompanyParty[] {
  const parties: CompanyParty[] = [];
  if (who.isModerator) parties.push('moderator');
  if (who.isRepresentative) parties.push('representative');
  if (who.isRepresentative && who.representatives === 1) parties.push('last');
  return parties;
}

/** Whether these may bring it there; where the state does not allow it for anybody, `isPossible` says so instead. */
export function mayBringTo(
  from: CompanyState,
  to: CompanyState,
  parties: readonly CompanyParty[],
): Permission {
  const needed = companyTransitions[from][to] ?? listWhoDecides(to);
  if (needed.some((party) => parties.includes(party))) return true;
  if (to === 'closed')
    return {
      en: 'A company can be closed by its only representative or by a moderator. If there are several of you, step down instead.',
      ru: 'Компанию закрывает её единственный представитель или модератор. Если вас несколько, сложите полномочия.',
    };
  return to === 'waiting' && from === 'refused'
    ? {
        en: 'Only a representative of the company can ask again.',
        ru: 'Просит снова только представитель компании.',
      }
    : { en: 'Only a moderator decides this.', ru: 'Это решает только модератор.' };
}

const listWhoDecides = (to: CompanyState): readonly CompanyParty[] => [
  ...new Set(companyStates.flatMap((from) => companyTransitions[from][to] ?? [])),
];

export const isPossible = (from: CompanyState, to: CompanyState) =>
  companyTransitions[from][to] !== undefined;
